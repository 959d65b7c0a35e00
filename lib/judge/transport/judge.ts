import process from "node:process";
import type { ChatRequest } from "./chat_request.ts";
import { says, UNCONNECTED, type UsableReply } from "./usable_reply.ts";
import { refusing } from "../../results/said.ts";
import { cut } from "../../progress/told.ts";

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
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
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

export class JudgeFault extends Error {
  override name = "JudgeFault";
  constructor(readonly fault: Fault, readonly attempts = 1, readonly lost: Lost = NOTHING) {
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

/** What kept a connection from being made, in words; null where the request may have reached the endpoint. */
export function connectFault(error: unknown): string | null {
  const { message = "", cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  // Node keeps to a code, where both addresses of a name refuse.
  const said = `${message} ${cause?.message ?? ""} ${cause?.code ?? ""}`;
  return UNCONNECTED.find(([words]) => new RegExp(words, "i").test(said))?.[1] ?? null;
}

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
  const said = `${code ?? ""} ${type ?? ""} ${message} ${body}`, quota = says("quota", said);
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

const HIDDEN = "[secret]";

/** Shorter keys are no secrets ("EMPTY", "none"), and could be words of a reply. */
const SHORTEST_SECRET = 6;

/** Shapes of keys that error messages echo, whole or masked in the middle. */
const KEY_SHAPES = [
  /\b(?:sk|rk|pk|gsk|xai|AIza)[-_][\w*.…-]{4,}/g,
  /\bBearer\s+[^\s"',]+/gi,
  /\/\/[^\s/@"]+:[^\s/@"]+@/g,
];

/**
 * Takes the key of an endpoint from the environment alone: OpenAI's key never goes to another host by accident. A server that asks for
 * no key gets a dummy, and so does work that sends nothing (`needed: false`).
 */
export function readSecret(
  { variable, baseURL, needed = true }: { variable?: string; baseURL: string; needed?: boolean },
) {
  const own = new URL(baseURL).hostname === "api.openai.com";
  const name = variable ?? (own ? "OPENAI_API_KEY" : "JUDGE_API_KEY");
  // Said, since where the package is packed nobody declares `process`.
  const key: string | undefined = process.env[name]?.trim();
  if (needed && !key && (variable !== undefined || own)) throw refusing("no_key", { name });
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw refusing("key_letters", { name });
  return { key: key ?? "none", ...scrubbers(key && key.length >= SHORTEST_SECRET ? [key] : []) };
}

/** How keys are kept out of all that is written; of messages also what looks like a key, then in one line of bearable length. */
export function scrubbers(secrets: readonly string[]) {
  // Also as JSON writes it, and as a URL does; the longest first, so that none leaves a part of another.
  const formsOf = (key: string) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
  const forms = secrets.flatMap(formsOf).sort((a, b) => b.length - a.length);
  const scrub = (text: string) => forms.reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
  return {
    scrub,
    scrubMessage: (text: string) =>
      oneLine(KEY_SHAPES.reduce((clean, shape) => clean.replace(shape, HIDDEN), scrub(text))),
  };
}

const LONGEST = 300;

/** A text from outside as one line that a terminal can show: no line breaks, no control or direction characters. */
export function oneLine(text: string): string {
  // Before the cut: what stands behind it need not be looked at, but white space in front of it may be long.
  return cut(text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim(), LONGEST);
}
