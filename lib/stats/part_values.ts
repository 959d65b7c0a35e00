import type { PartValues } from "./cluster_sums.ts";
import type { ClusterCodes, Estimand } from "./estimand.ts";

/** One or two ways of clustering as a list. */
export function waysOf(clusters: ClusterCodes): readonly ArrayLike<number>[] {
  return Array.isArray(clusters) && typeof clusters[0] === "object"
    ? clusters as unknown as readonly ArrayLike<number>[]
    : [clusters as ArrayLike<number>];
}

/** The codes of some rows, one after the other, in each way of clustering. */
export function clustersAt(clusters: ClusterCodes, rows: ArrayLike<number>): ClusterCodes {
  const [one, two] = waysOf(clusters).map((codes) => Int32Array.from(rows, (row) => codes[row]));
  return two ? [one, two] : one;
}

/** The values of the rows that are meant, term beside term, and their clusters; of two ways a third: the pairs of both. */
export function partValues(
  estimand: Estimand,
  rows: ArrayLike<number> | number,
  ways: readonly ArrayLike<number>[],
): { values: PartValues; codes: ArrayLike<number>[] } {
  const k = estimand.length, isAll = typeof rows === "number", height = isAll ? rows : rows.length;
  const values = new Float64Array(height * k), counts = new Array<number>(k).fill(0);
  const totals = new Array<number>(k).fill(0);
  let n = 0;
  for (let i = 0, at = 0; i < height; i++) {
    const row = isAll ? i : rows[i];
    let isIn = 0;
    for (let p = 0; p < k; p++, at++) {
      const value = estimand[p].value(row);
      values[at] = value;
      if (value !== value) continue; // NaN takes no part
      totals[p] += value;
      counts[p]++;
      isIn = 1;
    }
    n += isIn;
  }
  const centres = totals.map((total, p) => total / counts[p]); // 0/0 is NaN: a term without rows has no mean
  const means = centres.map((mean, p) => counts[p] === 0 ? NaN : estimand[p].estimate ?? mean);
  const squares = new Array<number>(k).fill(0);
  for (let i = 0, at = 0; i < height; i++) {
    for (let p = 0; p < k; p++, at++) {
      if (Number.isNaN(values[at])) continue;
      const distance = values[at] - centres[p];
      squares[p] += distance * distance;
      if (estimand[p].estimate !== undefined) values[at] = means[p] + distance;
    }
  }
  const codes: ArrayLike<number>[] = ways.map((way) =>
    isAll ? way : Int32Array.from(rows, (row) => way[row])
  );
  if (codes.length === 2) {
    const pairs = new Map<string, number>();
    codes.push(Int32Array.from({ length: height }, (_, i) => {
      const key = `${codes[0][i]} ${codes[1][i]}`;
      if (!pairs.has(key)) pairs.set(key, pairs.size);
      return pairs.get(key)!;
    }));
  }
  return { values: { values, counts, means, squares, n }, codes };
}
