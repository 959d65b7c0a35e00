import { told, unframed } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { groupRows, metricFrame, rowsWhere } from "../metrics/metric_table.ts";
import { bare, interval, shownPart, sideShown } from "./hypothesis_display.ts";
import type { CellContrast } from "../metrics/contrast.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { claim, cohensH, DELTA } from "./claim.ts";
import { behindOf } from "../metrics/own_rows.ts";
import { inDeviations } from "../metrics/run_means.ts";
import { adjustVerdicts, type Correction, requireCorrection } from "./verdict.ts";
import { NOTHING, openWithout } from "./left_out.ts";
import { takeRows } from "../results/take_rows.ts";
import { type By, isFrame, saysSimulated } from "../results/frame.ts";
import type { Where } from "../results/only.ts";
import { requireOptions, unlessRefused } from "../progress/require.ts";
import { WrongType, WrongValue } from "../progress/require_no_more.ts";
import { said } from "../metrics/said.ts";

/** A hypothesis as a function of the rows it is tested on: a claim, or a contrast or metric of one's own. */
export type HypothesisTest<Frame extends pl.DataFrame = pl.DataFrame> = (
  frame: Frame,
) => HypothesisResult | CellContrast | pl.DataFrame;

/** A hypothesis with the name that tables and reports call it by. */
export interface TitledTest<Frame extends pl.DataFrame = pl.DataFrame> {
  title: string;
  test: HypothesisTest<Frame>;
}

/** Options of `hypothesisTable`. */
export interface HypothesisTableOptions {
  /** Columns whose every combination is tested by itself: benchmark, judge, domain, … */
  by?: By;
  /** Rows that count, by values of columns; all by default. */
  where?: Where<pl.DataFrame>;
  /** `holm`, the default, controls the chance of any false claim (p of equivalence by Bonferroni); `bh` (Benjamini–Hochberg) the share of false ones among the claims; `none` leaves p as they are. */
  correction?: Correction;
  /** Level of the verdicts after the correction; 0.05 by default. */
  alpha?: number;
}

/**
 * One or several hypotheses in every group (judge, benchmark, domain, …): one table, with p-values corrected for all tests in it.
 *
 * One row per group and hypothesis: the columns of `by`, `hypothesis, estimate, low, high, n, clusters, p_value, p_adjusted,
 * verdict, effect_measure, effect, unit, provenance, note, df, delta, p_equivalence, p_equivalence_adjusted, warning, part` (of a
 * claim of several parts the one that the estimate is of, which `hypothesis` names too; `note` has the others, of which the estimate of another row may be), `null_value` (what the estimate is held against: 0, a share of .5, a loss of accuracy
 * of −.05). `toLatex` prints an estimate that is selected with `low, high, unit` in one column. `p_value` is two-sided, of the claim as a whole. Each test of the
 * list is one of its own, whatever it is called; one that is called like an earlier one has its place behind its name.
 *
 * Verdicts follow the adjusted p-values: of a direction `p_adjusted`, by the correction that is named, of `absent` `p_equivalence_adjusted`, which with Holm is
 * `p_equivalence` times the number of tests (Bonferroni). So the chance of any false verdict in the whole table is at most alpha. The intervals stay those of each test by itself.
 * Of claims that count unread replies and ties as wrong a verdict is one that stands without these too (`leftOut`, adjusted alike), else `undecided`, and `note` says
 * what is found there. Where a claim that two things differ is supported, `note` says the side (`above 0`).
 *
 * A test may be a contrast of one's own, `(rows) => contrast(rows, …)`: it claims that its sum of means differs from its null value (with
 * `claimIs: "above"` or `"below"`, that it lies there), and is called as its function is, else what it compares; any test is called by the title that is
 * given with it, `{ title: "Charts are harder", test: (rows) => … }`, as in `report`. One that compares judges wants `by` without the judge (`by: []`).
 *
 * A group in which a hypothesis cannot be tested (no rows without image, no labels) has a row with verdict `untestable`, the
 * reason in `note`, and takes no part in the correction. A test of one's own says so by a RangeError with what it wanted and found; any other
 * error is a fault and is thrown, as is a refusal of how it is written: a misspelt column or option, a value that no group has, `div` of whole numbers.
 *
 * @throws {TypeError} when the frame lacks a column of `by`, or that a test names
 * @throws {RangeError} for an unknown correction, no test, or a value that a test asks for and no row of any group has
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import {
 *   biasExceedsLengthBias, hypothesisTable, ownMetric,
 * } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({
 *   judges: ["GPT-4o", "LLaVA-1.6-34B"], benchmarks: ["VL-RewardBench"],
 * });
 * const table = hypothesisTable(pairs, [biasExceedsLengthBias, {
 *   title: "takes a longer A",
 *   test: (rows) => ownMetric(rows, {
 *     by: [],
 *     means: {
 *       longer: (row) => row.words_a! > row.words_b! ? row.choice === "A" : null,
 *     },
 *     nullValue: 0.5,
 *   }),
 * }], { by: ["judge"] });
 * assert.equal(table.height, 4);
 * const [first] = table.toRecords() as { p_value: number; p_adjusted: number }[];
 * assert.ok(first.p_adjusted >= first.p_value);
 * ```
 */
export function hypothesisTable<Frame extends pl.DataFrame>(
  frame: Frame,
  tests: HypothesisTest<Frame> | TitledTest<Frame> | readonly (HypothesisTest<Frame> | TitledTest<Frame>)[],
  options: HypothesisTableOptions = {},
): pl.DataFrame {
  requireOptions("hypothesisTable", options, ["by", "where", "correction", "alpha"], arguments);
  const { by = ["benchmark", "judge"], where = {}, correction = "holm", alpha = 0.05 } = options;
  const list = [tests].flat().map((one) => typeof one === "function" ? { title: "", test: one } : one);
  const isTest = (one: TitledTest<Frame>) => typeof one?.title === "string" && typeof one.test === "function";
  if (isFrame(tests) || !list.every(isTest)) {
    throw new TypeError(said("no_tests", { found: told(tests) }));
  }
  if (list.length === 0) throw new RangeError("hypothesisTable: wanted at least one test, found none");
  requireCorrection("hypothesisTable", correction);
  const meant = rowsWhere("hypothesisTable", frame, where) as Frame;
  const found = groupRows(meant, by).flatMap(({ key, rows }) => {
    const own = takeRows(meant, rows), provenance = saysSimulated(own) ? "simulated" : "results";
    const of = (test: HypothesisTest<Frame>) => attempt(test, own as Frame, meant, Object.keys(key));
    return list.map(({ test }, t) => ({ key, t, provenance, ...of(test) }));
  });
  // A test that fails in a group is called what it calls itself elsewhere.
  const called = list.map(({ title, test }, t) =>
    title || (found.find((one) => one.t === t && one.result)?.result?.hypothesis ??
      (test.name || `test ${t + 1}`))
  );
  const names = called.map((name, t) => called.indexOf(name) === t ? name : `${name} (test ${t + 1})`);
  const adjusted = adjustVerdicts(found.map(({ result }) => result ?? NOTHING_FOUND), { correction, alpha });
  const rows = found.map(({ key, t, provenance, result, note }, i) => {
    const own = adjusted[i], isTold = result !== null && own.verdict !== "untestable";
    const { clusters, pValue, effect, pEquivalence, nullValue, ...shown } = result ??
      { ...NOTHING_FOUND, provenance };
    const main = result && shownPart(result), part = main?.name;
    const others = result?.parts?.map((one) => one !== main && `${one.name}: ${interval(one, result)}`) ?? [];
    const against = result?.nullValue ? `, against ${bare(result.nullValue, result)}` : "";
    const hypothesis = names[t] + (part ? ` (estimate: ${part}${against})` : "");
    // What is not shown without replies that name no answer, else the side of a claim of either one.
    const open = isTold && result.leftOut && own.counted !== own.verdict &&
      openWithout({ ...result, leftOut: result.leftOut }, own.counted);
    return {
      ...key,
      ...shown,
      ...{ hypothesis, part, clusters, p_value: pValue, p_adjusted: own.pAdjusted },
      note: isTold
        ? [open || sideShown(result, own.verdict), ...others].filter(Boolean).join("; ")
        : result?.warning ?? note,
      verdict: own.verdict,
      // Of what cannot be told no size is.
      ...isTold && { effect_measure: effect.measure, effect: effect.value },
      p_equivalence: pEquivalence,
      p_equivalence_adjusted: own.pEquivalenceAdjusted,
      null_value: isTold ? nullValue : NaN,
    };
  });
  const levels = new Set(found.flatMap(({ result }) => result ? 1 - result.alpha : []));
  return metricFrame(by, COLUMNS, rows, frame, levels.size > 1 ? NaN : [...levels][0]);
}

const NO_EFFECT = { measure: "", value: NaN };
const NOTHING_FOUND = { ...NOTHING, df: NaN, delta: NaN, effect: NO_EFFECT, unit: "", warning: "" };

const COLUMNS = "hypothesis:text estimate low high n:count clusters:count p_value p_adjusted verdict:text " +
  "effect_measure:text effect unit:text provenance:text note:text df delta p_equivalence " +
  "p_equivalence_adjusted warning:text part:text null_value";

function attempt<Frame extends pl.DataFrame>(
  test: HypothesisTest<Frame>,
  frame: Frame,
  whole: Frame,
  by: readonly string[],
): { result: HypothesisResult | null; note: string } {
  const found = unlessRefused<{ tested: Tested } | { note: string }>(
    () => ({ tested: test(frame) }),
    (error) => {
      // Too little to test in this group; anything else is a fault that must be seen, as a value that no group has.
      if (error instanceof WrongType) throw error;
      if (error instanceof WrongValue) {
        if (error.column === "") throw error;
        if (whole.columns.includes(error.column)) error.again?.(whole);
        // Of a column that the test makes itself: what no group has is not in all rows either.
        else if (lacksToo(test, whole, error.column)) throw error;
      }
      const compared = comparedColumn(error, by);
      const way = compared && `; each group is of one ${compared}: leave it out of by (by: [] is one group)`;
      return { note: error.message + (way ?? "") };
    },
  );
  return "note" in found
    ? { result: null, ...found }
    : { result: resultOf("hypothesisTable", found.tested, test.name), note: "" };
}

function lacksToo<Frame extends pl.DataFrame>(
  test: HypothesisTest<Frame>,
  whole: Frame,
  column: string,
): boolean {
  try {
    test(whole);
    return false;
  } catch (error) {
    return error instanceof WrongValue && error.column === column;
  }
}

/** Of a refusal in one group the column of the groups that the test compares values of. */
export function comparedColumn(error: unknown, by: readonly string[]): string | undefined {
  return error instanceof WrongValue ? by.find((name) => name === error.column) : undefined;
}

const SIDES = { above: "is above", below: "is below", either: "differs from" } as const;

export type Tested = ReturnType<HypothesisTest>;

/**
 * What a test returned as a result: a claim's, or that of an estimate of one's own, which lies on the side of its null value that its `claimIs`
 * says, called as its function is or as what it compares; a difference of shares below 5 points counts as none, of other numbers none does unless `delta` says so.
 * With a `level` the limits of such an estimate are at that, whichever its own are.
 */
export function resultOf(action: string, value: Tested, name = "", level?: number): HypothesisResult {
  const made = behindOf(value);
  if (made === undefined) {
    const { hypothesis, estimate, low, high, pValue } = unframed(value) as Partial<HypothesisResult>;
    const isResult = [estimate, low, high, pValue].every((number) => typeof number === "number");
    if (isResult && typeof hypothesis === "string") return value as HypothesisResult;
    throw new TypeError(said("no_result", { action, found: told(value) }));
  }
  const { frame, clusters, unit, pair, nullValue, claimIs, isRatio, undecided, ...more } = made;
  const own = level === undefined || level === more.level ? made.found : made.at(level);
  const found = { ...own, pOf: made.found.pOf, warning: more.warning };
  const compared = more.isUnnamed && name || more.compared;
  const delta = more.delta ?? (unit === "number" ? 0 : DELTA[unit]);
  return claim({
    hypothesis: name || compared,
    claim: `${compared} ${SIDES[claimIs]} ${nullValue}`,
    parts: [{ name: compared, nullValue, look: found }],
    ...{ claimIs, unit, silent: more.silent, frames: [frame] },
    delta,
    undecided: undecided && {
      ...undecided,
      without: () => resultOf(action, undecided.without() as CellContrast, name, level),
    },
    effect: isRatio
      ? { measure: "ratio", value: found.estimate }
      : unit === "percent"
      ? cohensH(found.estimate, nullValue)
      // Of two shares h knows no distance but that from each other.
      : unit !== "number" && pair && nullValue === 0
      ? cohensH(pair[0], pair[1])
      : inDeviations(found, nullValue),
    method: `${more.method}; against ${nullValue}, delta ${delta}; cluster-robust by ${clusters}`,
    compares: ["judge", "benchmark"],
    assumptions: [`rows on different ${clusters}s are independent`],
    alpha: Number((1 - (level ?? more.level)).toPrecision(12)),
  });
}
