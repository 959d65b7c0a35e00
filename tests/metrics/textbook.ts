import { clusterInterval } from "@/stats/cluster_interval.ts";
import { differenceLimits, trialsOf } from "../stats/mover.ts";
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

/** Limits of accuracy(first) − accuracy(second): CR2 errors in one loop, Wilson's limits and MOVER. The df are tested elsewhere. */
export function differenceOfAccuracies(
  first: PairRow[],
  second: PairRow[],
): { low: number; high: number; clusters: number } {
  const nameOf = (row: PairRow) => `${row.benchmark}/${row.image_id ?? row.item_id}`;
  const part = (rows: PairRow[]) => {
    const mean = accuracy(rows), sizes = new Map<string, number>(), sums = new Map<string, number>();
    for (const row of rows) sizes.set(nameOf(row), (sizes.get(nameOf(row)) ?? 0) + 1);
    for (const row of rows) {
      const name = nameOf(row), residual = (row.choice === row.human ? 1 : 0) - mean;
      const own = residual / Math.sqrt(1 - sizes.get(name)! / rows.length) / rows.length;
      sums.set(name, (sums.get(name) ?? 0) + own);
    }
    const codes = new Map([...sums.keys()].map((name, code) => [name, code]));
    const { df } = clusterInterval({
      values: rows.map((row) => row.choice === row.human ? 1 : 0),
      parts: rows.map(() => 0),
      clusters: rows.map((row) => codes.get(nameOf(row))!),
      weights: [1],
    });
    const standardError = Math.sqrt([...sums.values()].reduce((sum, u) => sum + u * u, 0));
    return { share: { mean, trials: trialsOf(mean, standardError), df }, sums, standardError };
  };
  const a = part(first), b = part(second);
  let covariance = 0;
  for (const [name, u] of a.sums) covariance += u * (b.sums.get(name) ?? 0);
  const r = covariance / (a.standardError * b.standardError);
  const clusters = new Set([...a.sums.keys(), ...b.sums.keys()]).size;
  return { ...differenceLimits(a.share, b.share, { r }), clusters };
}
