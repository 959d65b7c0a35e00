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

/** The cluster-robust interval of accuracy(first) − accuracy(second), before Student's quantile: one loop, one Map. */
export function clusterStandardError(first: PairRow[], second: PairRow[]): { se: number; clusters: number } {
  const sums = new Map<string, number>();
  const add = (rows: PairRow[], sign: number) => {
    const p = accuracy(rows);
    for (const row of rows) {
      const cluster = `${row.benchmark}/${row.image_id ?? row.item_id}`;
      const value = (row.choice === row.human ? 1 : 0) - p;
      sums.set(cluster, (sums.get(cluster) ?? 0) + sign * value / rows.length);
    }
  };
  add(first, 1);
  add(second, -1);
  const g = sums.size;
  return { se: Math.sqrt([...sums.values()].reduce((s, u) => s + u * u, 0) * g / (g - 1)), clusters: g };
}
