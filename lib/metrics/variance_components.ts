import type pl from "nodejs-polars";
import { columnNumbers, frameCodes } from "../results/factor.ts";
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
  const all = columnNumbers(frame.getColumn(outcome));
  const rows = Int32Array.from(all.keys()).filter((row) => !Number.isNaN(all[row]));
  const y = Float64Array.from(rows, (row) => all[row]);
  const levelsOf = (...names: string[]): Levels => {
    const { codes } = frameCodes(frame, names), own = Array.from(rows, (row) => codes[row]);
    const places = new Map([...new Set(own)].sort((a, b) => a - b).map((code, place) => [code, place]));
    return { name: names.join(" × "), codes: own.map((code) => places.get(code)!), levels: places.size };
  };
  const main = factors.map((name) => levelsOf(name));
  const both = main.flatMap((one, f) =>
    main.slice(f + 1).flatMap((two) => {
      const pair = levelsOf(one.name, two.name), { levels } = pair;
      return levels > Math.max(one.levels, two.levels) && levels < rows.length ? [pair] : [];
    })
  );
  const residual = { name: "residual", codes: [...rows.keys()], levels: rows.length };
  const terms = [...main, ...both, residual];
  const variancesOf = (isIn: (i: number) => boolean) =>
    momentVariances(y, terms, Array.from(rows.keys()).filter(isIn));
  const variances = variancesOf(() => true), shares = sharesOf(variances);
  const groups = Math.min(GROUPS, main[0].levels), isFew = groups < 3;
  const left = Array.from(
    { length: isFew ? 0 : groups },
    (_, group) => sharesOf(variancesOf((i) => main[0].codes[i] % groups !== group)),
  );
  const t = isFew ? NaN : studentQuantile(0.5 + level / 2, groups - 1);
  return metricFrame(
    ["component"],
    "variance share low high levels:count of_mean",
    terms.map(({ name: component, levels }, c) => {
      const mean = left.reduce((sum, one) => sum + one[c], 0) / groups;
      const spread = left.reduce((sum, one) => sum + (one[c] - mean) ** 2, 0);
      // Levels that are alike have no spread to tell the error from.
      const half = spread > ROUNDING ? t * Math.sqrt((groups - 1) / groups * spread) : NaN;
      const [low, high] = [Math.max(0, shares[c] - half), Math.min(1, shares[c] + half)];
      const variance = variances[c];
      return { component, variance, share: shares[c], low, high, levels, of_mean: variance / levels };
    }),
    frame,
    level,
  );
}

interface Levels {
  name: string;
  codes: number[];
  levels: number;
}

function momentVariances(y: Float64Array, terms: readonly Levels[], rows: readonly number[]): number[] {
  const n = rows.length, centre = rows.reduce((mean, row, i) => mean + (y[row] - mean) / (i + 1), 0);
  const totals = ({ codes, levels }: Levels, value: (row: number) => number) => {
    const sums = new Float64Array(levels);
    for (const row of rows) sums[codes[row]] += value(row);
    return sums;
  };
  const counts = terms.map((term) => totals(term, () => 1));
  /** Σ over pairs of levels of (n_ab − n_a·n_b/n)². */
  const trace = (f: number, g: number) => {
    const [one, two] = [terms[f], terms[g]];
    let sum = squaresOf(counts[f]) * squaresOf(counts[g]) / (n * n);
    const cells = grouped(rows, (row) => one.codes[row] * two.levels + two.codes[row]);
    for (const { length: count, 0: row } of cells.values()) {
      sum += count * (count - 2 * counts[f][one.codes[row]] * counts[g][two.codes[row]] / n);
    }
    return sum;
  };
  const A = terms.map(() => new Float64Array(terms.length));
  terms.forEach((_, f) => terms.slice(0, f + 1).forEach((_, g) => A[f][g] = A[g][f] = trace(f, g)));
  const b = Float64Array.from(terms, (term) => squaresOf(totals(term, (row) => y[row] - centre)));
  return [...cholesky(A)?.solve(b) ?? terms.map(() => NaN)];
}

const squaresOf = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);

function sharesOf(variances: readonly number[]): number[] {
  const positive = variances.map((variance) => Math.max(0, variance));
  const sum = positive.reduce((total, variance) => total + variance, 0);
  return positive.map((variance) => variance / sum);
}
