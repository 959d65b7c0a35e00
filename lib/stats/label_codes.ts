import type { ClusterCodes, ClusterLabels } from "./estimand.ts";
import { requireList } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";

/** Numbers 0, 1, … for the labels of clusters, of any kind, in the order in which they first come. */
export function labelCodes<Label>(
  action: string,
  labels: ArrayLike<Label>,
): { codes: Int32Array; labels: Label[] } {
  const places = new Map<Label, number>(), codes = new Int32Array(labels.length);
  for (let i = 0; i < codes.length; i++) {
    const label = labels[i];
    let place = places.get(label);
    if (place === undefined) {
      if (label === null || label === undefined || Number.isNaN(label)) {
        throw new RangeError(`${action}: wanted a cluster for each row, found ${label} in row ${i + 1}`);
      }
      places.set(label, place = places.size);
    }
    codes[i] = place;
  }
  return { codes, labels: [...places.keys()] };
}

/** The codes of so many rows, or of those named of them; without labels every row is a cluster. */
export function rowCodes(
  action: string,
  clusters: ClusterLabels | undefined,
  n: number,
  rows?: readonly number[],
): ClusterCodes {
  const one = (labels: ArrayLike<unknown>) => {
    requireList(action, "clusters", labels);
    if (labels.length !== n) {
      throw new TypeError(
        `${action}: wanted a cluster for each of ${inWords(n, "row")}, found ${labels.length}`,
      );
    }
    return labelCodes(action, rows ? rows.map((row) => labels[row]) : labels).codes;
  };
  if (clusters === undefined) return Int32Array.from({ length: rows?.length ?? n }, (_, i) => i);
  const isPair = Array.isArray(clusters) && clusters.length === 2 && typeof clusters[0] === "object" &&
    clusters[0] !== null;
  return isPair ? [one(clusters[0]), one(clusters[1])] : one(clusters as ArrayLike<unknown>);
}

/** A label that two raters give, or nothing. */
export type Label = string | number | boolean | null | undefined;

/** The pairs of labels in which neither is missing (null, undefined, NaN), and how many were left out. */
export function pairedLabels(
  action: string,
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
): { pairs: [Label, Label][]; rows: number[]; nMissing: number } {
  requireList(action, "the first labels", a);
  requireList(action, "the second labels", b);
  if (a.length !== b.length) {
    throw new TypeError(
      `${action}: wanted as many labels from both raters, found ${a.length} and ${b.length}`,
    );
  }
  const rows = Array.from({ length: a.length }, (_, i) => i).filter((i) =>
    !isMissing(a[i]) && !isMissing(b[i])
  );
  return { pairs: rows.map((i) => [a[i], b[i]]), rows, nMissing: a.length - rows.length };
}

function isMissing(label: Label): boolean {
  return label === null || label === undefined || Number.isNaN(label);
}
