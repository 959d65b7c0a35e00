import type pl from "nodejs-polars";
import type { HypothesisResult } from "../hypotheses/hypothesis_types.ts";
import { comparedColumn, type HypothesisTest, resultOf } from "../hypotheses/hypothesis_table.ts";
import { shownPart } from "../hypotheses/hypothesis_display.ts";
import { takeRows } from "../results/take_rows.ts";
import { intervalText } from "./number_text.ts";
import { type VerdictEvidence, verdictOf } from "../hypotheses/verdict.ts";
import { estimatesOf } from "../metrics/estimate_columns.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { POINTS } from "../metrics/undecided.ts";
import { behindOf } from "../progress/computed_behind.ts";
import { isRefusal } from "../progress/require.ts";
import type { Estimate } from "./report_types.ts";
import { said } from "./said.ts";

export interface MetricEstimate {
  quantity: string;
  estimate: string;
  /** Column that counts readable verdicts, without one of which nothing is estimated. */
  usable?: string;
  nullValue?: number;
  also?: readonly string[];
  note?: (row: Record<string, unknown>) => string;
}

export const UNTESTED = { df: NaN, method: "", pValue: NaN, pEquivalence: NaN, warning: "" } as const;

export const NOTHING = { estimate: NaN, low: NaN, high: NaN, n: 0, clusters: 0, ...UNTESTED } as const;

export function fromMetric(
  table: pl.DataFrame,
  by: readonly string[],
  { quantity, estimate: estimand, usable, nullValue = NaN, also = [], note }: MetricEstimate,
): Estimate[] {
  const level = behindOf(table)?.level;
  return estimatesOf(table, estimand).map(
    ({ row, estimate, low, high, n, clusters, df: given, method, warning: whole, pOf }) => {
      const warning = whole.replaceAll(/ \(without them: where: \{.*?\}\)/g, "");
      const about = { group: groupOf(row, [...by, ...also]), quantity };
      // A judge without one readable verdict is wrong throughout: its differences are 0 and say nothing.
      if (n === 0 || usable !== undefined && row[usable] === 0) {
        const told = (warning || String(row.warning ?? "")).replace(/^.* has no row$/, "");
        return { ...about, ...NOTHING, warning: told || "no row that it can be computed from" };
      }
      const df = "df" in row ? given : clusters - 1;
      return {
        ...about,
        ...{ estimate, low, high, n, clusters, df, method, warning },
        ...tested({ estimate, low, high, df, level, pOf }, nullValue),
        ...note ? { note: note(row) } : {},
      };
    },
  );
}

/** A part of a claim without what else its name says. */
export const partName = ({ name }: { name: string }) => name.replace(/,.*/, "");

export const joined = (texts: readonly (string | undefined)[], by = "; ") => texts.filter(Boolean).join(by);

/** A line that rests on what nobody knows, with what is said of that: nothing is ruled out then, and no effect shown where something `hangs` on it. */
export const held = (
  one: Estimate,
  { warning = "", hangs }: Partial<Pick<Estimate, "warning" | "hangs">>,
): Estimate => ({
  ...{ ...one, warning: joined([one.warning, warning]), pEquivalence: NaN },
  ...hangs && { hangs },
});

/** The rows behind a line, by those of its columns that are among `by`. */
export function rowsByGroup(rows: pl.DataFrame, by: readonly string[]) {
  const keyOf = (group: Record<string, unknown>, names: readonly string[]) =>
    JSON.stringify(groupOf(group, names));
  const known = new Map<string, Map<string, number[]>>();
  return (group: Estimate["group"]) => {
    const names = by.filter((name) => name in group), which = names.join("\0");
    const groups = known.get(which) ??
      new Map(groupRows(rows, names).map(({ key, rows: own }) => [keyOf(key, names), [...own]]));
    known.set(which, groups);
    return groups.get(keyOf(group, names));
  };
}

export function tested(
  evidence: Pick<Estimate, "estimate" | "low" | "high" | "df"> & Pick<VerdictEvidence, "level" | "pOf">,
  nullValue = 0,
  delta = POINTS,
): Pick<Estimate, "pValue" | "pEquivalence" | "nullValue"> {
  if (Number.isNaN(nullValue) || !(evidence.df > 0)) return { pValue: NaN, pEquivalence: NaN };
  const { pValue, pEquivalence } = verdictOf({ ...evidence, nullValue, delta });
  return { pValue, pEquivalence, nullValue };
}

/** A hypothesis tested in every group of `by` as estimates, unadjusted: a report adjusts over all its lines. A group that fails says why. `toldOf`: which part of a claim is shown, and what else belongs to it. */
export function fromTests(
  frame: pl.DataFrame,
  by: readonly string[],
  test: HypothesisTest,
  quantity: string | ((hypothesis: string) => string),
  toldOf: (result: HypothesisResult) => { part?: string } & Partial<Estimate> = () => ({}),
): Estimate[] {
  const found = groupRows(frame, by).map(({ key, rows }) => {
    const group = groupOf(key, by);
    try {
      const result = resultOf(test.name || "hypothesis", test(takeRows(frame, rows)));
      return { group, result, warning: "" };
    } catch (error) {
      const problem = problemOf(error).replace(/; take one of them: .*/, ""),
        compared = comparedColumn(error, by);
      return { group, result: null, warning: problem + (compared ? said("each_of_one", { compared }) : "") };
    }
  });
  const hypothesis = found.find(({ result }) => result)?.result?.hypothesis ?? "";
  const name = typeof quantity === "string" ? quantity : quantity(hypothesis);
  return found.map(({ group, result, warning }) => {
    if (!result) return { group, quantity: name, ...NOTHING, warning };
    const { part, ...more } = toldOf(result), about = { ...group, ...part === undefined ? {} : { part } };
    return { ...fromResult(result, name), group: about, ...more };
  });
}

const OPEN = /^(not shown|the opposite is not shown|not ruled out) without /;

export function fromResult(result: HypothesisResult, quantity: string): Estimate {
  const part = shownPart(result), margin = Math.abs(result.nullValue);
  // Where another part alone can be absent, this one is held against a margin: a change within it counts as none.
  const isMargin = part !== undefined && !part.decidesAbsent &&
    result.parts?.some(({ decidesAbsent }) => decidesAbsent);
  const { leftOut, unit } = result;
  const warning = result.warning.split("; ").filter((text) => !OPEN.test(text)).join("; ");
  return {
    ...{ ...result, group: {}, quantity, warning },
    ...leftOut &&
      { without: `${intervalText(leftOut, unit) || "nothing to compare"} without ${leftOut.called}` },
    ...isMargin ? { none: [-margin, margin] } : {},
  };
}

/** What went wrong, in words: too little data says so itself; anything else is named, so that a fault is seen. */
export function problemOf(error: unknown): string {
  if (isRefusal(error)) return error.message;
  if (!(error instanceof Error)) return `something was thrown that is no error: ${String(error)}`;
  return `${error.name}: ${error.message}`;
}

export function groupOf(row: Record<string, unknown>, by: readonly string[]): Record<string, string> {
  return Object.fromEntries(by.map((name) => [name, row[name] === null ? "none" : String(row[name])]));
}
