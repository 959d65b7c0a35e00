import type pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { frameClusters } from "./clusters.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { pairOutcomes } from "./pair_outcomes.ts";
import { type RowSelection, selectedRows } from "./selected_rows.ts";
import { requireOptions } from "../results/require_options.ts";

/** Options of `contrast`. */
export interface ContrastOptions {
  /** Column of numbers, or of true and false; `correct` needs no column in a frame of pairs. */
  outcome: string;
  first: RowSelection;
  second: RowSelection;
  /** Column that names what is independent; default: image, else item or sample, within its benchmark. */
  clusters?: string;
  /** Difference that p tests against. */
  nullValue?: number;
  level?: number;
}

/** A difference of two means with its interval and test. */
export interface Contrast {
  estimate: number;
  low: number;
  high: number;
  pValue: number;
  n_first: number;
  n_second: number;
  df: number;
  n_clusters: number;
  method: string;
  /** What a cluster is. */
  clusters: string;
  warning: string;
}

/**
 * The difference of the mean outcome between any two sets of rows of a frame, first minus second, with an interval and a p-value that
 * are robust to clusters (`clusterInterval`): a judge with one prompt against another, two domains, own captions against others'.
 * Rows of both sets on the same image, item or sample count as paired. Outcomes between 0 and 1 are taken as shares, so that a set that is
 * always right has an interval too. Rows without an outcome are left out of `n_first, n_second`.
 *
 * Units are the outcome's. An estimate of 0 says that both sets have the same mean. Sets that overlap are an error.
 *
 * @throws {TypeError} for a column that the frame lacks, or an outcome that is no number
 * @throws {RangeError} when a set has no row, or a row is in both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrast, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const [one, two] = [...new Set(pairs.getColumn("judge").toArray())].sort() as string[];
 * const { estimate, low, high } = contrast(pairs, { outcome: "correct", first: { judge: one }, second: { judge: two } });
 * assert.ok(low <= estimate && estimate <= high);
 * ```
 */
export function contrast(
  frame: pl.DataFrame,
  { outcome, first, second, clusters, nullValue = 0, level = 0.95, ...others }: ContrastOptions,
): Contrast {
  requireOptions("contrast", others, ["outcome", "first", "second", "clusters", "nullValue", "level"]);
  const values = outcomeValues(frame, outcome);
  const sets = [first, second].map((selection) => selectedRows("contrast", frame, selection));
  const parts = new Int8Array(frame.height).fill(-1);
  sets.forEach((rows, part) =>
    rows.forEach((row) => {
      if (part === 1 && parts[row] === 0) {
        throw new RangeError(
          `contrast: wanted first and second without a row in common, found row ${row + 1} in both`,
        );
      }
      parts[row] = part;
    })
  );
  for (let row = 0; row < parts.length; row++) if (Number.isNaN(values[row])) parts[row] = -1;
  if (clusters !== undefined) requireColumns("contrast", frame, [clusters]);
  const own = clusters === undefined
    ? frameClusters(frame)
    : { codes: factor(frame.getColumn(clusters)).codes, unit: clusters };
  const found = clusterContrast({
    values,
    parts,
    clusters: own.codes,
    weights: [1, -1],
    level,
    share: values.every((value, row) => parts[row] < 0 || value >= 0 && value <= 1),
    names: ["first", "second"],
  }, { nullValue });
  return {
    estimate: found.estimate,
    low: found.low,
    high: found.high,
    pValue: found.pValue,
    n_first: found.counts[0],
    n_second: found.counts[1],
    df: found.df,
    n_clusters: found.clusters,
    method: found.method,
    clusters: own.unit,
    warning: found.warning,
  };
}

function outcomeValues(frame: pl.DataFrame, outcome: string): Float64Array {
  if (!frame.columns.includes(outcome) && outcome === "correct") {
    return Float64Array.from(pairOutcomes("contrast", frame).part().values);
  }
  requireColumns("contrast", frame, [outcome]);
  const series = frame.getColumn(outcome);
  if (/String|Utf8|Categorical/.test(String(series.dtype))) {
    throw new TypeError(`contrast: wanted numbers in the column ${outcome}, found ${series.dtype}`);
  }
  if (!/Bool/.test(String(series.dtype))) return columnNumbers(series);
  return Float64Array.from(
    series.toArray() as (boolean | null)[],
    (value) => value === null ? NaN : Number(value),
  );
}
