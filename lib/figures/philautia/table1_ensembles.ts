import pl from "nodejs-polars";
import { pommsReport } from "../../ensemble/pomms_report.ts";
import { philautia } from "../../metrics/philautia.ts";
import { publishedTable } from "../../papers/published_table.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import { inOrder } from "../birch/birch_figure.ts";
import type { Provenance } from "../provenance.ts";
import type { TableCell, TableColumn } from "../table_spec.ts";
import { countRange, fixed } from "../theme.ts";
import { philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import {
  BENCHMARKS,
  type FittedPomms,
  fittedPomms,
  LAST_STEP,
  POMMS_NOTEBOOK,
  type PommsValue,
  stepLabel,
} from "./pomms_values.ts";

/** The single models of the paper's table. */
const BASELINES = ["GPT-4o", "Qwen2.5-VL-7B", "InternVL2.5-8B"];

/** A cell of the table as a row of its data. */
interface TableValue {
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

const METRICS = [["tau_b", "τ-b"], ["tau_c", "τ-c"]] as const;

export const table1 = philautiaFigure({
  file: "table1_ensembles.ts",
  number: "Table 1",
  title: "Agreement of single models and ensembles with humans, and their bias",
  kind: "table",
  frames: ["ratings"],
  needs: ["splits"],
  notebook: POMMS_NOTEBOOK,
  available: ["published", "simulated"],
  build: async (context: FigureContext): Promise<Drawing> => {
    const values = context.source === "published" ? published() : await computed(context);
    const datasets = inOrder(values.map(({ dataset }) => dataset), BENCHMARKS).filter((name) =>
      name !== "SelfEval-Cap"
    );
    const bias = inOrder(
      values.filter(({ dataset }) => dataset === "SelfEval-Cap").map(({ metric }) => metric),
      Object.keys(BIAS_LABELS),
    );
    const columns: TableColumn[] = [
      { key: "row", label: "Evaluators", align: "left" },
      ...datasets.flatMap((dataset) =>
        METRICS.map(([metric, label]) => ({ key: `${dataset} ${metric}`, label, group: dataset }))
      ),
      ...bias.map((metric) => ({
        key: `SelfEval-Cap ${metric}`,
        label: BIAS_LABELS[metric],
        ...(bias.length > 1 ? { group: "Mean entry of Φ̃" } : {}),
      })),
    ];
    const groups = [...new Set(values.map(({ group }) => group))];
    const rows = groups.flatMap((group) => {
      const own = values.filter((value) => value.group === group);
      return [...new Set(own.map(({ row }) => row))].map((row, r) => {
        const cells: Record<string, TableCell | string> = { row };
        for (const value of own.filter((one) => one.row === row)) {
          cells[`${value.dataset} ${value.metric}`] = cellOf(value);
        }
        return { ...(r === 0 ? { heading: group } : {}), cells };
      });
    });
    const counts = values.map(({ n }) => n).filter((n) => !Number.isNaN(n));
    const intervals = counts.length > 0
      ? ` ${
        countRange(counts)
      } judgments per value; ± half the width of the 95% interval, clustered by image.`
      : "";
    return {
      body: { kind: "table", table: { columns, rows } },
      data: tableFrame(values),
      caption: `Kendall’s τ-b and τ-c × 100 with human scores${
        bias.length > 0 ? ", and philautia scores without references" : ""
      }.${intervals} ${provenanceNote(values.map(({ provenance }) => provenance), context)}`,
      footnotes: context.source === "published"
        ? [
          "How the paper makes one philautia score of an ensemble’s twelve is not said; no plain mean gives its 0.15.",
        ]
        : [
          "Steps share their rows: differences between them are surer than the overlap of their intervals suggests." +
          (bias.length > 0
            ? " The last columns are means of the ensemble’s column of Φ̃ over all generators and over its members; a single model has its own entry."
            : ""),
        ],
      alt: "Table of Kendall’s τ-b and τ-c of single models and of growing ensembles on rated captions.",
    };
  },
});

const BIAS_LABELS: Record<string, string> = {
  phi_score: "Φ-score",
  over_generators: "all",
  over_members: "members",
};

function cellOf({ dataset, value, low, high }: TableValue): TableCell {
  if (dataset === "SelfEval-Cap") return { text: fixed(value, 2) };
  const half = (high - low) / 2;
  return { text: fixed(value, 1), note: Number.isNaN(half) ? undefined : `±${fixed(half, 1)}` };
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

async function computed(context: FigureContext): Promise<TableValue[]> {
  const ratings = await context.frame("ratings"), provenance = context.origin;
  const fit = fittedPomms(ratings);
  const simulated = context.source === "simulated";
  const shown = fit.values.filter(({ step, added }) =>
    step < 0 ? !simulated || BASELINES.includes(added) : !simulated || (step > 0 && step <= LAST_STEP)
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
  // Results hold ratings alone: what the ensemble prefers needs captions by its members, which only the simulation has for sure.
  return simulated ? [...taus, ...await preferences(context, ratings, fit, shown)] : taus;
}

async function preferences(
  context: FigureContext,
  ratings: pl.DataFrame,
  { pomms, benchmarks }: FittedPomms,
  shown: readonly PommsValue[],
): Promise<TableValue[]> {
  const captionScores = await context.frame("caption scores"), provenance = context.origin;
  const { scores } = philautia(captionScores, { setting: "ref_free" });
  type Row = { step: number; philautia_generators: number; philautia_members: number };
  const report = pommsReport(pomms, ratings.head(0), { by: [], captionScores })
    .toRecords() as unknown as Row[];
  return shown.filter(({ benchmark }) => benchmark === benchmarks[0]).flatMap((value) => {
    const { step, added, members } = value;
    const base = { members, dataset: "SelfEval-Cap", low: NaN, high: NaN, n: NaN, provenance };
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

function tableFrame(values: readonly TableValue[]): pl.DataFrame {
  const text = (name: keyof TableValue) => pl.Series(name, values.map((value) => value[name]), pl.Utf8);
  const number = (name: keyof TableValue) =>
    pl.Series(name, values.map((value) => Number.isNaN(value[name]) ? null : value[name]), pl.Float64);
  return pl.DataFrame([
    text("group"),
    text("row"),
    text("members"),
    text("dataset"),
    text("metric"),
    number("value"),
    number("low"),
    number("high"),
    number("n").cast(pl.Int32),
    text("provenance"),
  ]);
}
