import type pl from "nodejs-polars";
import {
  abstentionRatio,
  reliability,
  reliabilitySummary,
  scoreVariance,
  unnecessaryImageAblation,
} from "judgebias";
import {
  mmJudgeBiasAblation,
  mmJudgeBiasAbstention,
  mmJudgeBiasPrompts,
  mmJudgeBiasTable2,
} from "./printed_scores.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";

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
 * Compares a simulated `score pairs` frame (`simulateScorePairs`) with every number of Tables 2, 13, 14, 15 and 16. The
 * simulation's are those of the metrics. Means of a dimension or of all types are computed from unrounded values.
 */
export function scorePairsCalibration(scores: pl.DataFrame): ScoreCalibrationRow[] {
  /** A metric's number of a judge with a prompt, in the row of a bias type, scope or setting where it has several. */
  const lookup = (table: pl.DataFrame, part?: string) => {
    const keyOf = (judge: unknown, prompt: unknown, name: unknown) => [judge, prompt, name].join("\n");
    const known = new Map(
      (table.toRecords() as Record<string, unknown>[]).map((row) =>
        [keyOf(row.judge, row.prompt, part && row[part]), row] as const
      ),
    );
    return (judge: string, prompt: string, column: string, name?: string) =>
      known.get(keyOf(judge, prompt, name))?.[column] as number;
  };
  const byType = lookup(reliability(scores), "bias_type"), summary = lookup(reliabilitySummary(scores));
  const variance = lookup(scoreVariance(scores)), abstained = lookup(abstentionRatio(scores), "scope");
  const ablation = lookup(unnecessaryImageAblation(scores), "setting");
  const isType = (scope: string) => BIAS_TAXONOMY.some(({ type }) => type === scope);
  const value = (judge: string, prompt: string, scope: string) =>
    isType(scope) ? byType(judge, prompt, "value", scope) : summary(judge, prompt, scope);
  const rows: ScoreCalibrationRow[] = [];
  const compare = (row: Omit<ScoreCalibrationRow, "deviation" | "prints_same">, decimals: number) => {
    const deviation = row.simulated - row.published;
    const prints_same = row.simulated.toFixed(decimals) === row.published.toFixed(decimals);
    rows.push({ ...row, deviation, prints_same });
  };
  for (const { judge, values, average, interRun, interSample } of mmJudgeBiasTable2()) {
    const own = { table: "Table 2", judge, prompt: "score" };
    for (const { type } of BIAS_TAXONOMY) {
      compare({ ...own, quantity: type, published: values[type], simulated: value(judge, "score", type) }, 3);
    }
    const overall = value(judge, "score", "overall");
    compare({ ...own, quantity: "average", published: average, simulated: overall }, 3);
    const [between, among] = ["inter_run", "inter_sample"].map((column) => variance(judge, "score", column));
    compare({ ...own, quantity: "interRun", published: interRun, simulated: between }, 1);
    compare({ ...own, quantity: "interSample", published: interSample, simulated: among }, 1);
  }
  for (const { table, judge, prompt, scope, value: published } of mmJudgeBiasPrompts()) {
    compare({ table, judge, prompt, quantity: scope, published, simulated: value(judge, prompt, scope) }, 3);
  }
  for (const { judge, scope, ratio } of mmJudgeBiasAbstention()) {
    const own = { table: "Table 15", judge, prompt: "abstention", quantity: scope };
    compare({ ...own, published: ratio, simulated: abstained(judge, "abstention", "ratio", scope) }, 3);
  }
  for (const { judge, setting, bc } of mmJudgeBiasAblation()) {
    const own = { table: "Table 13", judge, prompt: "score", quantity: setting };
    compare({ ...own, published: bc, simulated: ablation(`${judge}, Table 13`, "score", "bc", setting) }, 4);
  }
  return rows;
}
