import type { ChatRequest } from "./chat_request.ts";
import type { Fault } from "./faults.ts";
import type { UsableReply } from "./usable_reply.ts";

/** What attempts took that brought nothing: tokens that the endpoint counted, and attempts of which it said nothing. */
export interface Lost {
  /** Tokens of requests. */
  input: number;
  /** Tokens of replies. */
  output: number;
  /** Attempts that may have to be paid, of which no token count came back. */
  unknown: number;
}

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

/**
 * Anybody who answers requests: an endpoint by its model's name, or a function of one's own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { type Judge, runJudge } from "judgebias/judge";
 *
 * const judge: Judge = {
 *   name: "always A",
 *   ask: () => Promise.resolve({ reply: { text: "[[A]]" } }),
 * };
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const { statuses } = await runJudge({ protocol: "base", data, judge, out: Deno.makeTempDirSync(), silent: true });
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
  readonly fault: Fault;
  readonly attempts: number;
  readonly lost: Lost;
  constructor(fault: Fault, attempts = 1, lost: Lost = { input: 0, output: 0, unknown: 0 }) {
    super(fault.reason);
    this.fault = fault;
    this.attempts = attempts;
    this.lost = lost;
  }
}
