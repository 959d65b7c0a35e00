import { labelCodes } from "../stats/label_codes.ts";
import { told } from "../progress/told.ts";
import { requireList, requireOptions } from "../progress/require.ts";

/** Verdicts with, per row, what they belong to. */
export interface Verdicts {
  /** The judge's verdict on each row, 0 or 1 (with "ppi" any number); NaN where there is none. */
  predicted: ArrayLike<number>;
  /** Cluster of each row (its image, its item); without them every row is independent. */
  clusters?: ArrayLike<number | string>;
  /** Stratum of each row, given for both sides or for none. */
  strata?: ArrayLike<number | string>;
}

/** The rows of one side that are whole, as columns. */
export interface Side {
  n: number;
  values: Float64Array;
  truth: Float64Array;
  /** Numbered in the order in which they first come, the unlabelled side's before the others. */
  clusters: Int32Array;
  /** No clusters were named: each row is one by itself, and meets no other. */
  alone: boolean;
  strata?: (number | string)[];
}

/** The two sides of a correction. */
export interface VerdictSides {
  unlabelled: Side;
  labelled: Side;
  missing: number;
  /** All values 0 or 1. */
  binary: boolean;
  bounds: [number, number];
}

/** The whole rows of both sides; a TypeError where columns differ in length or only one side has strata. */
export function verdictSides(
  { predicted, clusters, strata, labelled }: Verdicts & { labelled: Verdicts & { truth: ArrayLike<number> } },
): VerdictSides {
  requireOptions("correctedRate: labelled", labelled, ["predicted", "truth", "clusters", "strata"]);
  const optional = [clusters, strata, labelled.clusters, labelled.strata].filter((list) =>
    list !== undefined
  );
  for (const list of [predicted, labelled.predicted, labelled.truth, ...optional]) {
    requireList("correctedRate", "verdicts, truth, clusters and strata each", list);
  }
  for (const list of [predicted, labelled.predicted, labelled.truth]) {
    const strange = Array.from<unknown>(list).find((one) =>
      typeof one === "string" && Number.isNaN(Number(one))
    );
    if (strange === undefined) continue;
    throw new TypeError(
      `correctedRate: wanted verdicts and truth as numbers, found ${
        told(strange)
      }; say 1 for what is counted, 0 for the rest`,
    );
  }
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
  const isBinary = [known.values, known.truth].every((column) =>
    column.every((one) => one === 0 || one === 1)
  );
  const other = unlabelled.values.find((value) => value !== 0);
  if (
    known.n > 0 && isBinary && other !== undefined && unlabelled.values.every((one) => one === 0 || one > 1)
  ) {
    throw new RangeError(
      `correctedRate: wanted verdicts of both sides on one scale, found ${other} beside labelled ones of 0 and 1`,
    );
  }
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

/** The shares of either kind that the judge gets right among the labelled rows; NaN without such rows. */
export function answersOf({ n, values, truth }: Side): { sensitivity: number; specificity: number } {
  const rows = [0, 0], right = [0, 0];
  for (let i = 0; i < n; i++) {
    if (truth[i] !== 0 && truth[i] !== 1) continue;
    rows[truth[i]]++;
    if (values[i] === truth[i]) right[truth[i]]++;
  }
  return { sensitivity: right[1] / rows[1], specificity: right[0] / rows[0] };
}

/** Some of a side's rows. */
export function someOf(side: Side, rows: readonly number[]): Pick<Side, "n" | "values" | "truth"> {
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
  return { n: rows.length, values: pick(side.values), truth: pick(side.truth) };
}

/** The mean of a column; NaN where it is empty. */
export const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
