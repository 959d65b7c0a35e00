import pl from "nodejs-polars";
import { noiseFloor } from "../../metrics/noise_floor.ts";
import { reliability } from "../../metrics/reliability.ts";
import { reliabilitySummary } from "../../metrics/reliability_summary.ts";
import { scoreVariance } from "../../metrics/score_variance.ts";
import { mmJudgeBiasPrompts, mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { type Experiment, experimentRows, withPrompt } from "./score_rows.ts";

/** A number of the paper's kind: published, simulated or from results. */
export interface ScoreValue {
  judge: string;
  prompt: string;
  /** Bias type, dimension, `overall`, `inter_run` or `inter_sample`. */
  quantity: string;
  value: number;
  low: number;
  high: number;
  /** Samples. */
  n: number;
  /** What run-to-run noise alone gives: the least that BD can be, the most that BC can. */
  noise: number;
  bold: boolean;
  provenance: Provenance;
  /** Where the interval comes from, where that is not where the value comes from. */
  spread_provenance: Provenance | null;
}

type Row = Record<string, number> & { judge: string; prompt: string; bias_type: string };

/** The computed numbers of an experiment, of all its prompts or of one. */
export function scoreValuesOf(
  context: FigureContext,
  experiment: Experiment,
  prompt?: string,
): Promise<ScoreValue[]> {
  return context.once(`score values of ${experiment}, ${prompt ?? "all prompts"}`, async () => {
    const rows = await experimentRows(context, experiment);
    return computedScoreValues(
      prompt === undefined ? rows : withPrompt("figure", rows, prompt),
      context.origin,
    );
  });
}

/** BD and BC by type, dimension and overall, variances and noise, for every judge and prompt of a `score pairs` frame. */
function computedScoreValues(scores: pl.DataFrame, provenance: Provenance): ScoreValue[] {
  const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
  const values: ScoreValue[] = [];
  const rest = { noise: NaN, bold: false, provenance, spread_provenance: null };
  const metricOf = new Map(BIAS_TAXONOMY.map(({ type, metric }) => [type as string, metric]));
  const floors = new Map(
    rows(noiseFloor(scores, { by: ["judge", "prompt", "bias_type"] })).map((row) => [
      `${row.judge}\n${row.prompt}\n${row.bias_type}`,
      metricOf.get(row.bias_type) === "bd" ? row.bd_floor : row.bc_ceiling,
    ]),
  );
  for (const { judge, prompt, bias_type, value, low, high, n } of rows(reliability(scores))) {
    const noise = floors.get(`${judge}\n${prompt}\n${bias_type}`) ?? NaN;
    values.push({ ...rest, judge, prompt, quantity: bias_type, value, low, high, n, noise });
  }
  for (const row of rows(reliabilitySummary(scores))) {
    const own = { ...rest, judge: row.judge, prompt: row.prompt, n: row.n };
    for (const quantity of BIAS_DIMENSIONS) {
      const [value, low, high] = [row[quantity], row[`${quantity}_low`], row[`${quantity}_high`]];
      values.push({ ...own, quantity, value, low, high });
    }
    values.push({ ...own, quantity: "overall", value: row.overall, low: row.low, high: row.high });
  }
  for (const row of rows(scoreVariance(scores))) {
    const own = { ...rest, judge: row.judge, prompt: row.prompt, n: row.n };
    values.push({ ...own, quantity: "inter_run", value: row.inter_run, low: row.low, high: row.high });
    const { inter_sample_low: low, inter_sample_high: high } = row;
    values.push({ ...own, quantity: "inter_sample", value: row.inter_sample, low, high });
  }
  return values.filter(({ value }) => !Number.isNaN(value));
}

const PUBLISHED = {
  low: NaN,
  high: NaN,
  n: NaN,
  noise: NaN,
  provenance: "published" as const,
  spread_provenance: null,
};

/** The numbers of Table 2; means of a dimension are those of its printed values. */
export function publishedMainValues(): ScoreValue[] {
  return mmJudgeBiasTable2().flatMap((row) => {
    const own = { ...PUBLISHED, judge: row.judge, prompt: "score" };
    const mean = (types: readonly (keyof typeof row.values)[]) =>
      Number((types.reduce((sum, type) => sum + row.values[type], 0) / types.length).toFixed(4));
    return [
      ...BIAS_TAXONOMY.map(({ type }) => ({
        ...own,
        quantity: type as string,
        value: row.values[type],
        bold: row.bold.has(type),
      })),
      ...BIAS_DIMENSIONS.map((dimension) => ({
        ...own,
        quantity: dimension as string,
        value: mean(BIAS_TAXONOMY.filter((one) => one.dimension === dimension).map(({ type }) => type)),
        bold: false,
      })),
      { ...own, quantity: "overall", value: row.average, bold: row.bold.has("average") },
      { ...own, quantity: "inter_run", value: row.interRun, bold: row.bold.has("interRun") },
      { ...own, quantity: "inter_sample", value: row.interSample, bold: row.bold.has("interSample") },
    ];
  });
}

/** The numbers of Table 14 or 16. */
export function publishedPromptValues(table: "Table 14" | "Table 16"): ScoreValue[] {
  return mmJudgeBiasPrompts().filter((row) => row.table === table).map((
    { judge, prompt, scope, value, bold },
  ) => ({
    ...PUBLISHED,
    judge,
    prompt,
    quantity: scope,
    value,
    bold,
  }));
}

/** Published values with the intervals of computed ones, moved along. */
export function withSpread(published: readonly ScoreValue[], spread: readonly ScoreValue[]): ScoreValue[] {
  return published.map((value) => {
    const from = findScore(spread, value);
    if (!from) return value;
    const shift = value.value - from.value;
    return {
      ...value,
      low: from.low + shift,
      high: from.high + shift,
      spread_provenance: from.provenance,
    };
  });
}

/** Finds a value; undefined where there is none. */
export function findScore(
  values: readonly ScoreValue[],
  { judge, prompt, quantity }: Pick<ScoreValue, "judge" | "prompt" | "quantity">,
): ScoreValue | undefined {
  return values.find((value) =>
    value.judge === judge && value.prompt === prompt && value.quantity === quantity
  );
}

/** Values as a tidy frame: what the CSV beside a figure holds. */
export function scoreValueFrame(values: readonly ScoreValue[]): pl.DataFrame {
  const text = (name: keyof ScoreValue) => pl.Series(name, values.map((value) => value[name]), pl.Utf8);
  const number = (name: keyof ScoreValue) => pl.Series(name, values.map((value) => value[name]), pl.Float64);
  const n = pl.Series("n", values.map((value) => Number.isNaN(value.n) ? null : value.n), pl.Float64);
  return pl.DataFrame([
    ...(["judge", "prompt", "quantity"] as const).map(text),
    ...(["value", "low", "high", "noise"] as const).map(number),
    n.cast(pl.Int32),
    ...(["provenance", "spread_provenance"] as const).map(text),
  ]);
}
