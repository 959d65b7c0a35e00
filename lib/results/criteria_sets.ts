import { readFileSync } from "node:fs";

/** What a judge of one criterion is told: its definition, what to reward, what to penalise. */
export interface Criterion {
  /** Name in the column `criterion`. */
  id: string;
  /** Name in the paper. */
  name: string;
  /** Name that fits on an axis. */
  short: string;
  /** What the criterion asks of an answer, as a sentence for the judge. */
  definition: string;
  /** What speaks for an answer. */
  reward: string;
  /** What speaks against an answer. */
  penalize: string;
  /** Other names that the paper and its data use. */
  aliases: readonly string[];
}

/** The parts of Multi-Crit: free answers, and reasoning with an answer that can be checked. */
export type CriteriaSplit = "open_ended" | "reasoning";

/**
 * The two sets of five criteria of Multi-Crit (appendix, Tables 7 and 8) in the paper's order; names are the paper's, all
 * other words our own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { CRITERIA_SETS } from "judgebias";
 *
 * assert.equal(CRITERIA_SETS.open_ended[0].name, "Completeness and Coverage");
 * assert.deepEqual(CRITERIA_SETS.reasoning.map(({ id }) => id), [
 *   "grounding",
 *   "logic",
 *   "no_hallucination",
 *   "reflection",
 *   "efficiency",
 * ]);
 * ```
 */
export const CRITERIA_SETS: Record<CriteriaSplit, readonly Criterion[]> = JSON.parse(
  readFileSync(new URL("../../data/criteria.json", import.meta.url), "utf8"),
);

/**
 * The canonical id of a criterion of Multi-Crit by any of its names, whatever case and punctuation; a name that it does not
 * know comes back as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { canonicalCriterion } from "judgebias";
 *
 * assert.equal(
 *   canonicalCriterion("reasoning", "Logical Coherence and Consistency"), "logic",
 * );
 * assert.equal(
 *   canonicalCriterion("open_ended", "My own criterion"), "My own criterion",
 * );
 * ```
 */
export function canonicalCriterion(split: string | null, name: string): string {
  const key = plainName(name);
  const sets = split !== null && Object.hasOwn(CRITERIA_SETS, split)
    ? [CRITERIA_SETS[split as CriteriaSplit]]
    : Object.values(CRITERIA_SETS);
  const found = sets.flat().find((one) =>
    one.id === key || plainName(one.name) === key || one.aliases.includes(key)
  );
  return found?.id ?? name;
}

export function orderedCriteria(split: string | null, ids: Iterable<string>): string[] {
  const order =
    (split === "open_ended" || split === "reasoning"
      ? CRITERIA_SETS[split]
      : [...CRITERIA_SETS.open_ended, ...CRITERIA_SETS.reasoning]).map(({ id }) => id);
  const rank = (id: string) => order.includes(id) ? order.indexOf(id) : order.length;
  return [...new Set(ids)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");
}
