import { countWords } from "../../results/count_words.ts";
import { fillPrompt, type SlotValue } from "../fill_prompt.ts";
import { letterInJson, parseBracketChoice } from "../parse/parse_choice.ts";
import { parseWhole } from "../parse/parse_text.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Condition, Message, Prompt, ReplyVerdict, Step } from "../protocol.ts";
import type { PairSample, Pipeline } from "./pair_sample.ts";
import { strictObject } from "./structured.ts";

/** The slots that every prompt about a pair may use, the answers in the order in which the judge sees them. */
function pairSlots(sample: PairSample, { image, swapped }: Condition): Record<string, SlotValue> {
  const [first, second] = swapped ? [sample.answer_b, sample.answer_a] : [sample.answer_a, sample.answer_b];
  return {
    image: image && sample.image !== null ? { image: sample.image } : null,
    query: sample.query,
    answer_a: first,
    answer_b: second,
  };
}

/** The prompt of a step with the pair's slots and more. */
export function pairMessages(
  prompt: Prompt,
  sample: PairSample,
  condition: Condition,
  more: Record<string, SlotValue> = {},
): Message[] {
  return fillPrompt(prompt, { ...pairSlots(sample, condition), ...more });
}

/**
 * A choice of the judge, which saw the answers as `shown` names them, in canonical order: `{ choice, shown }`, where
 * `choice` is the answer's own letter whatever `swapped` says.
 */
export function canonicalChoice(verdict: ReplyVerdict, { swapped }: Condition): ReplyVerdict {
  if (verdict.status !== "ok") return verdict;
  const { shown } = verdict.values;
  const choice = !swapped || shown === "tie" ? shown : shown === "A" ? "B" : "A";
  return { status: "ok", values: { choice, shown } };
}

/** The last step of a pipeline: the judgment in double brackets. */
export function judgmentStep(
  promptId: string,
  { needs, slots = () => ({}) }: {
    needs?: readonly string[];
    slots?: (earlier: Record<string, ReplyVerdict>) => Record<string, SlotValue>;
  } = {},
): Step<PairSample> {
  return {
    name: "judgment",
    promptId,
    needs,
    messages: (sample, condition, prompts, earlier) =>
      pairMessages(prompts[promptId], sample, condition, slots(earlier)),
    parse: (reply, _sample, condition) =>
      canonicalChoice(
        settleReply(reply, parseBracketChoice, (value) => letterInJson(value, { tie: true })),
        condition,
      ),
    json: {
      schema: strictObject({
        explanation: { type: "string" },
        judgement: { type: "string", enum: ["A", "B", "tie"] },
      }),
    },
  };
}

/** A step whose reply is taken as it stands (a caption, a reference). */
export function freeTextStep(
  name: string,
  promptId: string,
  more: Pick<Step<PairSample>, "key"> & { image?: (condition: Condition) => boolean },
): Step<PairSample> {
  const { image = (condition) => condition.image, key } = more;
  return {
    name,
    promptId,
    key,
    messages: (sample, condition, prompts) =>
      pairMessages(prompts[promptId], sample, { ...condition, image: image(condition) }),
    parse: (reply) => settleReply(reply, parseWhole),
  };
}

/**
 * The row of a judged pair: the `pairs` frame's columns, and `status` (how the judgment ended, or the step before it that
 * kept it from being asked) and `shown` (the letter as the judge wrote it).
 */
export function pairRows(
  pipeline: Pipeline,
  steps: readonly string[],
  sample: PairSample,
  condition: Condition,
  verdicts: Record<string, ReplyVerdict>,
  judge: string,
): Record<string, unknown>[] {
  const { status, values } = lastVerdict(steps, verdicts);
  return [{
    ...pairFacts(sample),
    judge,
    pipeline,
    image: condition.image,
    variant: sample.variant,
    swapped: condition.swapped,
    run: condition.run,
    human: sample.human,
    choice: values.choice ?? null,
    more_informative: sample.more_informative,
    words_a: countWords(sample.answer_a),
    words_b: countWords(sample.answer_b),
    ...(sample.model_a === undefined ? {} : { model_a: sample.model_a }),
    ...(sample.model_b === undefined ? {} : { model_b: sample.model_b }),
    status,
    shown: values.shown ?? null,
  }];
}

/** What every row about a pair begins with. */
export function pairFacts(sample: PairSample): Record<string, unknown> {
  return {
    ...(sample.benchmark === undefined ? {} : { benchmark: sample.benchmark }),
    item_id: sample.item_id,
    image_id: sample.image_id ?? sample.image ?? sample.item_id,
    domain: sample.domain,
  };
}

/**
 * The verdict of the last of the steps, or of the first before it that is not `ok`: `missing` where none was given.
 */
export function lastVerdict(
  steps: readonly string[],
  verdicts: Record<string, ReplyVerdict>,
): { status: ReplyVerdict["status"] | "missing"; values: ReplyVerdict["values"] } {
  for (const step of steps.slice(0, -1)) {
    const verdict = verdicts[step];
    if (verdict && verdict.status !== "ok") return { status: verdict.status, values: {} };
  }
  return verdicts[steps[steps.length - 1]] ?? { status: "missing", values: {} };
}
