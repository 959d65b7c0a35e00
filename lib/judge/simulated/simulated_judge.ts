import { requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import { refusing } from "../../results/said.ts";
import type { Prompts } from "../protocol.ts";
import type { ChatRequest } from "../transport/chat_request.ts";
import type { Judge } from "../transport/judge.ts";
import { SIMULATED_FINGERPRINT, usableReply } from "../transport/usable_reply.ts";
import { type JudgeTraits, judgeTraits } from "./judge_traits.ts";
import { type Choice, type JudgeRequest, type Question, readRequest } from "./read_request.ts";
import { textSeed } from "../../perturb/sample.ts";
import { countWords } from "../../results/count_words.ts";
import { random } from "../../stats/random.ts";
import { claimsOf, SIMULATED, withArticle } from "./simulated_study.ts";

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
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
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

export interface SimulatedReply {
  text: string;
  finishReason: "stop" | "length";
  refusal: string | null;
  score?: number;
}

export const drawsOf = (text: string): () => number => random(textSeed(text)).uniform;

export function answerRequest(request: JudgeRequest, traits: JudgeTraits, sampling: number): SimulatedReply {
  const draw = drawsOf(`${traits.seed} ${sampling} ${request.sha256}`);
  const fate = draw(), any = <T>(list: readonly T[]) => list[Math.floor(draw() * list.length)];
  if (fate < traits.refusal) {
    const text = any(SIMULATED.refusals);
    return { ...reply(text), refusal: text === "" ? "I can't help with that." : null };
  }
  if (fate < traits.refusal + traits.malformed) return reply(...any(SIMULATED.malformed));
  const { question } = request;
  switch (question.kind) {
    case "choice":
      return reply(question.say(chooses(request, question, traits, draw) ? "A" : "B"));
    case "joint": {
      const about = { ...question, about: "quality" as const, reference: false };
      const said = question.criteria.map((criterion) => {
        const shown = chooses(request, about, traits, draw) ? 1 : 2;
        return `Criterion: ${criterion}\nIt does better here.\nJudgment: Response ${shown} is better.`;
      });
      return reply(said.join("\n\n"));
    }
    case "anchor":
      return reply(anchorText(request, question, traits, draw));
    case "score":
      return scored(request, question, traits, draw);
    case "text":
      return reply(question.say(draw));
    case "free":
      return reply(described(request, traits, draw));
    case "foreign":
      return reply("The simulated judge does not know this prompt.");
  }
}

function reply(text: string, finishReason: "stop" | "length" = "stop"): SimulatedReply {
  return { text, finishReason, refusal: null };
}

function chooses(
  { scene, sha256 }: JudgeRequest,
  { first, second, about, reference }: Pick<Choice, "first" | "second" | "about" | "reference">,
  traits: JudgeTraits,
  draw: () => number,
): boolean {
  const coin = draw() < 0.5, noisy = draw() < traits.noise, guide = draw(), blind = draw() < traits.blindness;
  const referenceHelps = reference && draw() < traits.referenceEffect;
  if (noisy) return coin;
  const informative = informativenessOf(first) - informativenessOf(second);
  if (about === "informativeness") return informative === 0 ? coin : informative > 0;
  const longer = countWords(first)! - countWords(second)!;
  const own = Number(first.startsWith(traits.ownStyle)) - Number(second.startsWith(traits.ownStyle));
  let end = 0;
  const guidedBy = (share: number) => guide >= end && guide < (end += share);
  if (guidedBy(traits.informativeness)) {
    if (informative !== 0 && !referenceHelps) return informative > 0;
  } else if (guidedBy(traits.length)) {
    if (longer !== 0) return longer > 0;
  } else if (guidedBy(traits.position)) return true;
  else if (guidedBy(traits.selfPreference) && own !== 0) return own > 0;
  if (!scene || blind) return coin;
  const wrong = falseClaims(first, scene) - falseClaims(second, scene);
  return wrong === 0 ? drawsOf(sha256)() < 0.5 : wrong < 0;
}

function informativenessOf(text: string): number {
  return claimsOf(text).size || new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)).size / 1000;
}

function falseClaims(text: string, scene: ReadonlySet<string>): number {
  return [...claimsOf(text)].filter((claim) => !scene.has(claim)).length;
}

function anchorText(
  { scene }: JudgeRequest,
  { first, second }: Question & { kind: "anchor" },
  { blindness }: JudgeTraits,
  draw: () => number,
): string {
  const seen = draw() < blindness ? null : scene;
  const corrected = [first, second].map((text) => {
    const kept = [...claimsOf(text)].filter((claim) => !seen || seen.has(claim));
    return kept.length === 0 ? text : `There is ${kept.map(withArticle).join(", ")}.`;
  });
  const all = new Set(corrected.flatMap((text) => [...claimsOf(text)]));
  const merged = all.size === 0 ? corrected[0] : `There is ${[...all].map(withArticle).join(", ")}.`;
  const [one, two] = corrected;
  return `Revised Response A: ${one}\n\nRevised Response B: ${two}\n\nMerged Response: ${merged}`;
}

function scored(
  { scene }: JudgeRequest,
  { response, query, scale: [low, high], abstention, form }: Question & { kind: "score" },
  traits: JudgeTraits,
  draw: () => number,
): SimulatedReply {
  const blind = draw() < traits.blindness;
  if (abstention && query.trim() === "" && !blind) {
    return reply("### Feedback: There is no instruction to judge by.\n### Score: N/A");
  }
  const claims = claimsOf(response).size;
  const asked = form === "dollar" || /picture|image/i.test(query);
  const seen = asked && claims > 0 && scene ? 1 - falseClaims(response, scene) / claims : 0;
  const right = scene && !blind ? seen : drawsOf(response)();
  const bonus = traits.informativeness * Math.min(1, claims / 6) +
    traits.length * Math.min(1, countWords(response)! / 60) +
    (response.startsWith(traits.ownStyle) ? traits.selfPreference : 0);
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  const share = Math.min(1, Math.max(0, 0.2 + 0.6 * right + bonus + traits.noise * normal));
  const score = Math.round(low + share * (high - low));
  if (form === "dollar") return { ...reply(`It names what matters.\nThe final score is $${score}$.`), score };
  return { ...reply(`### Feedback: It follows the instruction.\n### Score: ${score}`), score };
}

function described({ scene }: JudgeRequest, { ownStyle, blindness }: JudgeTraits, draw: () => number) {
  if (!scene || draw() < blindness) return `${ownStyle} there is something that I cannot make out.`;
  return `${ownStyle} there is ${[...scene].map(withArticle).join(", ")}.`;
}
