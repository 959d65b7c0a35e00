import type pl from "nodejs-polars";
import { verdictOf } from "../hypotheses/verdict.ts";
import { isRefusal } from "../stats/is_refusal.ts";
import type { HypothesisResult } from "../hypotheses/hypothesis_types.ts";
import { takeRows } from "../hypotheses/take_rows.ts";
import { groupRows } from "../metrics/metric_table.ts";
import type { Estimate, Look } from "./report_types.ts";

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
  /** Columns of the degrees of freedom, the clusters and the warning, where a frame has several intervals. */
  df?: string;
  clusters?: string;
  warning?: string;
  /** What else a row says. */
  note?: (row: Record<string, unknown>) => string;
}

/** Of an estimate that no test is made of. */
export const UNTESTED = { pValue: NaN, pEquivalence: NaN, warning: "" } as const;

/** An estimate that rests on no row. */
export const NOTHING = { estimate: NaN, low: NaN, high: NaN, n: 0, clusters: 0, ...UNTESTED } as const;

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
    df: dfColumn = "df",
    clusters: clusterColumn = "n_clusters",
    warning = "warning",
    note,
  }: MetricColumns,
): Estimate[] {
  return frame.toRecords().map((row) => {
    const limits = {
      estimate: number(row[estimate]),
      low: number(row[low]),
      high: number(row[high]),
    };
    const clusters = number(row[clusterColumn] ?? row[typeof n === "string" ? n : n[0]]);
    const df = number(row[dfColumn] ?? clusters - 1);
    const tested = !Number.isNaN(nullValue) && df > 0;
    const { pValue, pEquivalence } = tested ? verdictOf({ ...limits, df, nullValue, delta }) : UNTESTED;
    // A judge without one readable verdict is wrong throughout: its differences are 0 and say nothing.
    const rows = (typeof n === "string" ? [n] : n).reduce((sum, name) => sum + number(row[name]), 0);
    const about = { group: groupOf(row, [...by, ...also]), quantity };
    if (rows === 0 || usable !== undefined && number(row[usable]) === 0) {
      const why = typeof row[warning] === "string" ? row[warning] : "no row that can be used";
      return { ...about, ...NOTHING, warning: why };
    }
    return {
      ...about,
      ...limits,
      n: rows,
      clusters,
      pValue,
      pEquivalence,
      warning: typeof row[warning] === "string" ? row[warning] : "",
      ...note ? { note: note(row) } : {},
    };
  });
}

/** A hypothesis tested in every group of `by` as estimates, unadjusted: a report adjusts over all its lines. A group that fails says why. */
export function fromTests(
  frame: pl.DataFrame,
  by: readonly string[],
  test: (own: pl.DataFrame) => HypothesisResult,
  quantity: string | ((hypothesis: string) => string),
): Estimate[] {
  const found = groupRows(frame, by).map(({ key, rows }) => ({
    key,
    ...tested(test, takeRows(frame, rows)),
  }));
  const name = found.find(({ result }) => result)?.result?.hypothesis ?? "";
  return found.map(({ key, result, note }) => ({
    ...fromResult(result, typeof quantity === "string" ? quantity : quantity(name)),
    group: groupOf(key, by),
    ...note === "" ? {} : { warning: note },
  }));
}

/** A result as an estimate of no group; a missing one as an estimate that is not there. */
export function fromResult(result: HypothesisResult | null, quantity: string): Estimate {
  if (result === null) return { group: {}, quantity, ...NOTHING };
  const { estimate, low, high, n, clusters, pValue, pEquivalence, warning, unit, nullValue, delta } = result;
  const { claimIs, direction, sensitivity } = result;
  return {
    group: {},
    quantity,
    ...{ estimate, low, high, n, clusters, pValue, pEquivalence, warning, unit, nullValue, delta },
    ...{ claimIs, direction, sensitivity },
  };
}

/** Throws for what is no result, with what it is. */
export function requireResult(action: string, value: unknown): asserts value is HypothesisResult {
  const result = value as Partial<HypothesisResult> | null | undefined;
  if (
    typeof result === "object" && result !== null && typeof result.hypothesis === "string" &&
    [result.estimate, result.low, result.high, result.pValue].every((number) => typeof number === "number")
  ) return;
  const found = value instanceof Promise
    ? "a promise"
    : value === null
    ? "null"
    : `a value of type ${typeof value}`;
  throw new TypeError(`${action}: wanted a HypothesisResult (\`hypothesisResult({ … })\`), found ${found}`);
}

function tested(
  test: (own: pl.DataFrame) => HypothesisResult,
  own: pl.DataFrame,
): { result: HypothesisResult | null; note: string } {
  try {
    const result = test(own);
    requireResult(test.name || "hypothesis", result);
    return { result, note: "" };
  } catch (error) {
    return { result: null, note: problemOf(error) };
  }
}

/** What went wrong, in words: too little data says so itself; anything else is named, so that a fault is seen. */
export function problemOf(error: unknown): string {
  if (isRefusal(error)) return error.message;
  if (!(error instanceof Error)) return `something was thrown that is no error: ${String(error)}`;
  return `${error.name}: ${error.message}`;
}

/** The other ways in which a test asked the same question, as a look. */
export const WAYS: Look = {
  name: "other ways of asking",
  words: "what the same test finds by other ways or under other rules, unadjusted",
  estimates: (_frame, _by, { main }) =>
    main.flatMap(({ group, clusters, sensitivity = [] }) =>
      sensitivity.map(({ name, estimate, low, high, n, pValue }) => ({
        group,
        quantity: name,
        ...{ ...UNTESTED, estimate, low, high, n, clusters, pValue },
      }))
    ),
};

/** The values of a group's columns as text. */
export function groupOf(row: Record<string, unknown>, by: readonly string[]): Record<string, string> {
  return Object.fromEntries(by.map((name) => [name, row[name] === null ? "none" : String(row[name])]));
}

function number(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
