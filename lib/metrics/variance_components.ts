import type pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { requireList, requireOptions, requireText } from "../progress/require.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { cholesky } from "../stats/matrix.ts";
import { studentQuantile } from "../stats/distributions.ts";
import { grouped } from "../stats/grouped.ts";
import { metricFrame } from "./metric_table.ts";

const GROUPS = 40;

const ROUNDING = 1e-24;

/**
 * Where an outcome's variance comes from: random effects of crossed factors (item, judge, run, prompt), of every two of them together, and
 * what is left. With it one sees what more items, runs or prompts would buy.
 *
 * Model: y = μ + Σ_f a_f + Σ_{f<g} a_fg + e, all independent with mean 0. Method of moments for any pattern of cells (MINQUE with
 * equal weights, Rao 1971): the sums of squares of level totals about the mean are set equal to their expectations. A combination that
 * has as many levels as rows is the residual; one that has as many as one of its factors is nested in it and left out.
 *
 * Rows: one per `component` (a factor, `a × b`, `residual`), with `variance` (in squared units of the outcome; negative where chance made it
 * so), `share` of their sum (negative ones count as 0), `low, high` (of the share: jackknife over groups of the first factor's levels,
 * Student's t, clipped to [0, 1]), `levels`, and `of_mean` = variance/levels: what the component adds to the variance of the overall
 * mean in a balanced design, so that twice the levels halve it. Rows without an outcome are left out.
 *
 * Components that the design cannot tell apart give NaN; so do intervals with fewer than three levels of the first factor.
 *
 * @param factors columns, the one whose levels are a sample first (items)
 * @throws {TypeError} for a column that the frame lacks
 * @throws {RangeError} without a factor
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { varianceComponents } from "judgebias";
 *
 * // Items differ by 4, judges not at all, and nothing else varies.
 * const frame = pl.DataFrame({
 *   item_id: ["a", "a", "b", "b", "c", "c"], judge: ["x", "y", "x", "y", "x", "y"],
 *   score: [1, 1, 5, 5, 9, 9],
 * });
 * const [item, judge] = varianceComponents(frame, {
 *   outcome: "score", factors: ["item_id", "judge"],
 * }).toRecords();
 * assert.ok(Math.abs(Number(item.variance) - 16) < 1e-9); // the variance of 1, 5, 9
 * assert.ok(Math.abs(Number(judge.variance)) < 1e-9);
 * ```
 */
export function varianceComponents(
  frame: pl.DataFrame,
  asked: { outcome: string; factors: readonly string[]; level?: number },
): pl.DataFrame {
  const action = "varianceComponents", known = ["outcome", "factors", "level"];
  const { outcome, factors, level = 0.95 } = requireOptions(action, asked, known, arguments);
  requireText(action, "the name of a column as outcome", outcome);
  requireList(action, "factors", factors, "string");
  if (factors.length === 0) throw new RangeError(`${action}: wanted at least one factor, found none`);
  requireColumns(action, frame, [outcome, ...factors]);
  const y = columnNumbers(frame.getColumn(outcome));
  const rows = Int32Array.from(y.keys()).filter((row) => !Number.isNaN(y[row]));
  const main = factors.map((name) => renumbered(factor(frame.getColumn(name)).codes, rows));
  const terms = main.map((own, f) => ({ name: factors[f], ...own }));
  for (let f = 0; f < main.length; f++) {
    for (let g = f + 1; g < main.length; g++) {
      const codes = main[f].codes.map((code, i) => code * main[g].levels + main[g].codes[i]);
      const both = renumbered(codes, Int32Array.from(rows.keys()));
      const most = Math.max(main[f].levels, main[g].levels);
      if (both.levels > most && both.levels < rows.length) {
        terms.push({ name: `${factors[f]} × ${factors[g]}`, ...both });
      }
    }
  }
  const values = Float64Array.from(rows, (row) => y[row]), all = new Uint8Array(rows.length).fill(1);
  const variances = momentVariances(values, terms, all);
  const shares = sharesOf(variances), names = [...terms.map(({ name }) => name), "residual"];
  const groups = Math.min(GROUPS, main[0].levels);
  const left = groups < 3 ? [] : Array.from({ length: groups }, (_, group) =>
    sharesOf(momentVariances(
      values,
      terms,
      all.map((_, i) => main[0].codes[i] % groups === group ? 0 : 1),
    )));
  const t = groups < 3 ? NaN : studentQuantile(0.5 + level / 2, groups - 1);
  return metricFrame(
    ["component"],
    "variance share low high levels:count of_mean",
    names.map((component, c) => {
      const mean = left.reduce((sum, one) => sum + one[c], 0) / groups;
      const spread = left.reduce((sum, one) => sum + (one[c] - mean) ** 2, 0);
      // Levels that are alike have no spread to tell the error from.
      const half = spread > ROUNDING ? t * Math.sqrt((groups - 1) / groups * spread) : NaN;
      const levels = terms[c]?.levels ?? rows.length;
      return {
        component,
        variance: variances[c],
        share: shares[c],
        low: Math.max(0, shares[c] - half),
        high: Math.min(1, shares[c] + half),
        levels,
        of_mean: variances[c] / levels,
      };
    }),
    frame,
    level,
  );
}

type Levels = ReturnType<typeof renumbered>;

function renumbered(codes: Int32Array, rows: Int32Array) {
  const present = [...new Set(Array.from(rows, (row) => codes[row]))].sort((a, b) => a - b);
  const places = new Map(present.map((code, place) => [code, place]));
  return { codes: Int32Array.from(rows, (row) => places.get(codes[row])!), levels: places.size };
}

function momentVariances(y: Float64Array, terms: readonly Levels[], kept: Uint8Array): number[] {
  const rows = Int32Array.from(y.keys()).filter((i) => kept[i]), n = rows.length;
  const mean = rows.reduce((mean, row, i) => mean + (y[row] - mean) / (i + 1), 0);
  const counts = terms.map(({ codes, levels }) => totalsOf(rows, codes, levels, () => 1));
  const k = terms.length, size = k + 1;
  const A = Array.from({ length: size }, () => new Float64Array(size)), b = new Float64Array(size);
  for (let f = 0; f < k; f++) {
    b[f] = squaresOf(totalsOf(rows, terms[f].codes, terms[f].levels, (row) => y[row] - mean));
    for (let g = 0; g <= f; g++) {
      A[f][g] = A[g][f] = crossTrace([terms[f], terms[g]], [counts[f], counts[g]], rows);
    }
    A[f][k] = A[k][f] = n - squaresOf(counts[f]) / n;
  }
  for (const row of rows) b[k] += (y[row] - mean) ** 2;
  A[k][k] = n - 1;
  const solved = cholesky(A);
  return solved ? [...solved.solve(b)] : new Array(size).fill(NaN);
}

const squaresOf = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);

function totalsOf(rows: Int32Array, codes: Int32Array, levels: number, value: (row: number) => number) {
  const totals = new Float64Array(levels);
  for (const row of rows) totals[codes[row]] += value(row);
  return totals;
}

/** Σ over pairs of levels of (n_ab − n_a·n_b/n)². */
function crossTrace(
  [one, two]: readonly Levels[],
  [first, second]: readonly Float64Array[],
  rows: Int32Array,
) {
  const cells = grouped(rows, (row) => one.codes[row] * two.levels + two.codes[row]), n = rows.length;
  let trace = squaresOf(first) * squaresOf(second) / (n * n);
  for (const [cell, { length: count }] of cells) {
    const expected = first[Math.floor(cell / two.levels)] * second[cell % two.levels] / n;
    trace += count * count - 2 * count * expected;
  }
  return trace;
}

function sharesOf(variances: readonly number[]): number[] {
  const positive = variances.map((variance) => Math.max(0, variance));
  const sum = positive.reduce((total, variance) => total + variance, 0);
  return positive.map((variance) => variance / sum);
}
