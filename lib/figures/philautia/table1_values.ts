import { pommsReport } from "../../ensemble/pomms_report.ts";
import { philautia } from "../../metrics/philautia.ts";
import { publishedTable } from "../../papers/published_table.ts";
import type pl from "nodejs-polars";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { type FittedPomms, fittedPomms, LAST_STEP, type PommsValue, stepLabel } from "./pomms_values.ts";
import { settingName } from "./philautia_figure.ts";
import { settingsOf } from "./numbers.ts";

/** The single models of the paper's table. */
const BASELINES = ["GPT-4o", "Qwen2.5-VL-7B", "InternVL2.5-8B"];

/** A cell of the table as a row of its data. */
export interface TableValue {
  group: string;
  row: string;
  members: string;
  dataset: string;
  metric: string;
  value: number;
  low: number;
  high: number;
  n: number;
  provenance: Provenance;
}

/** What philautia scores are of. */
export const CAPTIONS = "SelfEval-Cap";

/** The two coefficients. */
export const METRICS = [["tau_b", "τ-b"], ["tau_c", "τ-c"]] as const;

/**
 * Numbers of Table 1 as printed, or computed from ratings; with `bias` also from caption scores, the mean entries of Φ̃ over
 * all generators and over an ensemble's members (of a single evaluator, its own).
 */
export async function table1Values(context: FigureContext, bias: boolean): Promise<TableValue[]> {
  return context.source === "published" ? published() : await computed(context, bias);
}

/** The setting that the philautia scores of Table 1 are of, as a sentence names it. */
export async function table1Setting({ source, frame }: FigureContext): Promise<string> {
  const setting = source === "published" ? "ref_free" : settingsOf(await frame("caption scores")).at(-1)!;
  return settingName(setting).toLowerCase();
}

function published(): TableValue[] {
  return publishedTable("philautia-table1").map(({ group, row_label, members, dataset, metric, value }) => ({
    group: group === "G-VEval" ? "Single model (G-VEval)" : "Pomms",
    row: row_label,
    members: members.replaceAll(";", "; "),
    dataset,
    metric,
    value,
    low: NaN,
    high: NaN,
    n: NaN,
    provenance: "published",
  }));
}

async function computed(context: FigureContext, bias: boolean): Promise<TableValue[]> {
  const ratings = await context.frame("ratings"), provenance = context.origin;
  const fit = await fittedPomms(context);
  const simulated = context.source === "simulated";
  // Step 0 is its only member again.
  const shown = fit.values.filter(({ step, added }) =>
    step !== 0 && (!simulated || (step < 0 ? BASELINES.includes(added) : step <= LAST_STEP))
  );
  const rank = ({ step, added }: PommsValue) => step < 0 ? BASELINES.indexOf(added) - BASELINES.length : step;
  if (simulated) shown.sort((a, b) => rank(a) - rank(b));
  const groupOf = (value: PommsValue) => value.step < 0 ? "Single evaluator" : "Pomms";
  const taus = shown.flatMap((value) =>
    METRICS.map(([metric]): TableValue => ({
      group: groupOf(value),
      row: stepLabel(value),
      members: value.members,
      dataset: value.benchmark,
      metric,
      value: 100 * value[metric],
      low: 100 * value[`${metric}_low`],
      high: 100 * value[`${metric}_high`],
      n: value.n,
      provenance,
    }))
  );
  return bias ? [...taus, ...await preferences(context, ratings, fit, shown)] : taus;
}

async function preferences(
  context: FigureContext,
  ratings: pl.DataFrame,
  { pomms, benchmarks }: FittedPomms,
  shown: readonly PommsValue[],
): Promise<TableValue[]> {
  const captionScores = await context.frame("caption scores"), provenance = context.origin;
  const setting = settingsOf(captionScores).at(-1)!;
  const { scores } = philautia(captionScores, { setting });
  type Row = { step: number; philautia_generators: number; philautia_members: number };
  const report = pommsReport(pomms, ratings.head(0), { by: [], captionScores, setting })
    .toRecords() as unknown as Row[];
  return shown.filter(({ benchmark }) => benchmark === benchmarks[0]).flatMap((value) => {
    const { step, added, members } = value;
    const base = { members, dataset: CAPTIONS, low: NaN, high: NaN, n: NaN, provenance };
    const own = (group: string, metric: string, found: number) => ({
      ...base,
      group,
      row: stepLabel(value),
      metric,
      value: found,
    });
    return step < 0 ? [own("Single evaluator", "over_members", scores[added])] : [
      own("Pomms", "over_generators", report[step].philautia_generators),
      own("Pomms", "over_members", report[step].philautia_members),
    ];
  });
}
