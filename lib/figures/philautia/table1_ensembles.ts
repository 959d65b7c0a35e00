import pl from "nodejs-polars";
import { clusterUnit } from "../../results/cluster_unit.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";
import type { TableCell, TableColumn } from "../table_spec.ts";
import { countRange, fixed } from "../theme.ts";
import { philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import { BENCHMARKS, fittedPomms, POMMS_NOTEBOOK } from "./pomms_values.ts";
import { CAPTIONS, METRICS, table1Setting, table1Values, type TableValue } from "./table1_values.ts";

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
    // Results are ratings alone here; of an ensemble's preferences `pommsReport` and our own chart speak.
    const values = await table1Values(context, context.source === "simulated");
    const datasets = inOrder(values.map(({ dataset }) => dataset), BENCHMARKS).filter((name) =>
      name !== CAPTIONS
    );
    const bias = inOrder(
      values.filter(({ dataset }) => dataset === CAPTIONS).map(({ metric }) => metric),
      Object.keys(BIAS_LABELS),
    );
    const columns: TableColumn[] = [
      { key: "row", label: "Evaluators", align: "left" },
      ...datasets.flatMap((dataset) =>
        METRICS.map(([metric, label]) => ({ key: `${dataset} ${metric}`, label, group: dataset }))
      ),
      ...bias.map((metric) => ({
        key: `${CAPTIONS} ${metric}`,
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
    if (context.source === "published") markBest(rows.map(({ cells }) => cells), columns.slice(1));
    const counts = values.map(({ n }) => n).filter((n) => !Number.isNaN(n));
    const intervals = counts.length > 0
      ? ` ${
        countRange(counts)
      } judgments per value, the same for all evaluators of a column; ± half the width of the 95% ` +
        `interval, clustered by ${clusterUnit(await context.frame("ratings"))}.`
      : "";
    const left = context.source === "published" ? 0 : (await fittedPomms(context)).left;
    return {
      ...(bias.length > 0 ? {} : { title: "Agreement of single evaluators and ensembles with humans" }),
      body: { kind: "table", table: { columns, rows } },
      data: tableFrame(values),
      caption: `Kendall’s τ-b and τ-c × 100 with human scores${
        bias.length > 0 ? `, and ${await table1Setting(context)} philautia scores` : ""
      }.${intervals} ${provenanceNote(values.map(({ provenance }) => provenance), context)}`,
      footnotes: context.source === "published"
        ? [
          "Bold: best, underlined: second best; of philautia scores nearest to 0. How the paper makes one philautia score of an ensemble’s twelve is not said; no plain mean gives its 0.15.",
        ]
        : [
          ...(left > 0
            ? [`${left} test judgments that some evaluator did not score are left out of all values.`]
            : []),
          "Steps share their rows: differences between them are surer than the overlap of their intervals suggests." +
          (bias.length > 0
            ? " The last columns are means of the ensemble’s column of Φ̃ over all generators and over its members; a single model has its own entry."
            : ""),
        ],
      alt: "Table of Kendall’s τ-b and τ-c of single models and of growing ensembles on rated captions.",
    };
  },
});

/** As in the paper: the best of a column bold, the second best underlined; of philautia scores those nearest to 0. */
function markBest(
  rows: readonly Record<string, TableCell | string>[],
  columns: readonly TableColumn[],
): void {
  for (const { key } of columns) {
    const cells = rows.flatMap(({ [key]: cell }) => typeof cell === "object" ? [cell] : []);
    const worth = ({ text }: TableCell) => {
      const value = Number(text.replace("−", "-"));
      return key.startsWith(CAPTIONS) ? -Math.abs(value) : value;
    };
    const [first, second] = [...new Set(cells.map(worth))].sort((a, b) => b - a);
    for (const cell of cells) {
      if (worth(cell) === first) cell.bold = true;
      if (worth(cell) === second) cell.underlined = true;
    }
  }
}

const BIAS_LABELS: Record<string, string> = {
  phi_score: "Φ-score",
  over_generators: "all",
  over_members: "members",
};

function cellOf({ dataset, value, low, high }: TableValue): TableCell {
  if (dataset === CAPTIONS) return { text: fixed(value, 2) };
  const half = (high - low) / 2;
  return { text: fixed(value, 1), note: Number.isNaN(half) ? undefined : `±${fixed(half, 1)}` };
}

/** Values as a tidy frame, one row per number. */
export function tableFrame(values: readonly TableValue[]): pl.DataFrame {
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
