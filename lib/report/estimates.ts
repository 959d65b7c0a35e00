import pl from "nodejs-polars";
import { verdictOf } from "../hypotheses/verdict.ts";
import { hypothesisTable, type HypothesisTest } from "../hypotheses/hypothesis_table.ts";
import type { Estimate } from "./report_types.ts";

/** Which columns of a metric frame hold what. */
export interface MetricColumns {
  quantity: string;
  estimate: string;
  low?: string;
  high?: string;
  /** Column of the rows that the estimate rests on; of both sides, where it compares two. */
  n?: string | readonly string[];
  /** Column that counts readable verdicts, without one of which nothing is estimated. */
  usable?: string;
  /** NaN (the default) where nothing is tested. */
  nullValue?: number;
  /** Effects smaller than this count as none. */
  delta?: number;
  /** Columns of the metric's own that tell its rows apart: bias type, evaluator. */
  also?: readonly string[];
}

/** The rows of a metric frame as estimates: one per group of `by`. */
export function fromMetric(
  frame: pl.DataFrame,
  by: readonly string[],
  {
    quantity,
    estimate,
    low = "low",
    high = "high",
    n = "n",
    nullValue = NaN,
    delta = 0.05,
    also = [],
    usable,
  }: MetricColumns,
): Estimate[] {
  return frame.toRecords().map((row) => {
    const limits = {
      estimate: number(row[estimate]),
      low: number(row[low]),
      high: number(row[high]),
    };
    const clusters = number(row.n_clusters ?? row[typeof n === "string" ? n : n[0]]);
    const df = number(row.df ?? clusters - 1);
    const tested = !Number.isNaN(nullValue) && df > 0;
    const { pValue, pEquivalence } = tested
      ? verdictOf({ ...limits, df, nullValue, delta })
      : { pValue: NaN, pEquivalence: NaN };
    // A judge without one readable verdict is wrong throughout: its differences are 0 and say nothing.
    const rows = (typeof n === "string" ? [n] : n).reduce((sum, name) => sum + number(row[name]), 0);
    if (rows === 0 || usable !== undefined && number(row[usable]) === 0) {
      const none = { estimate: NaN, low: NaN, high: NaN, n: 0, clusters: 0, pValue: NaN, pEquivalence: NaN };
      return { group: groupOf(row, [...by, ...also]), quantity, ...none, warning: "no row that can be used" };
    }
    return {
      group: groupOf(row, [...by, ...also]),
      quantity,
      ...limits,
      n: rows,
      clusters,
      pValue,
      pEquivalence,
      warning: typeof row.warning === "string" ? row.warning : "",
    };
  });
}

/** Hypotheses tested in every group of `by` as estimates, unadjusted: a report adjusts over all its lines. */
export function fromTests(
  frame: pl.DataFrame,
  by: readonly string[],
  tests: HypothesisTest | readonly HypothesisTest[],
  quantity: string | ((hypothesis: string) => string),
): Estimate[] {
  return hypothesisTable(frame, tests, { by, correction: "none" }).toRecords().map((row) => ({
    group: groupOf(row, by),
    quantity: typeof quantity === "string" ? quantity : quantity(String(row.hypothesis)),
    estimate: number(row.estimate),
    low: number(row.low),
    high: number(row.high),
    n: number(row.n),
    clusters: number(row.clusters),
    pValue: number(row.p_value),
    pEquivalence: number(row.p_equivalence),
    warning: [row.warning, row.note].filter((text) => typeof text === "string" && text !== "").join("; "),
  }));
}

/** Rows of a frame whose columns have these values; the frame itself where it lacks the columns or has no such row. */
export function preferring(frame: pl.DataFrame, wanted: Record<string, string | boolean>): pl.DataFrame {
  let kept = frame;
  for (const [name, value] of Object.entries(wanted)) {
    if (!kept.columns.includes(name)) continue;
    const narrowed = kept.filter(pl.col(name).eq(pl.lit(value)));
    if (narrowed.height > 0) kept = narrowed;
  }
  return kept;
}

function groupOf(row: Record<string, unknown>, by: readonly string[]): Record<string, string> {
  return Object.fromEntries(by.map((name) => [name, row[name] === null ? "none" : String(row[name])]));
}

function number(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
