import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { requireNamed } from "../../progress/require.ts";
import { countWords } from "../../results/count_words.ts";
import {
  canonicalCriterion,
  CRITERIA_SETS,
  type CriteriaSplit,
  type Criterion,
  orderedCriteria,
} from "../../results/criteria_sets.ts";
import { jointVerdict, parseBetter, parseJointBetter } from "../parse/parsers.ts";
import { explained, strictObject, unread } from "../parse/settle_reply.ts";
import type { SlotValue } from "../prompts.ts";
import type { Condition, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { pairSlots } from "./pair.ts";
import { orderConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";

type Asked = Pick<Criterion, "id" | "name" | "definition"> & Partial<Criterion>;

const OWN = 'names of criteria, or one\'s own with their descriptions: {"brevity": "…"}';

const setOf = (split: string): readonly Criterion[] =>
  Object.hasOwn(CRITERIA_SETS, split) ? CRITERIA_SETS[split as CriteriaSplit] : [];

/** Two responses, to be compared by `criteria`: names among the split's (all by default), or one's own with what each asks of an answer; `human` is people's preference. */
const criteriaSample = z.looseObject({
  split: z.string().min(1).nullish().transform((split) => split ?? "all"),
  item_id: idText,
  pair_type: z.enum(["cross", "intra"]).nullable().default(null),
  image: z.string().min(1).nullable().default(null),
  query: z.string(),
  answer_a: z.string(),
  answer_b: z.string(),
  criteria: z.union([z.array(z.string()).min(1), z.record(z.string(), z.string())], OWN).optional(),
  human: z.record(z.string(), z.enum(["A", "B", "tie"]).nullable()).default({}),
}).transform((sample, context) => {
  const { split, criteria: given = setOf(split).map(({ id }) => id) } = sample;
  const canonical = (name: string) => Array.isArray(given) ? canonicalCriterion(split, name) : name;
  const names = Array.isArray(given) ? given.map(canonical) : Object.keys(given);
  const human = Object.fromEntries(
    Object.entries(sample.human).map(([name, value]) => [canonical(name), value]),
  );
  const known = Array.isArray(given)
    ? setOf(split).map(({ id }) => id)
    : names.filter((name) => given[name].trim() !== "");
  const asked = names.length > 0 ? names : [String(sample.criterion ?? "NAME")];
  for (const id of [...asked, ...Object.keys(human)].filter((id) => !known.includes(id))) {
    const message = `${
      known.length > 0 ? `criteria of ${split} are ${known.join(", ")}; another` : "a criterion of one's own"
    } has its description in the sample, "criteria": {${JSON.stringify(id)}: "…"}; found ${
      id === "NAME" ? "none" : id
    }`;
    context.addIssue({ code: "custom", message });
  }
  const criteria = Array.isArray(given) ? known.filter((id) => names.includes(id)) : given;
  return { ...sample, human, criteria };
});

type CriteriaSample = z.infer<typeof criteriaSample>;

const SINGLE = explained("better_response", { type: "integer", enum: [1, 2] }, (value) => {
  const [, shown] = /^(?:response )?([12])$/i.exec(value.trim()) ?? [];
  return shown ? { status: "ok", values: { shown: Number(shown) } } : unread("neither 1 nor 2");
});

/** In one order: a joint prompt must not depend on the order in a file. */
function criteriaOf({ split, criteria }: CriteriaSample): Asked[] {
  return Array.isArray(criteria)
    ? setOf(split).filter(({ id }) => criteria.includes(id))
    : orderedCriteria(split, Object.keys(criteria)).map((id) => ({ id, name: id, definition: criteria[id] }));
}

function stated({ name, definition, reward, penalize }: Asked): string {
  return [name, definition, reward && `- Reward: ${reward}`, penalize && `- Penalize: ${penalize}`]
    .filter(Boolean).join("\n");
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

/** A row; a judge that saw no image of a sample that has one goes by another name, since the frame has no such column. */
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
  const told = !image && sample.image !== null ? `${judge} without image` : judge;
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
      criteriaOf(sample).map(({ id }) => ({ ...condition, criterion: id }))
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
      schema: strictObject(Object.fromEntries(criteriaOf(sample).map(({ id }) => [id, SINGLE.schema]))),
      read: (value) =>
        jointVerdict(names(sample), (id) => SINGLE.read(Object(value[id])).values.shown ?? null),
    }),
    finish: (values, _sample, condition) =>
      Object.fromEntries(Object.entries(values).map(([id, shown]) => [id, letter(shown, condition)])),
  }],
  rows: (sample, condition, verdicts, judge) =>
    criteriaOf(sample).map(({ id }) => row("joint", id, sample, condition, verdicts, judge)),
});

function names(sample: CriteriaSample): Record<string, string> {
  return Object.fromEntries(criteriaOf(sample).map(({ id, name }) => [id, name]));
}
