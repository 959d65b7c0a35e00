import { MULTI_CRIT_FACTS, type MultiCritMetric, multiCritValues } from "@/papers/multi_crit.ts";
import { SOLVED } from "./printed_facts.ts";

/** What a simulated judge gets on a split: counts, and the criterion average in percent as printed. */
export interface CriteriaTarget {
  judge: string;
  pair: string;
  mode: "single" | "joint";
  thinking: boolean;
  split: ReturnType<typeof multiCritValues>[number]["split"];
  /** Items right on every criterion. */
  pluralistic: number;
  /** Conflicted items on which the judge's preferences differ. */
  tradeoff: number;
  /** Conflicting pairs of criteria that are matched. */
  conflict: number;
  /** Conflicted items with two conflicting pairs that a missing answer takes out of both. */
  missing: 0 | 1;
  average: string;
}

/** Whether k of n prints as the given percentage. */
const prints = (k: number, n: number, printed: string) => (100 * k / n).toFixed(2) === printed;

/**
 * The counts behind Tables 16 and 18. Every percentage is a count over the split's items, conflicted items or conflicting
 * pairs; but for one judge, where only 108 items and 279 pairs of 109 and 281 give the printed digits: one item with two
 * pairs had no usable answer.
 *
 * @throws {RangeError} when no count prints a published percentage
 */
export function criteriaTargets(): CriteriaTarget[] {
  const rows = new Map<
    string,
    { first: ReturnType<typeof multiCritValues>[number]; printed: Map<MultiCritMetric, string> }
  >();
  for (const value of multiCritValues()) {
    const key = [value.judge, value.mode, value.thinking, value.split].join("\n");
    if (!rows.has(key)) rows.set(key, { first: value, printed: new Map() });
    rows.get(key)!.printed.set(value.metric, value.printed);
  }
  return [...rows.values()].map(({ first: { judge, pair, mode, thinking, split }, printed }) => {
    const { items, conflictItems } = MULTI_CRIT_FACTS[split], { conflictPairs } = SOLVED[split];
    const count = (metric: MultiCritMetric, n: number): number | null => {
      const k = Math.round(n * Number(printed.get(metric)) / 100);
      return prints(k, n, printed.get(metric)!) ? k : null;
    };
    for (const missing of [0, 1] as const) {
      const pluralistic = count("pluralistic_accuracy", items);
      const tradeoff = count("tradeoff_sensitivity", conflictItems - missing);
      const conflict = count("conflict_matching_rate", conflictPairs - 2 * missing);
      if (pluralistic === null || tradeoff === null || conflict === null) continue;
      const average = printed.get("criterion_average")!;
      return { judge, pair, mode, thinking, split, pluralistic, tradeoff, conflict, missing, average };
    }
    throw new RangeError(`criteriaTargets: wanted counts that print the numbers of ${judge}, found none`);
  });
}
