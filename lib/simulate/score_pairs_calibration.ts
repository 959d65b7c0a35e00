import type pl from "nodejs-polars";
import {
  mmJudgeBiasAblation,
  mmJudgeBiasAbstention,
  mmJudgeBiasPrompts,
  mmJudgeBiasTable2,
} from "../papers/mm_judgebias.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { scoreValue } from "./score_value.ts";

/** A published number beside the simulation's. */
export interface ScoreCalibrationRow {
  /** The paper's table: `Table 2`. */
  table: string;
  /** Name of the judge. */
  judge: string;
  /** Which prompt the judge was given: `score`, `abstention`, … */
  prompt: string;
  /** Bias type, dimension, `overall`, `average`, `interRun`, `interSample`, or a setting of Table 13. */
  quantity: string;
  /** As printed. */
  published: number;
  /** The same of the simulated frame, unrounded. */
  simulated: number;
  /** simulated − published. */
  deviation: number;
  /** Whether it prints as published, at the published number of decimals. */
  prints_same: boolean;
}

/**
 * Compares a simulated `score pairs` frame (`simulateScorePairs`) with every number of Tables 2, 13, 14, 15 and 16. Written
 * independently of the metrics, sample by sample. Means of a dimension or of all types are computed from unrounded values.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedScorePairs, scorePairsCalibration } from "judgebias/simulate";
 *
 * const rows = scorePairsCalibration(await loadSimulatedScorePairs());
 * assert.ok(rows.filter(({ table }) => table === "Table 2").every(({ deviation }) => Math.abs(deviation) < 0.06));
 * ```
 */
export function scorePairsCalibration(scores: pl.DataFrame): ScoreCalibrationRow[] {
  const groups = groupsOf(scores);
  const rows: ScoreCalibrationRow[] = [];
  const compare = (row: Omit<ScoreCalibrationRow, "deviation" | "prints_same">, decimals: number) => {
    const deviation = row.simulated - row.published;
    const prints_same = row.simulated.toFixed(decimals) === row.published.toFixed(decimals);
    rows.push({ ...row, deviation, prints_same });
  };
  const group = (judge: string, prompt: string) => groups.get(`${judge}\n${prompt}`)!;
  for (const row of mmJudgeBiasTable2()) {
    const own = { table: "Table 2", judge: row.judge, prompt: "score" };
    const found = group(row.judge, "score");
    for (const { type } of BIAS_TAXONOMY) {
      compare({ ...own, quantity: type, published: row.values[type], simulated: found.value(type) }, 3);
    }
    compare({ ...own, quantity: "average", published: row.average, simulated: found.mean() }, 3);
    const variances = found.variances();
    for (const quantity of ["interRun", "interSample"] as const) {
      compare({ ...own, quantity, published: row[quantity], simulated: variances[quantity] }, 1);
    }
  }
  for (const { table, judge, prompt, scope, value } of mmJudgeBiasPrompts()) {
    const found = group(judge, prompt);
    const isType = BIAS_TAXONOMY.some(({ type }) => type === scope);
    const simulated = isType ? found.value(scope) : found.mean(scope === "overall" ? undefined : scope);
    compare({ table, judge, prompt, quantity: scope, published: value, simulated }, 3);
  }
  for (const { judge, scope, ratio } of mmJudgeBiasAbstention()) {
    const simulated = group(judge, "abstention").abstained(scope);
    compare(
      { table: "Table 15", judge, prompt: "abstention", quantity: scope, published: ratio, simulated },
      3,
    );
  }
  for (const { judge, setting, bc } of mmJudgeBiasAblation()) {
    const simulated = group(`${judge}, Table 13`, "score").ablation(setting);
    compare({ table: "Table 13", judge, prompt: "score", quantity: setting, published: bc, simulated }, 4);
  }
  return rows;
}

interface Row {
  run: number;
  sample: string;
  type: string;
  unbiased: number;
  biased: number | null;
}

function groupsOf(scores: pl.DataFrame): Map<string, ReturnType<typeof measures>> {
  const numbers = (name: string) => columnNumbers(scores.getColumn(name));
  const [sample, type] = ["sample_id", "bias_type"].map((name) => factor(scores.getColumn(name)));
  const samples = sample.levels as string[], types = type.levels as string[];
  const [run, unbiased, biased] = ["run", "unbiased", "biased"].map(numbers);
  const rows = new Map<string, Row[]>();
  for (const { key, rows: members } of groupRows(scores, ["judge", "prompt"])) {
    rows.set(
      `${key.judge}\n${key.prompt}`,
      Array.from(members, (i) => ({
        run: run[i],
        sample: samples[sample.codes[i]],
        type: types[type.codes[i]],
        unbiased: unbiased[i],
        biased: Number.isNaN(biased[i]) ? null : biased[i],
      })),
    );
  }
  return new Map([...rows].map(([key, own]) => [key, measures(own)]));
}

/** What the tables print about one judge with one prompt. */
function measures(rows: readonly Row[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const runs = [...new Set(rows.map(({ run }) => run))];
  const typesOf = (scope?: string) =>
    BIAS_TAXONOMY.filter(({ type, dimension }) => !scope || type === scope || dimension === scope);
  const known = new Map<string, number>();
  const value = (type: string) => {
    if (!known.has(type)) known.set(type, valueOf(type));
    return known.get(type)!;
  };
  const valueOf = (type: string) => {
    const { metric } = BIAS_TAXONOMY.find((spec) => spec.type === type)!;
    const own = rows.filter((row) => row.type === type && row.biased !== null);
    return mean(runs.map((run) =>
      mean(
        own.filter((row) => row.run === run)
          .filter((row) => metric === "bc" || row.unbiased > 1)
          .map((row) => scoreValue(metric, row.unbiased, row.biased!)),
      )
    ));
  };
  return {
    value,
    mean: (dimension?: string) => mean(typesOf(dimension).map(({ type }) => value(type))),
    variances() {
      const bySample = new Map<string, Row[]>();
      for (const row of rows) {
        const same = bySample.get(row.sample);
        if (same) same.push(row);
        else bySample.set(row.sample, [row]);
      }
      const variance = (values: number[]) => {
        const centre = mean(values);
        return mean(values.map((value) => (value - centre) ** 2));
      };
      const own = [...bySample.values()].map((same) => same.map(({ unbiased }) => unbiased));
      return { interRun: mean(own.map(variance)), interSample: variance(own.map(mean)) };
    },
    abstained(scope: string) {
      const types = typesOf(scope === "overall" ? undefined : scope).map(({ type }) => type as string);
      const own = rows.filter(({ type }) => types.includes(type));
      return own.filter(({ biased }) => biased === null).length / own.length;
    },
    ablation(setting: string) {
      const of = (type: string) =>
        new Map(rows.filter((row) => row.type === type).map((row) => [row.sample, row]));
      const blank = of("blank_image");
      return mean(
        [...of("unnecessary_image").values()].map(({ sample, unbiased, biased }) => {
          const other = blank.get(sample)!.biased!;
          if (setting === "A") return scoreValue("bc", unbiased, biased!);
          return setting === "B" ? scoreValue("bc", unbiased, other) : scoreValue("bc", other, biased!);
        }),
      );
    },
  };
}
