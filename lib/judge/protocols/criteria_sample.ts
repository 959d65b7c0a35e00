import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { canonicalCriterion, CRITERIA_SETS } from "../../results/criteria_sets.ts";

const verdict = z.enum(["A", "B", "tie"]).nullable();

/** Names of the public dataset's columns and ours; where a line has both, ours count. */
const NAMES = {
  item_id: "prompt_id",
  query: "question",
  image: "image_path",
  answer_a: "pred_a",
  answer_b: "pred_b",
} as const;

/** The line under our names; a line about one criterion (`criterion`, `human` as a letter) as an item with that one. */
function ownNames(line: unknown): unknown {
  if (typeof line !== "object" || line === null || Array.isArray(line)) return line;
  const { criterion, preference, ...values } = line as Record<string, unknown>;
  for (const [own, other] of Object.entries(NAMES)) values[own] ??= values[other];
  if (criterion === undefined) return values;
  const human = values.human ?? preference ?? null;
  return { ...values, criteria: [criterion], human: { [String(criterion)]: human }, one: true };
}

/**
 * Two responses to a question about an image, to be compared by criteria: `split, item_id, query, image, answer_a,
 * answer_b`; `criteria` lists those that apply (by any of their names; all five of the split by default) and `human` has
 * the human preference by criterion. A line may also be about one criterion (`criterion`, and `human` or `preference`), as
 * in the public dataset, whose column names are understood too.
 */
export const criteriaSample = z.preprocess(
  ownNames,
  z.object({
    split: z.enum(["open_ended", "reasoning"]),
    item_id: idText,
    pair_type: z.enum(["cross", "intra"]).nullable().default(null),
    image: z.string().min(1).nullable().default(null),
    query: z.string(),
    answer_a: z.string(),
    answer_b: z.string(),
    criteria: z.array(z.string()).min(1).optional(),
    human: z.record(z.string(), verdict).default({}),
    one: z.boolean().default(false),
  }).loose(),
).transform((sample, context) => {
  const set = CRITERIA_SETS[sample.split];
  const named = sample.criteria ?? set.map(({ id }) => id);
  const ids = [...new Set(named.map((name) => canonicalCriterion(sample.split, name)))];
  const human = Object.fromEntries(
    Object.entries(sample.human).map(([name, value]) => [canonicalCriterion(sample.split, name), value]),
  );
  for (const id of [...ids, ...Object.keys(human)]) {
    if (set.some((criterion) => criterion.id === id)) continue;
    const known = set.map((criterion) => criterion.id).join(", ");
    context.addIssue({ code: "custom", message: `criteria of ${sample.split} are ${known}; found ${id}` });
  }
  // In the order of the set: a joint prompt must not depend on the order in a file.
  return { ...sample, human, criteria: set.map(({ id }) => id).filter((id) => ids.includes(id)) };
});

export type CriteriaSample = z.infer<typeof criteriaSample>;
