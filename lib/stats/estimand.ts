import { inWords } from "../progress/told.ts";
import type { PartValues } from "./cluster_sums.ts";

/** One part of an estimand: weight · the mean of `value` over the rows that have one, or a statistic with its influence. */
export interface Term {
  /** What a warning calls it. */
  name: string;
  /** What is said where it has no row, or its statistic is no number. */
  none?: string;
  weight: number;
  /** The value of a row; NaN takes no part. Of a term with an `estimate`, its influence: the row moves the statistic by value/n. */
  value: (row: number) => number;
  /** A statistic that is no mean of `value`. */
  estimate?: number;
  /** Where the term and its values are bound to lie; [0, 1] by default: a share. `NUMBER` for anything, `COEFFICIENT` for a correlation. */
  range?: readonly [number, number];
  /** Whether single values may lie beyond the range, which then binds their mean only: values that a bias was taken out of. */
  strays?: boolean;
  /** Whether it is what the term before it loses in the same rows. */
  isLoss?: boolean;
  /** What the estimate would be, were the mean another, where `weight` is but its slope: its limits are then followed on this curve. */
  curve?: (mean: number) => number;
}

/** What is to be estimated: Σ weight · term. */
export type Estimand = readonly Term[];

export function times(factor: number, estimand: Estimand): Estimand {
  return estimand.map((term) => ({ ...term, weight: factor * term.weight }));
}

/** One estimand less another: the terms of both, those of the second with the other sign. */
export function minus(first: Estimand, second: Estimand): Estimand {
  return [...first, ...times(-1, second)];
}

/** The range of a number that may be anything. */
export const NUMBER = [-Infinity, Infinity] as const;

/** The range of a correlation, κ or τ. */
export const COEFFICIENT = [-1, 1] as const;

/** Cluster of each row, whole numbers from 0; two of them where rows go together in two ways that cross. */
export type ClusterCodes = ArrayLike<number> | readonly [ArrayLike<number>, ArrayLike<number>];

/** Cluster of each row, any values, or two such lists where rows go together in two ways that cross. */
export type ClusterLabels = ArrayLike<unknown> | readonly [ArrayLike<unknown>, ArrayLike<unknown>];

/** An estimate with its interval and test, all of one pivot. */
export interface Inference {
  /** Σ weight · term; NaN where a term has no row. */
  estimate: number;
  /** Lower end of the interval; NaN where there is none. */
  low: number;
  /** Upper end of the interval; NaN where there is none. */
  high: number;
  /** Two-sided, against `nullValue`: 1 − the level at which the interval just reaches it. */
  pValue: number;
  /** The same against any other null value; of `size` times as many such rows, were they to say the same. */
  pOf: (nullValue: number, size?: number) => number;
  /** CR2; 0 where nothing varies. */
  standardError: number;
  /** Degrees of freedom of the standard error. */
  df: number;
  /** Rows that take part. */
  n: number;
  /** Clusters with a row that takes part; of two ways the fewer. */
  clusters: number;
  /** Clusters of equal size and weight that would tell as much, of the term that has the fewest: its df + 1. */
  effectiveClusters: number;
  /** Where the limits come from: Wilson's of terms with a range, Student's t of others; "none" without limits. */
  method: "Wilson" | "CR2" | "none";
  /** What makes the interval a rough guess, in words; empty where nothing does. */
  warning: string;
  /** Each term's mean (or estimate) and rows, in the order of the estimand. */
  means: number[];
  counts: number[];
  partClusters: number[];
}

/** A coefficient as an estimand, by how far each row moves it; the moves add up to 0. */
export function coefficient(name: string, { value, moves }: Moved, none?: string): Estimand {
  const n = moves.length;
  return [{ name, none, weight: 1, estimate: value, value: (i) => n * moves[i], range: COEFFICIENT }];
}

export interface Moved {
  value: number;
  moves: Float64Array;
}

export const NO_ESTIMATE = {
  ...{ estimate: NaN, low: NaN, high: NaN, pValue: NaN, pOf: () => NaN, standardError: NaN, df: NaN },
  method: "none",
} as const;

/** The interval of a coefficient in [−1, 1]; its p is against 0, no agreement beyond chance. */
export type CoefficientInterval = Pick<
  Inference,
  "low" | "high" | "pValue" | "standardError" | "df" | "n" | "clusters" | "effectiveClusters" | "warning"
>;

export function coefficientInterval(found: Inference): CoefficientInterval {
  const { low, high, pValue, standardError, df, n, clusters, effectiveClusters, warning } = found;
  return { low, high, pValue, standardError, df, n, clusters, effectiveClusters, warning };
}

export function waysOf<Label>(
  clusters: ArrayLike<Label> | readonly [ArrayLike<Label>, ArrayLike<Label>],
): readonly ArrayLike<Label>[] {
  const isPair = Array.isArray(clusters) && typeof clusters[0] === "object" && clusters[0] !== null;
  return isPair ? clusters : [clusters as ArrayLike<Label>];
}

export function isMissing(label: unknown): boolean {
  return label === null || label === undefined || Number.isNaN(label);
}

/** Numbers 0, 1, … for the labels of clusters, of any kind, in the order in which they first come. */
export function labelCodes<Label>(
  action: string,
  labels: ArrayLike<Label>,
): { codes: Int32Array; labels: Label[] } {
  const places = new Map<Label, number>();
  const codes = Int32Array.from(labels, (label, row) => {
    if (isMissing(label)) {
      throw new RangeError(`${action}: wanted a cluster for each row, found ${label} in row ${row + 1}`);
    }
    const place = places.get(label) ?? places.size;
    places.set(label, place);
    return place;
  });
  return { codes, labels: [...places.keys()] };
}

/** Codes of the labels of some rows: any labels, for which numbers stand in the order in which they come. */
function codesOf(way: ArrayLike<unknown>, rows: ArrayLike<number> | number): Int32Array {
  const isAll = typeof rows === "number";
  if (way instanceof Int32Array) return isAll ? way : Int32Array.from(rows, (row) => way[row]);
  return labelCodes("infer", isAll ? way : Array.from(rows, (row) => way[row])).codes;
}

export function clustersAt(clusters: ClusterCodes, rows: ArrayLike<number>): ClusterCodes {
  const [one, two] = waysOf(clusters).map((codes) => Int32Array.from(rows, (row) => codes[row]));
  return two ? [one, two] : one;
}

const ROUNDING = 1e-9;

/** The values of the rows that are meant, term beside term, and their clusters; of two ways a third: the pairs of both. */
export function partValues(
  estimand: Estimand,
  rows: ArrayLike<number> | number,
  ways: readonly ArrayLike<unknown>[],
): { values: PartValues; codes: Int32Array[] } {
  const k = estimand.length, isAll = typeof rows === "number", height = isAll ? rows : rows.length;
  const values = new Float64Array(height * k), counts = new Array<number>(k).fill(0);
  const totals = new Array<number>(k).fill(0);
  // An influence moves its statistic and has no range of its own; no value is infinite.
  const ends = estimand.map(({ range = [0, 1], estimate, strays }) =>
    (estimate === undefined && !strays ? range : NUMBER).map((end) =>
      Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, end))
    )
  );
  const from = ends.map(([low]) => low - ROUNDING), to = ends.map(([, high]) => high + ROUNDING);
  let last = -1, n = 0;
  for (let i = 0, at = 0; i < height; i++) {
    const row = isAll ? i : rows[i];
    if (row > last) last = row;
    let isIn = 0;
    for (let p = 0; p < k; p++, at++) {
      const value = estimand[p].value(row);
      values[at] = value;
      if (value !== value) continue; // NaN takes no part
      if (!(value >= from[p] && value <= to[p])) throw outside(estimand[p], value, row);
      totals[p] += value;
      counts[p]++;
      isIn = 1;
    }
    n += isIn;
  }
  const other = ways.find((way) => way.length <= last || isAll && way.length !== rows);
  if (other) {
    const found = isAll ? inWords(rows, "row") : `row ${last} (rows count from 0)`;
    throw new RangeError(`infer: wanted a cluster of every row, found ${other.length} clusters and ${found}`);
  }
  const centres = totals.map((total, p) => total / counts[p]); // 0/0 is NaN
  const means = centres.map((mean, p) => counts[p] === 0 ? NaN : estimand[p].estimate ?? mean);
  const squares = new Array<number>(k).fill(0);
  for (let i = 0, at = 0; i < height; i++) {
    for (let p = 0; p < k; p++, at++) {
      if (Number.isNaN(values[at])) continue;
      const distance = values[at] - centres[p];
      squares[p] += distance * distance;
      if (estimand[p].estimate !== undefined) values[at] = (means[p] || 0) + distance;
    }
  }
  const codes = ways.map((way) => codesOf(way, rows));
  if (codes.length === 2) {
    codes.push(codesOf(Array.from(codes[0], (code, i) => `${code} ${codes[1][i]}`), height));
  }
  return { values: { values, counts, means, squares, n }, codes };
}

function outside({ name, range: [from, to] = [0, 1] }: Term, value: number, row: number): RangeError {
  const isFinite = Math.abs(value) < Infinity;
  const wanted = isFinite ? `values of ${name} from ${from} to ${to}` : `finite values of ${name}`;
  const way =
    "say where they lie (range: [1, 5]), or range: NUMBER for anything (share: false in clusterInterval)";
  return new RangeError(`infer: wanted ${wanted}, found ${value} in row ${row}${isFinite ? `; ${way}` : ""}`);
}
