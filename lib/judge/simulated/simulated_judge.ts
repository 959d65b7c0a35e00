import { requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import { refusing } from "../../results/said.ts";
import type { Prompts } from "../protocol.ts";
import type { ChatRequest } from "../transport/chat_request.ts";
import type { Judge } from "../transport/judge.ts";
import { SIMULATED_FINGERPRINT, usableReply } from "../transport/usable_reply.ts";
import { answerRequest, type SimulatedReply } from "./answer.ts";
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
 * @param options its `name`, and `prompts` on pairs of answers that it knows beside the library's: those of a protocol of
 * your own (`pairProtocol({ … }).prompts`)
 * @throws {RangeError} for traits that are none, and prompts that are texts alone
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runJudge, simulatedJudge } from "judgebias/judge";
 *
 * const data = [{
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * }];
 * const judge = simulatedJudge({ position: 1 }); // always the first
 * const { statuses } = await runJudge({
 *   protocol: "base", data, judge, out: Deno.makeTempDirSync(), silent: true,
 * });
 * assert.deepEqual(statuses, { ok: 1 });
 * ```
 */
export function simulatedJudge(
  traits: Partial<JudgeTraits> = {},
  options: { name?: string; prompts?: Prompts | undefined } = {},
): SimulatedJudge {
  const { name = "simulated", prompts } = requireOptions("simulatedJudge", options, ["name", "prompts"]);
  const text = Object.entries(prompts ?? {}).find(([, prompt]) => typeof prompt?.text !== "string");
  if (text) throw refusing("simulated_prompts", { id: text[0], found: told(text[1]) });
  const all = judgeTraits(traits);
  const complete = (given: object) => {
    const request = given as CompletionRequest, seed = request.seed ?? 0;
    const read = readRequest(request, prompts);
    const id = `${read.sha256.slice(0, 24)}-${seed}`;
    return { body: completionOf(request, answerRequest(read, all, seed), id), id: `${request.model} ${id}` };
  };
  return { name, complete, ask: (request) => Promise.resolve(usableReply(complete(request).body)) };
}

type CompletionRequest = Pick<ChatRequest, "model" | "messages" | "logprobs" | "top_logprobs" | "seed">;

/** A chat completion as OpenAI's API describes it, with its usage and, where asked for, log-probabilities. */
function completionOf(
  { model, messages, logprobs, top_logprobs }: CompletionRequest,
  reply: SimulatedReply,
  id: string,
) {
  const sent = JSON.stringify(messages).replace(/data:[^"]*/g, "x".repeat(1000));
  const { text, refusal } = reply,
    [input, output] = [sent, text].map(({ length }) => Math.max(1, Math.ceil(length / 4)));
  return {
    ...{ id: `chatcmpl-${id}`, object: "chat.completion", created: 1_700_000_000 },
    model: `${model}-simulated`,
    system_fingerprint: SIMULATED_FINGERPRINT,
    choices: [{
      index: 0,
      message: { role: "assistant", content: refusal === null ? text : null, refusal },
      logprobs: logprobs ? { content: tokens(reply, top_logprobs ?? 0), refusal: null } : null,
      finish_reason: reply.finishReason,
    }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

/** Tokens of a text with log-probabilities: sure of every word, unsure of the score among its neighbours. */
function tokens({ text, score }: SimulatedReply, top: number) {
  const split = (text: string) => text.match(/\s?[^\s$]+|\$|\s+/g) ?? [];
  const digits = String(score ?? ""), at = digits === "" ? -1 : text.lastIndexOf(digits);
  const pieces = at < 0
    ? split(text)
    : [...split(text.slice(0, at)), digits, ...split(text.slice(at + digits.length))];
  return pieces.map((token) => {
    const alternatives: [string, number][] = token === digits && score !== undefined
      ? [[digits, 0.6], [String(score + 5), 0.2], [String(Math.max(0, score - 5)), 0.2]]
      : [[token, 0.999]];
    const entries = alternatives.map(([token, probability]) => ({
      ...{ token, logprob: Math.log(probability), bytes: [...new TextEncoder().encode(token)] },
    }));
    return { ...entries[0], top_logprobs: entries.slice(0, top) };
  });
}
