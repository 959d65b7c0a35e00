import { countWords } from "../../results/count_words.ts";
import { CRITERIA_SETS, type Criterion } from "../../results/criteria_sets.ts";
import type { SlotValue } from "../fill_prompt.ts";
import { jointVerdict, parseBetter, parseJointBetter } from "../parse/parse_better.ts";
import { noVerdict } from "../parse/settle_reply.ts";
import type { Condition, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { judgeTold, orderConditions } from "./conditions.ts";
import { type CriteriaSample, criteriaSample } from "./criteria_sample.ts";
import { pairSlots } from "./pair.ts";
import { type About, protocol } from "./protocol.ts";
import { explained, strictObject } from "./structured.ts";

/** The better response on one criterion as JSON. */
const SINGLE = explained("better_response", { type: "integer", enum: [1, 2] }, (value) => {
  const [, shown] = /^(?:response )?([12])$/i.exec(value.trim()) ?? [];
  return shown
    ? { status: "ok", values: { shown: Number(shown) } }
    : noVerdict("unparsable", "neither 1 nor 2");
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
  const { thinking = false } = options;
  if (typeof thinking !== "boolean") {
    throw new RangeError(`judge: wanted thinking as true or false, found ${JSON.stringify(thinking)}`);
  }
  return orderConditions(options, sample.image !== null).map((condition) => ({ ...condition, thinking }));
}

/** Response 1 or 2 as shown → A or B as the sample has them. */
function letter(shown: unknown, { swapped }: Condition): "A" | "B" | null {
  return shown === 1 || shown === 2 ? ((shown === 1) !== swapped ? "A" : "B") : null;
}

/** A row of the `criteria` frame; another run or order is told apart by the judge's name, as the frame has no such columns. */
function row(
  mode: "single" | "joint",
  criterion: string,
  sample: CriteriaSample,
  { run, swapped, image, thinking }: Condition,
  { judgment }: Record<string, ReplyVerdict>,
  judge: string,
): Record<string, unknown> {
  const choice = judgment?.values[criterion] ?? null;
  const status: About["status"] = judgment?.status ?? "missing";
  const { split, item_id, pair_type, human } = sample;
  const told = judgeTold({ judge, run, swapped }) + (!image && sample.image !== null ? " without image" : "");
  return {
    ...{ judge: told, mode, thinking, split, item_id, pair_type, criterion },
    ...{ human: human[criterion] ?? null, choice },
    ...{ words_a: countWords(sample.answer_a), words_b: countWords(sample.answer_b), run, swapped, image },
    status: status === "ok" && choice === null ? "unparsable" : status,
  };
}

const sampleId = ({ split, item_id, criteria, one }: CriteriaSample) =>
  [split, item_id, ...(one ? criteria : [])].join("/");

/**
 * Criterion-level judging, one criterion per call (Table 9 of Multi-Crit): K calls for an item with K criteria, each of which
 * speaks of its criterion alone.
 */
export const criteriaSingle = protocol({
  name: "criteria_single",
  summary: "Which of two responses is better on one criterion, one call per criterion",
  frame: "criteria",
  sample: criteriaSample,
  sampleId,
  options: ["thinking"],
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

/** Criterion-level judging, all criteria of an item in one call (Table 17 of Multi-Crit): one row per criterion. */
export const criteriaJoint = protocol({
  name: "criteria_joint",
  summary: "Which of two responses is better on each of several criteria, all in one call",
  frame: "criteria",
  sample: criteriaSample.refine(
    ({ one }) => !one,
    "one line per item with its `criteria` and `human` by criterion; found a line about one criterion",
  ),
  sampleId,
  options: ["thinking"],
  conditions,
  asks: [{
    name: "judgment",
    prompt: "criteria_joint",
    slots(sample, condition) {
      const list = criteriaOf(sample);
      return {
        ...slotsOf(sample, condition),
        k: String(list.length),
        criteria: list.map((criterion, i) => `${i + 1}. ${stated(criterion)}`).join("\n\n"),
      };
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
    sample.criteria.map((criterion) => row("joint", criterion, sample, condition, verdicts, judge)),
});

function names(sample: CriteriaSample): Record<string, string> {
  return Object.fromEntries(criteriaOf(sample).map(({ id, name }) => [id, name]));
}
