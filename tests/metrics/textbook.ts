import { clusterInterval } from "@/stats/cluster_interval.ts";
import type { PairRow } from "./pairs_fixture.ts";

/** Share of rows on which the judge chose what the human chose; written row by row, as in the paper's definition. */
export function accuracy(rows: PairRow[]): number {
  const labelled = rows.filter((row) => row.human === "A" || row.human === "B");
  return labelled.filter((row) => row.choice === row.human).length / labelled.length;
}

const usable = (label: string | null) => label === "A" || label === "B";

export const ids = (rows: PairRow[]) =>
  rows.filter((row) =>
    usable(row.human) && usable(row.more_informative) && row.human === row.more_informative
  );

export const cds = (rows: PairRow[]) =>
  rows.filter((row) =>
    usable(row.human) && usable(row.more_informative) && row.human !== row.more_informative
  );

/** Words of the human-preferred answer less those of the other, NaN where unknown. */
function surplus(row: PairRow): number {
  if (!usable(row.human) || row.words_a === null || row.words_b === null) return NaN;
  return row.human === "A" ? row.words_a - row.words_b : row.words_b - row.words_a;
}

export const longer = (rows: PairRow[]) => rows.filter((row) => surplus(row) > 0);
export const shorter = (rows: PairRow[]) => rows.filter((row) => surplus(row) < 0);

/** The standard error (CR2) of accuracy(first) − accuracy(second): one loop, one Map. The df are tested elsewhere. */
export function clusterStandardError(
  first: PairRow[],
  second: PairRow[],
): { se: number; clusters: number; df: number } {
  const nameOf = (row: PairRow) => `${row.benchmark}/${row.image_id ?? row.item_id}`;
  const sums = new Map<string, number>();
  const add = (rows: PairRow[], sign: number) => {
    const p = accuracy(rows), sizes = new Map<string, number>();
    for (const row of rows) sizes.set(nameOf(row), (sizes.get(nameOf(row)) ?? 0) + 1);
    for (const row of rows) {
      const cluster = nameOf(row);
      const value = ((row.choice === row.human ? 1 : 0) - p) /
        Math.sqrt(1 - sizes.get(cluster)! / rows.length);
      sums.set(cluster, (sums.get(cluster) ?? 0) + sign * value / rows.length);
    }
  };
  add(first, 1);
  add(second, -1);
  const codes = new Map([...sums.keys()].map((name, code) => [name, code]));
  const rows = [...first, ...second];
  const { df } = clusterInterval({
    values: rows.map((row) => row.choice === row.human ? 1 : 0),
    parts: rows.map((_, i) => i < first.length ? 0 : 1),
    clusters: rows.map((row) => codes.get(nameOf(row))!),
    weights: [1, -1],
  });
  return { se: Math.sqrt([...sums.values()].reduce((s, u) => s + u * u, 0)), clusters: sums.size, df };
}
