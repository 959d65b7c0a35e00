import { type UsableReply, usableReply } from "../transport/usable_reply.ts";
import { answerRequest } from "./answer.ts";
import { completionOf, type CompletionRequest } from "./completion.ts";
import { type JudgeTraits, judgeTraits } from "./judge_traits.ts";
import { readRequest } from "./read_request.ts";

/** A judge in this process. */
export interface SimulatedJudge {
  /** By which results call it. */
  name: string;
  /** Answers a request as an endpoint would. */
  ask(request: object): Promise<UsableReply>;
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
 * import { PROMPTS, PROTOCOLS, simulatedJudge } from "judgebias/judge";
 *
 * const { sample, conditions, steps: [step] } = PROTOCOLS.base;
 * const pair = sample.parse({ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog." });
 * const messages = step.messages(pair, conditions({}, pair)[0], PROMPTS, {});
 * const { reply, simulated } = await simulatedJudge({ position: 1 }).ask({ model: "simulated", messages });
 * assert.ok(reply.text.endsWith("[[A]]") && simulated); // always the first
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
