import { type ClusterCodes, type ClusterLabels, isMissing, labelCodes, waysOf } from "./estimand.ts";
import { requireList } from "../progress/require.ts";
import { inWords, told } from "../progress/told.ts";

export function requireAsMany(action: string, what: string, list: ArrayLike<unknown>, rows: number): void {
  requireList(action, what, list);
  if (list.length === rows) return;
  throw new TypeError(`${action}: wanted ${what} of ${inWords(rows, "row")}, found ${list.length}`);
}

export function requireEach<Value>(
  action: string,
  wanted: string,
  list: ArrayLike<Value>,
  isRight: (value: Value) => boolean,
): void {
  const row = Array.from(list).findIndex((value) => !isRight(value)),
    found = `${told(list[row])} in row ${row + 1}`;
  if (row >= 0) throw new RangeError(`${action}: wanted ${wanted}, found ${found}`);
}

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
    requireAsMany(action, "clusters", labels, n);
    return labelCodes(action, rows ? rows.map((row) => labels[row]) : labels).codes;
  });
  return two ? [one, two] : one;
}

export function pairedLabels(
  action: string,
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
): { pairs: [Label, Label][]; rows: number[]; nMissing: number } {
  requireList(action, "the first labels", a);
  requireAsMany(action, "the second labels", b, a.length);
  const rows = [...Array(a.length).keys()].filter((i) => !isMissing(a[i]) && !isMissing(b[i]));
  return { pairs: rows.map((i) => [a[i], b[i]]), rows, nMissing: a.length - rows.length };
}
