import { type ClusterCodes, type ClusterLabels, isMissing, labelCodes, waysOf } from "./estimand.ts";
import { requireList } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";

/** A label that two raters give, or nothing. */
export type Label = string | number | boolean | null | undefined;

/** The codes of so many rows, or of those named of them; without labels every row is a cluster. */
export function rowCodes(
  action: string,
  clusters: ClusterLabels | undefined,
  n: number,
  rows?: readonly number[],
): ClusterCodes {
  if (clusters === undefined) return Int32Array.from({ length: rows?.length ?? n }, (_, i) => i);
  const [one, two] = waysOf(clusters).map((labels) => {
    requireList(action, "clusters", labels);
    if (labels.length === n) return labelCodes(action, rows ? rows.map((row) => labels[row]) : labels).codes;
    throw new TypeError(
      `${action}: wanted a cluster for each of ${inWords(n, "row")}, found ${labels.length}`,
    );
  });
  return two ? [one, two] : one;
}

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
  const rows = [...Array(a.length).keys()].filter((i) => !isMissing(a[i]) && !isMissing(b[i]));
  return { pairs: rows.map((i) => [a[i], b[i]]), rows, nMissing: a.length - rows.length };
}
