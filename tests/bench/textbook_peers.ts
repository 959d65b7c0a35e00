import type pl from "nodejs-polars";
import type { PairRow } from "../metrics/pairs_fixture.ts";

// The same estimates as a script without the library would have them: row objects, filters and Maps.

interface CriteriaRow {
  judge: string;
  mode: string;
  thinking: boolean;
  split: string;
  item_id: string;
  human: string;
  choice: string | null;
}

export function criteriaRates(frame: pl.DataFrame): number {
  const rows = frame.toRecords() as unknown as CriteriaRow[];
  const table = ({ judge, mode, thinking, split }: CriteriaRow) => [judge, mode, thinking, split].join();
  let right = 0, differs = 0, conflicts = 0, matched = 0;
  for (const name of new Set(rows.map(table))) {
    const own = rows.filter((row) => table(row) === name);
    for (const id of new Set(own.map(({ item_id }) => item_id))) {
      const item = own.filter(({ item_id }) => item_id === id);
      if (item.every(({ human, choice }) => human === choice)) right++;
      const pairs = item.flatMap((a, i) => item.slice(i + 1).map((b) => [a, b])).filter(([a, b]) =>
        a.human !== b.human
      );
      if (pairs.length > 0 && item.some(({ choice }) => choice !== item[0].choice)) differs++;
      conflicts += pairs.length;
      matched += pairs.filter(([a, b]) => a.choice === a.human && b.choice === b.human).length;
    }
  }
  return right + differs + matched / conflicts;
}

export function informativeness(frame: pl.DataFrame): number[] {
  const isUsable = (label: string | null) => label === "A" || label === "B";
  const accuracy = (rows: PairRow[]) => rows.filter((row) => row.choice === row.human).length / rows.length;
  const tables = Map.groupBy(
    (frame.toRecords() as unknown as PairRow[]).filter((row) =>
      isUsable(row.human) && isUsable(row.more_informative)
    ),
    (row) => [row.benchmark, row.judge, row.pipeline, row.image, row.variant].join(),
  );
  return [...tables.values()].map((rows) =>
    accuracy(rows.filter((row) => row.human === row.more_informative)) -
    accuracy(rows.filter((row) => row.human !== row.more_informative))
  );
}

export function meanPerturbed(frame: pl.DataFrame): number[] {
  const rows = frame.toRecords() as {
    judge: string;
    bias_type: string;
    run: number;
    unbiased: number;
    biased: number;
  }[];
  const groups = Map.groupBy(rows, ({ judge, bias_type, run }) => `${judge} ${bias_type} ${run}`);
  return [...groups.values()].map((own) =>
    own.reduce((sum, { unbiased: y, biased: z }) => sum + 1 - Math.abs(y - z) / Math.max(y - 1, 10 - y), 0) /
    own.length
  );
}

export function oneCaptionMean(frame: pl.DataFrame): number[] {
  const rows = frame.toRecords() as Record<string, string | number>[];
  const groups = Map.groupBy(rows, (row) => `${row.setting}\n${row.generator}\n${row.evaluator}`);
  return [...groups.values()].map((own) => own.reduce((sum, row) => sum + Number(row.score), 0) / own.length);
}

export function pairsInOrder(x: Float64Array, y: Float64Array): number {
  let score = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) score += Math.sign(x[i] - x[j]) * Math.sign(y[i] - y[j]);
  }
  return score;
}

export function rowSums(
  { values, parts, clusters, weights }: {
    values: Float64Array;
    parts: Int8Array;
    clusters: Int32Array;
    weights: number[];
  },
): number {
  const taking = Array.from(values, (y, i) => ({ y, part: parts[i], cluster: clusters[i] }))
    .filter(({ part }) => part >= 0);
  const size = [0, 1].map((part) => taking.filter((row) => row.part === part).length);
  const means = [0, 1].map((part) =>
    taking.filter((row) => row.part === part).reduce((sum, row) => sum + row.y, 0) / size[part]
  );
  const sums = [...Map.groupBy(taking, ({ cluster }) => cluster).values()].map((group) =>
    group.reduce((sum, { y, part }) => sum + weights[part] * (y - means[part]) / size[part], 0)
  );
  return Math.sqrt(sums.length / (sums.length - 1) * sums.reduce((sum, u) => sum + u * u, 0));
}
