import { clusterInterval } from "../stats/cluster_interval.ts";
import { equalClusters, unevenSizes } from "../stats/cluster_warning.ts";
import { labelCodes } from "../stats/label_codes.ts";
import { levelQuantile } from "../stats/wilson.ts";
import { studentQuantile } from "../stats/student_quantile.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireOneOf } from "../stats/require_value.ts";

/** Verdicts with, per row, what they belong to. */
export interface Verdicts {
  predicted: ArrayLike<number>;
  clusters?: ArrayLike<number | string>;
  strata?: ArrayLike<number | string>;
}

/** What `correctedRate` works on. */
export interface CorrectedRateOptions extends Verdicts {
  /** The rows that people labelled as well: the judge's verdicts and the truth. */
  labelled: Verdicts & { truth: ArrayLike<number> };
  method: "naive" | "rogan_gladen" | "ppi";
  /** Weight of the judge in "ppi": tuned by default; 0 = labels only, 1 = the first form of the method. */
  lambda?: number;
  level?: number;
}

/** A rate with its interval, and what it rests on. */
export interface CorrectedRate {
  estimate: number;
  low: number;
  high: number;
  /** Unlabelled verdicts. */
  n: number;
  n_labelled: number;
  /** What to beware of; empty where nothing. */
  warning: string;
  /** Share of true (and of false) cases that the judge gets right among the labelled; NaN without such cases. */
  sensitivity: number;
  specificity: number;
  /** Weight of the judge's verdicts in "ppi" (mean over strata); NaN elsewhere. */
  lambda: number;
  /** Rows with a missing verdict or truth, left out. */
  n_missing: number;
}

/** Wrong verdicts among the labelled below which a correction rests on too few; and labelled rows of the rarer truth. */
const FEW_WRONG = 5, FEW_RARE = 8;

/** Clusters (labelled, or effective ones of either side) below which limits are said to be rough. */
const FEW_CLUSTERS = 20;

/**
 * A win rate or accuracy from a judge's verdicts, corrected for what the judge gets wrong by means of a labelled
 * subset.
 *
 * `predicted`: the judge's verdicts on unlabelled rows, 0 or 1 (with "ppi" any number); `labelled`: its verdicts and
 * the truth on other rows.
 * - `naive`: the mean verdict as it is; its interval speaks of sampling and not of the judge's errors.
 * - `rogan_gladen`: (p + sp − 1)/(se + sp − 1) with sensitivity and specificity from the labelled rows (Rogan and
 *   Gladen 1978), which need not have the same rate of true cases but the same errors given the truth; interval of
 *   Lang and Reiczigel 2014, as Lee et al. 2025 use it for judges. Noise is multiplied by 1/(se + sp − 1): near 0 it
 *   has no content, and the warning says so.
 * - `ppi`: mean truth of the labelled + λ·(mean verdict unlabelled − mean verdict labelled), prediction-powered
 *   inference (Angelopoulos et al. 2023) with the tuned λ = Cov(truth, verdict)/((1 + n/N)·Var(verdict)) in [0, 1]
 *   (PPI++, Angelopoulos et al. 2024): unbiased however bad the judge, never much wider than labels alone. Symmetric limits cover 73 to 87% where
 *   labels hold fewer than 8 rows of the rarer kind (7 or 20 labelled clusters of 5 rows, one row in 20), and `warning` says so; 87 to 97% beyond, least with 20 labelled clusters of very unequal size. The
 *   labelled rows must be a random sample of the same population. With `strata` (of both) each stratum has its own λ
 *   and enters with its share of `predicted` (Fisch et al. 2024).
 *
 * `clusters` make intervals robust; the same name among labelled and unlabelled rows is the same cluster. Limits of
 * "ppi": ± Student's t with (labelled rows or clusters − strata) degrees of freedom, a little wider than the authors'
 * normal ones, for few labels. All limits are cut to [0, 1] where all values lie in it. NaN values are left out and
 * counted. No labels (or, in Rogan–Gladen, none of one kind) give NaN.
 *
 * @throws {TypeError} when lengths differ, or only one side has strata
 * @throws {RangeError} for another method or level, a λ outside [0, 1], a row without its cluster, or verdicts other than 0 and 1 in
 * Rogan–Gladen
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctedRate } from "judgebias";
 *
 * const predicted = Array.from({ length: 100 }, (_, i) => i < 70 ? 1 : 0); // the judge: 70 of 100
 * const labelled = {
 *   predicted: [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
 *   truth: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], // se 0.8, sp 0.6
 * };
 * const { estimate, low, high } = correctedRate({ predicted, labelled, method: "rogan_gladen" });
 * assert.ok(Math.abs(estimate - 0.75) < 1e-12 && low < 0.75 && high > 0.75); // (0.7 + 0.6 − 1)/(0.8 + 0.6 − 1)
 * ```
 */
export function correctedRate(options: CorrectedRateOptions): CorrectedRate {
  const known = ["predicted", "clusters", "strata", "labelled", "method", "lambda", "level"];
  requireOptions("correctedRate", options, known);
  const { method, level = 0.95, lambda } = options;
  levelQuantile(level);
  requireOneOf("correctedRate", "the method", method, ["naive", "rogan_gladen", "ppi"]);
  if (lambda !== undefined && !(lambda >= 0 && lambda <= 1)) {
    throw new RangeError(`correctedRate: wanted a lambda from 0 to 1, found ${lambda}`);
  }
  const rows = readRows(options);
  const { unlabelled, labelled, binary, bounds } = rows;
  const { wrong, ones, sensitivity, specificity } = answers(labelled);
  const rarer = Math.min(ones, labelled.n - ones);
  const common = {
    n: unlabelled.n,
    n_labelled: labelled.n,
    sensitivity,
    specificity,
    lambda: NaN,
    n_missing: rows.missing,
  };
  const few = [
    wrong < FEW_WRONG ? `only ${wrong} wrong verdict${wrong === 1 ? "" : "s"}` : "",
    binary && rarer < FEW_RARE ? `only ${rarer} of the rarer kind` : "",
  ].filter(Boolean).map((text) => `${text} among ${labelled.n} labelled: limits may be too narrow`).join(
    "; ",
  );
  if (method === "naive") {
    const { estimate, low, high } = clusterInterval({
      values: unlabelled.values,
      parts: new Int8Array(unlabelled.n),
      clusters: unlabelled.clusters,
      weights: [1],
      bounds,
      share: binary,
      level,
    });
    return { ...common, estimate, low, high, warning: "the judge's errors are not corrected" };
  }
  if (method === "ppi") {
    const { warning, ...result } = predictionPowered(rows, lambda, level);
    return { ...common, ...result, warning: [warning, few].filter(Boolean).join("; ") };
  }
  if (!binary) {
    throw new RangeError(
      "correctedRate: wanted verdicts and truth 0 or 1 for rogan_gladen, found other numbers",
    );
  }
  const { warning, ...result } = roganGladen(rows, level);
  return { ...common, ...result, warning: [warning, few].filter(Boolean).join("; ") };
}

/** The rows of one side that are whole, as columns. */
interface Side {
  n: number;
  values: Float64Array;
  truth: Float64Array;
  /** Numbered in the order in which they first come, the unlabelled side's before the others. */
  clusters: Int32Array;
  /** No clusters were named: each row is one by itself, and meets no other. */
  alone: boolean;
  strata?: (number | string)[];
}

interface Rows {
  unlabelled: Side;
  labelled: Side;
  missing: number;
  /** All values 0 or 1. */
  binary: boolean;
  bounds: [number, number];
}

function readRows({ predicted, clusters, strata, labelled }: CorrectedRateOptions): Rows {
  const lengths = [labelled.truth.length - labelled.predicted.length];
  for (const list of [clusters, strata]) if (list) lengths.push(list.length - predicted.length);
  for (const list of [labelled.clusters, labelled.strata]) {
    if (list) lengths.push(list.length - labelled.predicted.length);
  }
  if (
    lengths.some((difference) => difference !== 0) ||
    (strata === undefined) !== (labelled.strata === undefined)
  ) {
    throw new TypeError(
      `correctedRate: wanted truth, clusters and strata for every row of both sides, found ${predicted.length} and ` +
        `${labelled.predicted.length} verdicts, ${labelled.truth.length} truths`,
    );
  }
  const [unlabelled, known] = numbered(
    wholeRows({ predicted, clusters, strata }),
    wholeRows(labelled, labelled.truth),
  );
  let inside = true, binary = true;
  for (const column of [unlabelled.values, known.values, known.truth]) {
    for (const value of column) {
      if (!(value >= 0 && value <= 1)) inside = false;
      if (value !== 0 && value !== 1) binary = false;
    }
  }
  return {
    unlabelled,
    labelled: known,
    missing: predicted.length + labelled.predicted.length - unlabelled.n - known.n,
    binary,
    bounds: inside ? [0, 1] : [-Infinity, Infinity],
  };
}

type Named = Omit<Side, "clusters" | "alone"> & { names?: (number | string)[] };

/** Rows with a verdict and, where it is asked for, a truth. */
function wholeRows({ predicted, clusters, strata }: Verdicts, truths?: ArrayLike<number>): Named {
  const { length } = predicted, rows = new Int32Array(length);
  const values = new Float64Array(length), truth = new Float64Array(length);
  let n = 0;
  for (let i = 0; i < length; i++) {
    values[n] = Number(predicted[i] ?? NaN);
    truth[n] = truths ? Number(truths[i] ?? NaN) : 0;
    if (!Number.isNaN(values[n]) && !Number.isNaN(truth[n])) rows[n++] = i;
  }
  const pick = <T>(list?: ArrayLike<T>) => list && Array.from(rows.subarray(0, n), (i) => list[i]);
  return {
    n,
    values: values.subarray(0, n),
    truth: truth.subarray(0, n),
    strata: pick(strata),
    names: pick(clusters),
  };
}

/** Both sides with their clusters as numbers: the same name is the same cluster. */
function numbered(unlabelled: Named, labelled: Named): [Side, Side] {
  const { codes, labels } = labelCodes("correctedRate", [
    ...unlabelled.names ?? [],
    ...labelled.names ?? [],
  ]);
  const from = (first: number, n: number) => new Int32Array(n).map((_, i) => first + i);
  const before = unlabelled.names ? 0 : unlabelled.n;
  return [
    {
      ...unlabelled,
      alone: !unlabelled.names,
      clusters: unlabelled.names ? codes.subarray(0, unlabelled.n) : from(0, unlabelled.n),
    },
    {
      ...labelled,
      alone: !labelled.names,
      clusters: labelled.names
        ? codes.slice(unlabelled.n - before).map((code) => before + code)
        : from(before + labels.length, labelled.n),
    },
  ];
}

/** The labelled rows whose verdict is not the truth, those of a true case, and the shares that the judge gets right of either kind. */
function answers({ n, values, truth }: Side) {
  const rows = [0, 0], right = [0, 0];
  let wrong = 0;
  for (let i = 0; i < n; i++) {
    if (values[i] !== truth[i]) wrong++;
    if (truth[i] !== 0 && truth[i] !== 1) continue;
    rows[truth[i]]++;
    if (values[i] === truth[i]) right[truth[i]]++;
  }
  return { wrong, ones: rows[1], sensitivity: right[1] / rows[1], specificity: right[0] / rows[0] };
}

/** Some of a side's rows. */
function some(side: Side, which: (row: number) => boolean): Side {
  const rows = new Int32Array(side.n).map((_, i) => i).filter(which);
  const pick = (column: Float64Array) => new Float64Array(rows.length).map((_, i) => column[rows[i]]);
  return {
    n: rows.length,
    values: pick(side.values),
    truth: pick(side.truth),
    clusters: rows.map((i) => side.clusters[i]),
    alone: side.alone,
  };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

function predictionPowered({ unlabelled, labelled, bounds }: Rows, fixed: number | undefined, level: number) {
  const none = { estimate: NaN, low: NaN, high: NaN, lambda: NaN };
  const strata = unlabelled.strata ? [...new Set(unlabelled.strata)] : unlabelled.n > 0 ? [""] : [];
  const count = 1 + Math.max(lastOf(unlabelled), lastOf(labelled));
  // What each cluster moves the estimate by, and whether it has labelled rows.
  const influence = new Float64Array(count), isLabelled = new Uint8Array(count);
  let estimate = 0, weighted = 0;
  for (const stratum of strata) {
    const [U, L] = [unlabelled, labelled].map((side) =>
      side.strata ? some(side, (i) => side.strata![i] === stratum) : side
    );
    if (L.n < 2) {
      const name = stratum === "" ? "" : ` in stratum ${stratum}`;
      return {
        ...none,
        warning: `${L.n} labelled row${L.n === 1 ? "" : "s"}${name}: no correction is possible`,
      };
    }
    const weight = U.n / unlabelled.n;
    const lambda = fixed ?? tunedLambda(U, L);
    const meanU = mean(U.values), rest = L.truth.map((truth, i) => truth - lambda * L.values[i]);
    const meanRest = mean(rest);
    estimate += weight * (lambda * meanU + meanRest);
    weighted += weight * lambda;
    for (let i = 0; i < U.n; i++) {
      influence[U.clusters[i]] += weight * lambda * (U.values[i] - meanU) / U.n;
    }
    // A mean of n rows fits them too well: n − 1 below the root.
    const root = Math.sqrt(L.n * (L.n - 1));
    for (let i = 0; i < L.n; i++) {
      influence[L.clusters[i]] += weight * (rest[i] - meanRest) / root;
      isLabelled[L.clusters[i]] = 1;
    }
  }
  if (unlabelled.n === 0) return { ...none, warning: "no unlabelled verdicts" };
  const squares = influence.reduce((sum, all) => sum + all * all, 0);
  const clusters = isLabelled.reduce((sum, one) => sum + one, 0);
  // A cluster that holds much of either side is much of the error: as few degrees of freedom as equal clusters would leave.
  const known = clustersOf(labelled);
  const effective = Math.min(known.units, weighted > 0 ? clustersOf(unlabelled).units : Infinity);
  const df = Math.min(clusters, effective) - strata.length;
  const clustered = clusters < labelled.n ? clusters / (clusters - 1) : 1;
  const half = df > 0 ? studentQuantile((1 + level) / 2, df) * Math.sqrt(clustered * squares) : NaN;
  return {
    estimate,
    low: Math.max(bounds[0], estimate - half),
    high: Math.min(bounds[1], estimate + half),
    lambda: weighted,
    warning: clusters < FEW_CLUSTERS
      ? `only ${clusters} labelled ${clusters < labelled.n ? "clusters" : "rows"}`
      : effective < FEW_CLUSTERS
      ? `a few clusters hold most of the rows, as if there were ${
        effective.toFixed(1)
      }: limits may be too narrow`
      : bounds[0] === 0
      ? unevenSizes("the labelled side", { ...known, rarer: Math.min(estimate, 1 - estimate) })
      : "",
  };
}

function lastOf({ clusters }: Side): number {
  return clusters.reduce((last, cluster) => Math.max(last, cluster), -1);
}

/** Clusters, and how many equal ones would leave as much. */
function clustersOf(side: Side): { clusters: number; units: number } {
  if (side.alone) return { clusters: side.n, units: side.n };
  const sizes = new Int32Array(1 + lastOf(side));
  for (const cluster of side.clusters) sizes[cluster]++;
  const found = sizes.filter((size) => size > 0);
  return { clusters: found.length, units: equalClusters(found) };
}

function tunedLambda(U: Side, L: Side): number {
  const n = L.n, all = new Float64Array(U.n + n);
  all.set(U.values);
  all.set(L.values, U.n);
  const meanAll = mean(all),
    variance = all.reduce((sum, value) => sum + (value - meanAll) ** 2, 0) / (all.length - 1);
  const meanY = mean(L.truth), meanF = mean(L.values);
  const covariance = L.truth.reduce((sum, truth, i) => sum + (truth - meanY) * (L.values[i] - meanF), 0) / n;
  if (variance === 0) return 0;
  return Math.min(1, Math.max(0, covariance / ((1 + n / U.n) * variance)));
}

function roganGladen({ unlabelled, labelled }: Rows, level: number) {
  const none = { estimate: NaN, low: NaN, high: NaN };
  const part = (rows: Side, hit: 0 | 1) => {
    const values = rows.values.map((value) => value === hit ? 1 : 0);
    if (rows.alone) return { share: mean(values), n: rows.n };
    const { estimate, standardError, n, clusters } = clusterInterval({
      values,
      parts: new Int8Array(rows.n),
      clusters: rows.clusters,
      weights: [1],
    });
    // As many independent rows as would have this standard error; all alike: as many as there are clusters.
    const effective = standardError > 0 ? estimate * (1 - estimate) / standardError ** 2 : clusters;
    return { share: estimate, n: clusters < n ? Math.min(n, effective) : n };
  };
  const p = part(unlabelled, 1);
  const se = part(some(labelled, (i) => labelled.truth[i] === 1), 1);
  const sp = part(some(labelled, (i) => labelled.truth[i] === 0), 0);
  if (p.n === 0 || se.n === 0 || sp.n === 0) {
    return {
      ...none,
      warning: "labelled rows of both kinds, and unlabelled verdicts, are wanted: no correction is possible",
    };
  }
  const index = se.share + sp.share - 1, z = levelQuantile(level);
  const spread = Math.sqrt(se.share * (1 - se.share) / se.n + sp.share * (1 - sp.share) / sp.n);
  const sum = (se.share + sp.share).toFixed(2);
  if (index <= 0) {
    return {
      ...none,
      warning: `sensitivity + specificity is ${sum}: the judge tells nothing, and nothing can be corrected`,
    };
  }
  const raw = (p.share + sp.share - 1) / index;
  // Lang and Reiczigel: z²/2 pseudo-verdicts of either kind, one pseudo-label of either outcome.
  const n = p.n + z * z, n1 = se.n + 2, n0 = sp.n + 2;
  const q = (p.n * p.share + z * z / 2) / n, s1 = (se.n * se.share + 1) / n1, s0 = (sp.n * sp.share + 1) / n0;
  const j = s1 + s0 - 1, centre = (q + s0 - 1) / j;
  const shift = 2 * z * z * (centre * s1 * (1 - s1) / n1 - (1 - centre) * s0 * (1 - s0) / n0);
  const error =
    Math.sqrt(q * (1 - q) / n + (1 - centre) ** 2 * s0 * (1 - s0) / n0 + centre ** 2 * s1 * (1 - s1) / n1) /
    Math.abs(j);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const warnings = [
    index - z * spread <= 0
      ? `sensitivity + specificity is ${sum}, and 1 (pure chance) is not excluded: do not use this correction`
      : "",
    raw < 0 || raw > 1
      ? `the corrected rate ${raw.toFixed(2)} lies outside 0 to 1: the labelled rows do not fit the others`
      : "",
    unevenSizes("the labelled side", {
      ...clustersOf(labelled),
      rarer: answers(labelled).wrong / labelled.n,
    }),
  ];
  return {
    estimate: cut(raw),
    low: cut(centre + shift - z * error),
    high: cut(centre + shift + z * error),
    warning: warnings.filter(Boolean).join("; "),
  };
}
