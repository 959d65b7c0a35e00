import type { Judge } from "../transport/judge.ts";
import { usableReply } from "../transport/usable_reply.ts";
import { answerRequest } from "./answer.ts";
import { completionOf, type CompletionRequest } from "./completion.ts";
import { type JudgeTraits, judgeTraits } from "./judge_traits.ts";
import { readRequest } from "./read_request.ts";

/** A judge in this process. */
export interface SimulatedJudge extends Judge {
  /** The same as the body of a response, and what names the request: equal ones are equal. */
  complete(request: object): { body: Record<string, unknown>; id: string };
}

/**
 * A simulated judge, in the process: it reads the protocols' real prompts, sees what drawn scenes (`simulatedStudy`) show,
 * and has the biases that it is given. Its replies say that they are simulated, and results made of them carry it.
 *
 * @param traits its biases; none by default
 * @throws {RangeError} for traits that are none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runJudge, simulatedJudge } from "judgebias/judge";
 *
 * const data = [{ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" }];
 * const judge = simulatedJudge({ position: 1 }); // always the first
 * const { statuses } = await runJudge({ protocol: "base", data, judge, out: Deno.makeTempDirSync(), silent: true });
 * assert.deepEqual(statuses, { ok: 1 });
 * ```
 */
export function simulatedJudge(
  traits: Partial<JudgeTraits> = {},
  { name = "simulated" }: { name?: string } = {},
): SimulatedJudge {
  const all = judgeTraits(traits);
  const complete = (given: object) => {
    const request = given as CompletionRequest, seed = request.seed ?? 0, read = readRequest(request);
    const id = `${read.sha256.slice(0, 24)}-${seed}`;
    return { body: completionOf(request, answerRequest(read, all, seed), id), id: `${request.model} ${id}` };
  };
  return { name, complete, ask: (request) => Promise.resolve(usableReply(complete(request).body)) };
}
