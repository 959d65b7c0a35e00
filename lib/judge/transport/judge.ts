import type { ChatRequest } from "./chat_request.ts";
import { says, UNCONNECTED } from "./loose.ts";
import type { UsableReply } from "./usable_reply.ts";

/** What attempts took that brought nothing: tokens that the endpoint counted, and attempts of which it said nothing. */
export interface Lost {
  input: number;
  output: number;
  reasoning?: number;
  cached?: number;
  /** Attempts of which no token count came back: answered without one, or broken off on their way. They count as estimated. */
  unknown: number;
}

export const NOTHING: Readonly<Lost> = { input: 0, output: 0, unknown: 0 };

/** A reply, and what it took. Only the reply itself must be there. */
export interface JudgeReply extends Partial<Omit<UsableReply, "reply">> {
  /** What the judge said; of `text` alone nothing more is known. */
  reply: Pick<UsableReply["reply"], "text"> & Partial<UsableReply["reply"]>;
  /** How often the request went out; 1 by default. */
  attempts?: number;
  /** From the moment when the last attempt went out. */
  latencyMs?: number;
  /** What earlier attempts took. */
  lost?: Lost;
}

export const OWN_JUDGE = '{ name: "mine", ask: async (request) => ({ reply: { text: "[[A]]" } }) }';

/** What a judge gave, which must be a reply: of what is none nothing could be kept. */
export function requireReply(given: JudgeReply): JudgeReply {
  if (typeof given?.reply?.text === "string") return given;
  const found = JSON.stringify(given)?.slice(0, 80) ?? "nothing";
  throw new JudgeFault({ action: "give up", reason: `wanted ${OWN_JUDGE}, whose ask gave ${found}` });
}

/**
 * Anybody who answers requests: an endpoint by its model's name, or a function of one's own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { type Judge, runJudge } from "judgebias/judge";
 *
 * const judge: Judge = {
 *   name: "always A", ask: () => Promise.resolve({ reply: { text: "[[A]]" } }),
 * };
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
 * const { statuses } = await runJudge({
 *   protocol: "base", data, judge, out: Deno.makeTempDirSync(), silent: true,
 * });
 * assert.deepEqual(statuses, { ok: 1 });
 * ```
 */
export interface Judge {
  /** By which results and the study's file call it. */
  name: string;
  /**
   * Answers a request; what it throws makes the call fail. When the signal says that the run is ending, what is out may come
   * back, and nothing is repeated.
   */
  ask(request: ChatRequest, signal?: AbortSignal): Promise<JudgeReply>;
  /** Why requests wait at this moment; empty when none does. */
  waiting?(): string;
}

/** What an endpoint did not do: why, what is to be done about it, and what it took. */
export class JudgeFault extends Error {
  override name = "JudgeFault";
  constructor(
    readonly fault: Fault,
    readonly attempts = 1,
    readonly lost: Lost = NOTHING,
  ) {
    super(fault.reason);
  }
}

export interface Fault {
  /** `again`: worth another attempt; `give up`: this call fails; `stop`: so would every other, the run ends; `end`: it is ending. */
  action: "again" | "give up" | "stop" | "end";
  reason: string;
  /** The endpoint turned this request down, and no filter of its content did: others may fare better, whatever the words. */
  refused?: true;
}

/** Whether an error's body tells of a quota that is used up, not of a rate that will pass: retrying costs time and never helps. */
export function tellsOfQuota(body: string): boolean {
  return says("quota", body);
}

/** What kept a connection from being made, in words; null where the request may have reached the endpoint. */
export function connectFault(error: unknown): string | null {
  const { message = "", cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  // Node keeps to a code, where both addresses of a name refuse.
  const said = `${message} ${cause?.message ?? ""} ${cause?.code ?? ""}`;
  return UNCONNECTED.find(([words]) => new RegExp(words, "i").test(said))?.[1] ?? null;
}

/** What passes by itself, or may: a broken connection or reply, a server that has too much to do. */
const PASSING = ["UnusableReply", "SyntaxError", "TypeError", "TimeoutError", "AbortError"];

/** Sorts what a request threw. The reason is the error's whole text, cut only when the keys are out of it. */
export function classifyFault(error: unknown): Fault {
  const { name = "error", message = String(error), code, type, body = "", cause } = error as
    & { [Name in "name" | "message" | "code" | "type" | "body"]?: string }
    & { cause?: unknown };
  const { status } = error as { status?: number };
  const why = status === undefined ? connectFault(error) ?? (cause as Error | undefined)?.message : undefined;
  const reason = `${status ?? name}: ${message}${why ? ` (${why})` : ""}`;
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
  const ofAll = quota || status === 404 || status === 403;
  return { action: ofAll ? "stop" : "give up", reason, refused: true };
}
