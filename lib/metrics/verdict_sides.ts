import { labelCodes } from "../stats/estimand.ts";
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

export type Side = VerdictSides["labelled"];

export type VerdictSides = ReturnType<typeof verdictSides>;

/** The whole rows of both sides; a TypeError where columns differ in length or only one side has strata. */
export function verdictSides(
  { predicted, clusters, strata, labelled }: Verdicts & { labelled: Verdicts & { truth: ArrayLike<number> } },
) {
  requireOptions("correctedRate: labelled", labelled, ["predicted", "truth", "clusters", "strata"]);
  const numbers = [predicted, labelled.predicted, labelled.truth];
  const beside = [[predicted, clusters, strata], [
    ...[labelled.predicted, labelled.truth, labelled.clusters, labelled.strata],
  ]].map((lists) => lists.filter((list) => list !== undefined));
  for (const list of [...numbers, ...beside.flat()]) {
    requireList("correctedRate", "verdicts, truth, clusters and strata each", list);
  }
  const strange = numbers.flatMap((list) => Array.from<unknown>(list))
    .find((one) => typeof one === "string" && Number.isNaN(Number(one)));
  if (strange !== undefined) {
    throw new TypeError(
      `correctedRate: wanted verdicts and truth as numbers, found ${
        told(strange)
      }; say 1 for what is counted, else 0`,
    );
  }
  const isUneven = beside.some((lists) => lists.some(({ length }) => length !== lists[0].length));
  if (isUneven || (strata === undefined) !== (labelled.strata === undefined)) {
    throw new TypeError(
      `correctedRate: wanted truth, clusters and strata for every row of both sides, found ${predicted.length} and ` +
        `${labelled.predicted.length} verdicts, ${labelled.truth.length} truths`,
    );
  }
  const some = wholeRows({ predicted, clusters, strata }), known = wholeRows(labelled, labelled.truth);
  const isBinary = (column: Float64Array) => column.every((one) => one === 0 || one === 1);
  const areBinary = [known.values, known.truth].every(isBinary), other = some.values.find((one) => one !== 0);
  if (known.n > 0 && areBinary && other !== undefined && some.values.every((one) => one === 0 || one > 1)) {
    throw new RangeError(
      `correctedRate: wanted verdicts of both sides on one scale, found ${other} beside labelled ones of 0 and 1`,
    );
  }
  const isInside = [some.values, known.values, known.truth].every((column) =>
    column.every((value) => value >= 0 && value <= 1)
  );
  // Clusters by their names on both sides: where none are named each row is one by itself, and meets no other.
  const namesOf = ({ names, n }: typeof known) => names ?? Array.from({ length: n }, () => ({}));
  const { codes } = labelCodes("correctedRate", [...namesOf(some), ...namesOf(known)]);
  return {
    unlabelled: { ...some, alone: !some.names, clusters: codes.subarray(0, some.n) },
    labelled: { ...known, alone: !known.names, clusters: codes.subarray(some.n) },
    missing: predicted.length + labelled.predicted.length - some.n - known.n,
    binary: areBinary && isBinary(some.values),
    bounds: (isInside ? [0, 1] : [-Infinity, Infinity]) as [number, number],
  };
}

function wholeRows({ predicted, clusters, strata }: Verdicts, truths?: ArrayLike<number>) {
  const all = Float64Array.from(predicted, (one) => Number(one ?? NaN));
  const truth = truths
    ? Float64Array.from(truths, (one) => Number(one ?? NaN))
    : new Float64Array(all.length);
  const rows = Int32Array.from(all.keys()).filter((row) =>
    !Number.isNaN(all[row]) && !Number.isNaN(truth[row])
  );
  const pick = <T>(list?: ArrayLike<T>) => list && Array.from(rows, (row) => list[row]);
  return {
    n: rows.length,
    values: Float64Array.from(rows, (row) => all[row]),
    truth: Float64Array.from(rows, (row) => truth[row]),
    strata: pick(strata),
    names: pick(clusters),
  };
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

export function someOf(side: Side, rows: readonly number[]): Pick<Side, "n" | "values" | "truth"> {
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row]);
  return { n: rows.length, values: pick(side.values), truth: pick(side.truth) };
}

export const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
