/** One part of an estimand: weight · the mean of `value` over the rows that have one, or a statistic with its influence. */
export interface Term {
  /** What a warning calls it. */
  name: string;
  weight: number;
  /** The value of a row; NaN takes no part. Of a term with an `estimate`, its influence: the row moves the statistic by value/n. */
  value: (row: number) => number;
  /** A statistic that is no mean of `value`. */
  estimate?: number;
  /** Where the term is bound to lie; [0, 1] by default: a share. `NUMBER` for anything, `COEFFICIENT` for a correlation. */
  range?: readonly [number, number];
}

/** What is to be estimated: Σ weight · term. */
export type Estimand = readonly Term[];

/** The range of a number that may be anything. */
export const NUMBER = [-Infinity, Infinity] as const;

/** The range of a correlation, κ or τ. */
export const COEFFICIENT = [-1, 1] as const;

/** Cluster of each row, whole numbers from 0; two of them where rows go together in two ways that cross. */
export type ClusterCodes = ArrayLike<number> | readonly [ArrayLike<number>, ArrayLike<number>];

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
  /** The same against any other null value. */
  pOf: (nullValue: number) => number;
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
