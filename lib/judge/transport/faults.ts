import type { Usage } from "../protocol.ts";

/** What to do about a call that failed. */
export interface Fault {
  /** `again`: worth another attempt; `give up`: this call fails; `stop`: so would every other, the run ends; `end`: it is ending. */
  action: "again" | "give up" | "stop" | "end";
  reason: string;
  /** The endpoint turned this request down: others may fare better, whatever the words. */
  refused?: true;
}

/** A reply with status 200 that is no answer: a fault of the endpoint, never a verdict, but maybe one to pay for. */
export class UnusableReply extends Error {
  override name = "UnusableReply";
  /** Tokens that the endpoint counts all the same. */
  readonly usage: Usage | null;
  constructor(message: string, { usage = null }: { usage?: Usage | null } = {}) {
    super(message);
    this.usage = usage;
  }
}

/** Codes of an account that cannot pay: retrying costs time and never helps. */
const QUOTA =
  /insufficient_quota|billing_hard_limit|billing_not_active|insufficient_(?:funds|credits|balance)|quota_exceeded/i;
const MODERATION = /moderation|content_filter|content_policy|flagged|safety/i;

/** Whether an error's body tells of a quota that is used up, not of a rate that will pass. */
export function tellsOfQuota(body: string): boolean {
  return QUOTA.test(body);
}

/** What kept a connection from being made, in words; null where the request may have reached the endpoint. */
export function connectFault(error: unknown): string | null {
  const { message = "", cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  // Node keeps to a code, where both addresses of a name refuse.
  const said = `${message} ${cause?.message ?? ""} ${cause?.code ?? ""}`;
  if (/connection refused|ECONNREFUSED/i.test(said)) return "connection refused";
  if (/ENOTFOUND|EAI_AGAIN|dns error/i.test(said)) return "no such host";
  if (/requests to port \d+ are blocked|bad port/i.test(said)) return "requests to that port are blocked";
  if (/certificate/i.test(said)) return "its certificate is not accepted";
  return /connect error|client error \(connect\)|EHOSTUNREACH|ENETUNREACH/i.test(said)
    ? "no connection"
    : null;
}

/** What passes by itself, or may: a broken connection or reply, a server that has too much to do. */
const PASSING = ["UnusableReply", "SyntaxError", "TypeError", "TimeoutError", "AbortError"];

/**
 * Sorts what a request threw: the client's errors with a status, what kept it from being made (no status), and replies that are none. The
 * reason is the error's own text, whole: it is cut only when the keys are out of it (`Secret.scrubMessage`).
 *
 * @param body of the answer, which may tell of a quota where the error does not
 */
export function classifyFault(error: unknown, body = ""): Fault {
  const { name = "error", message = String(error), status, code, type, cause } = error as {
    name?: string;
    message?: string;
    status?: number;
    code?: string | null;
    type?: string;
    cause?: unknown;
  };
  const unconnected = status === undefined && cause ? connectFault(cause) : null;
  const reason = `${status ?? name}: ${message}${unconnected ? ` (${unconnected})` : ""}`;
  if (PASSING.includes(name)) return { action: "again", reason };
  if (status === undefined) {
    const tooLong = [name, (cause as Error | undefined)?.name].includes("ReplyTooLong");
    const passes = !tooLong && (cause !== undefined || /connection|timed? ?out/i.test(message));
    return { action: passes ? "again" : "give up", reason };
  }
  const said = `${code ?? ""} ${type ?? ""} ${message} ${body}`, quota = tellsOfQuota(said);
  if (status === 401 || status === 402) return { action: "stop", reason };
  if (status >= 300 && status < 400) {
    return { action: "again", reason: `${status}: redirects are not followed` };
  }
  if (status >= 500 || status === 408 || status === 409 || status === 429) {
    return { action: quota ? "stop" : "again", reason };
  }
  const ofAll = quota || status === 404 || status === 403 && !MODERATION.test(said);
  return { action: ofAll ? "stop" : "give up", reason, refused: true };
}
