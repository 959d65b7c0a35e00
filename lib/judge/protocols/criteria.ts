import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { requireNamed } from "../../progress/require.ts";
import { countWords } from "../../results/count_words.ts";
import { canonicalCriterion, CRITERIA_SETS, type Criterion } from "../../results/criteria_sets.ts";
import { jointVerdict, parseBetter, parseJointBetter } from "../parse/parsers.ts";
import { explained, strictObject, unread } from "../parse/settle_reply.ts";
import type { SlotValue } from "../prompts.ts";
import type { Condition, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { pairSlots } from "./pair.ts";
import { judgeTold, orderConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";

/** Two responses about an image, to be compared by `criteria` (all five of the split by default); `human` is people's preference by criterion. */
const criteriaSample = z.looseObject({
  split: z.enum(["open_ended", "reasoning"]),
  item_id: idText,
  pair_type: z.enum(["cross", "intra"]).nullable().default(null),
  image: z.string().min(1).nullable().default(null),
  query: z.string(),
  answer_a: z.string(),
  answer_b: z.string(),
  criteria: z.array(z.string()).min(1).optional(),
  human: z.record(z.string(), z.enum(["A", "B", "tie"]).nullable()).default({}),
}).transform((sample, context) => {
  const set = CRITERIA_SETS[sample.split].map(({ id }) => id);
  const canonical = (name: string) => canonicalCriterion(sample.split, name);
  const ids = new Set((sample.criteria ?? set).map(canonical));
  const human = Object.fromEntries(
    Object.entries(sample.human).map(([name, value]) => [canonical(name), value]),
  );
  for (const id of [...ids, ...Object.keys(human)].filter((id) => !set.includes(id))) {
    const message = `criteria of ${sample.split} are ${set.join(", ")}; found ${id}`;
    context.addIssue({ code: "custom", message });
  }
  // In the order of the set: a joint prompt must not depend on the order in a file.
  return { ...sample, human, criteria: set.filter((id) => ids.has(id)) };
});

type CriteriaSample = z.infer<typeof criteriaSample>;

const SINGLE = explained("better_response", { type: "integer", enum: [1, 2] }, (value) => {
  const [, shown] = /^(?:response )?([12])$/i.exec(value.trim()) ?? [];
  return shown ? { status: "ok", values: { shown: Number(shown) } } : unread("neither 1 nor 2");
});

function criteriaOf({ split, criteria }: CriteriaSample): Criterion[] {
  return CRITERIA_SETS[split].filter(({ id }) => criteria.includes(id));
}

function stated({ name, definition, reward, penalize }: Criterion): string {
  return `${name}\n${definition}\n- Reward: ${reward}\n- Penalize: ${penalize}`;
}

function slotsOf(sample: CriteriaSample, condition: Condition): Record<string, SlotValue> {
  const { answer_a: response_1, answer_b: response_2, ...slots } = pairSlots(sample, condition);
  return { ...slots, response_1, response_2 };
}

function conditions(options: ProtocolOptions, sample: CriteriaSample): Condition[] {
  const { thinking = false } = requireNamed("judge", options) as { thinking?: boolean };
  return orderConditions(options, sample.image !== null).map((condition) => ({ ...condition, thinking }));
}

function letter(shown: unknown, { swapped }: Condition): "A" | "B" | null {
  return shown === 1 || shown === 2 ? ((shown === 1) !== swapped ? "A" : "B") : null;
}

/** A row; another run or order is told apart by the judge's name, as the frame has no such columns. */
function row(
  mode: "single" | "joint",
  criterion: string,
  sample: CriteriaSample,
  { run, swapped, image, thinking }: Condition,
  { judgment }: Record<string, ReplyVerdict>,
  judge: string,
): Record<string, unknown> {
  const choice = judgment?.values[criterion] ?? null, status = judgment?.status ?? "missing";
  const { split, item_id, pair_type, human } = sample;
  const told = judgeTold({ judge, run, swapped }) + (!image && sample.image !== null ? " without image" : "");
  return {
    ...{ judge: told, mode, thinking, split, item_id, pair_type, criterion },
    ...{ human: human[criterion] ?? null, choice },
    ...{ words_a: countWords(sample.answer_a), words_b: countWords(sample.answer_b), run, swapped, image },
    status: status === "ok" && choice === null ? "unparsable" : status,
  };
}

const common = {
  frame: "criteria",
  sample: criteriaSample,
  sampleId: ({ split, item_id }: CriteriaSample) => `${split}/${item_id}`,
  options: ["thinking"],
} as const;

/** One criterion per call, each of which speaks of its criterion alone (Table 9 of Multi-Crit). */
export const criteriaSingle = protocol<CriteriaSample>({
  ...common,
  name: "criteria_single",
  conditions: (options, sample) =>
    conditions(options, sample).flatMap((condition) =>
      sample.criteria.map((criterion) => ({ ...condition, criterion }))
    ),
  asks: [{
    name: "judgment",
    prompt: "criteria_single",
    slots: (sample, condition) => ({
      ...slotsOf(sample, condition),
      criterion: stated(criteriaOf(sample).find(({ id }) => id === condition.criterion)!),
    }),
    read: parseBetter,
    json: SINGLE,
    finish: ({ shown }, _sample, condition) => ({ [String(condition.criterion)]: letter(shown, condition) }),
  }],
  rows: (sample, condition, verdicts, judge) => [
    row("single", String(condition.criterion), sample, condition, verdicts, judge),
  ],
});

/** All criteria of an item in one call (Table 17 of Multi-Crit): one row per criterion. */
export const criteriaJoint = protocol<CriteriaSample>({
  ...common,
  name: "criteria_joint",
  conditions,
  asks: [{
    name: "judgment",
    prompt: "criteria_joint",
    slots(sample, condition) {
      const list = criteriaOf(sample);
      const criteria = list.map((criterion, i) => `${i + 1}. ${stated(criterion)}`).join("\n\n");
      return { ...slotsOf(sample, condition), k: String(list.length), criteria };
    },
    read: (text, sample) => parseJointBetter(text, names(sample)),
    json: (sample) => ({
      schema: strictObject(Object.fromEntries(sample.criteria.map((id) => [id, SINGLE.schema]))),
      read: (value) =>
        jointVerdict(names(sample), (id) => SINGLE.read(Object(value[id])).values.shown ?? null),
    }),
    finish: (values, _sample, condition) =>
      Object.fromEntries(Object.entries(values).map(([id, shown]) => [id, letter(shown, condition)])),
  }],
  rows: (sample, condition, verdicts, judge) =>
    sample.criteria.map((criterion) => row("joint", criterion, sample, condition, verdicts, judge)),
});

function names(sample: CriteriaSample): Record<string, string> {
  return Object.fromEntries(criteriaOf(sample).map(({ id, name }) => [id, name]));
}
