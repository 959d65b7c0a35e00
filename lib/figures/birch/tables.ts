import pl from "nodejs-polars";
import { canonicalJudge } from "../../papers/birch.ts";
import { publishedTable } from "../../papers/published_table.ts";
import { cohenKappa } from "../../stats/cohen_kappa.ts";
import { matchRate } from "../../stats/match_rate.ts";
import type { FigureContext } from "../figure_spec.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { table, type TableOptions } from "../recipes/table.ts";
import { published } from "../values/published.ts";
import { type Value, valueOf } from "../values/value.ts";
import { firstBenchmark, NAMES, ORDER, pairNumbers, PRINTED } from "./numbers.ts";

/** The rows of Table 1 as the paper has them. */
const ROWS = publishedTable("birch-table1").map(({ model }) => canonicalJudge(model));

/** What Table 3 groups judges by. */
const GROUPS = new Map(
  publishedTable("birch-table3").map(({ model, group }) => [canonicalJudge(model), group]),
);

/** The quantities of Tables 4 and 8, and what pipelines change of them. */
const QUANTITIES = ["Acc", "Acc_IDS", "Acc_CDS", "IB", "LB"];
const WITH_CHANGES = QUANTITIES.flatMap((quantity) => [quantity, `change of ${quantity}`]);

/** Tables 4 and 8: each quantity with the change against Base behind it. */
const METRICS: TableOptions = {
  rows: ["judge", "pipeline"],
  head: "Method",
  names: NAMES,
  order: {
    rows: ORDER.judges.flatMap((judge) => ORDER.pipelines.map((pipeline) => `${judge}\n${pipeline}`)),
  },
  columns: QUANTITIES.map((quantity) => ({
    label: quantity.replace(/_(.+)/, "_{$1}"),
    quantity,
    change: `change of ${quantity}`,
  })),
};

/** A column of a printed table. */
const read = (name: "birch-table5" | "birch-table6", key: string, quantity: string, value: string) =>
  published(name, { keys: { [key]: key }, quantity: { is: quantity }, value, percent: false });

/** The tables of the paper. */
export const tables: readonly NamedFigure<`birch-table${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`>[] = [
  figure("birch-table1", {
    title: "Image reliance score: accuracy with and without the image",
    needs: ["no_image"],
    published: PRINTED.table1,
    computed: (context) => pairNumbers(context, ["Acc_image", "Acc_no_image", "IRS"]),
    recipe: table({
      groups: "benchmark",
      order: { rows: ROWS, groups: ORDER.benchmarks },
      decimals: 2,
      columns: [
        { label: "With image", quantity: "Acc_image" },
        { label: "No image", quantity: "Acc_no_image" },
        { label: "IRS", quantity: "IRS" },
      ],
    }),
  }),
  figure("birch-table2", {
    title: "Informativeness bias before and after equalising lengths",
    needs: ["informativeness", "length_equalized"],
    published: PRINTED.table2,
    computed: (context) => pairNumbers(context, ["IB", "IB_equalized"]),
    recipe: table({
      groups: "benchmark",
      order: { rows: ORDER.judges, groups: ORDER.benchmarks },
      columns: [{ label: "before", quantity: "IB" }, { label: "after", quantity: "IB_equalized" }],
    }),
  }),
  figure("birch-table3", {
    title: "Accuracy of four judging pipelines",
    ownTitle: "Accuracy by judging pipeline",
    needs: ["pipelines"],
    published: PRINTED.table3,
    computed: (context) => pairNumbers(context, ["Acc"], ORDER.pipelines),
    recipe: table({
      groups: "benchmark",
      order: { rows: ORDER.judges, groups: ORDER.benchmarks },
      heading: (judge) => GROUPS.get(judge) ?? "",
      decimals: 2,
      bold: "max",
      columns: [
        { label: "Base", quantity: "Acc", keys: { pipeline: "base" } },
        { label: "Image\nCaption", quantity: "Acc", keys: { pipeline: "image_caption" } },
        { label: "Standard\nRef", quantity: "Acc", keys: { pipeline: "standard_ref" } },
        { label: "BIRCH", quantity: "Acc", keys: { pipeline: "birch" } },
      ],
    }),
  }),
  figure("birch-table4", {
    title: "What changes with Standard Ref and BIRCH",
    ownTitle: "What changes with other judging pipelines than Base",
    needs: ["informativeness", "lengths", "pipelines"],
    oneBenchmark: true,
    published: PRINTED.table4,
    computed: async (context) => {
      const all = await pairNumbers(context, WITH_CHANGES, ["base", "standard_ref", "birch"]);
      return firstBenchmark(all).filter(({ keys }) =>
        context.source === "results" || keys.judge === "GPT-4o"
      );
    },
    recipe: table(METRICS),
  }),
  figure("birch-table5", {
    title: "Quality of anchors and candidate answers",
    published: () => read("birch-table5", "text", "score", "average_score"),
    recipe: table({
      rows: "text",
      head: "Text",
      unit: "number",
      columns: [{ label: "Average score", quantity: "score" }],
    }),
  }),
  figure("birch-table6", {
    title: "Inference time per item",
    published: () => [
      ...read("birch-table6", "method", "seconds", "inference_time_s"),
      ...read("birch-table6", "method", "change", "delta_printed"),
    ],
    recipe: table({
      rows: "method",
      head: "Method",
      unit: "number",
      columns: [{ label: "Seconds", quantity: "seconds", change: "change" }],
    }),
  }),
  figure("birch-table7", {
    title: "Agreement of human and GPT-4o informativeness labels",
    ownTitle: "Agreement of two labellers",
    frames: ["labels"],
    published: () =>
      published("birch-table7", {
        keys: { benchmark: "benchmark" },
        quantity: "quantity",
        value: "value",
        percent: false,
      }),
    computed: agreements,
    recipe: table({
      rows: "benchmark",
      head: "Benchmark",
      unit: "number",
      decimals: 2,
      order: { rows: ORDER.benchmarks },
      columns: [
        { label: "Match rate", quantity: "Match rate" },
        { label: "Cohen’s κ", quantity: "Cohen’s kappa" },
      ],
    }),
    words: (values) => ({
      rates: values.map(({ keys, quantity, value }) => `${keys.benchmark} ${quantity} ${value.toFixed(2)}`)
        .join(", "),
    }),
  }),
  figure("birch-table8", {
    title: "What changes with BIRCH",
    needs: ["informativeness", "lengths", "pipelines"],
    oneBenchmark: true,
    published: PRINTED.table8,
    computed: async (context) => firstBenchmark(await pairNumbers(context, WITH_CHANGES, ["base", "birch"])),
    recipe: table(METRICS),
  }),
];

/** Match rate and κ of the two labellers of a `labels` frame, per benchmark. */
async function agreements({ frame }: FigureContext): Promise<Value[]> {
  const labels = await frame("labels");
  const levels = (column: string) => (labels.getColumn(column).unique().toArray() as string[]).sort();
  const labellers = levels("labeller");
  if (labellers.length !== 2) {
    throw new RangeError(
      `birch-table7: wanted labels of two labellers, found ${labellers.join(", ") || "none"}`,
    );
  }
  return levels("benchmark").flatMap((benchmark) => {
    const of = (labeller: string) =>
      new Map(
        labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
          .select("item_id", "more_informative").rows() as [string, string | null][],
      );
    const [one, two] = labellers.map(of);
    const items = [...one.keys()].filter((item) => two.has(item));
    const [a, b] = [one, two].map((map) => items.map((item) => map.get(item) ?? null));
    const match = matchRate(a, b), kappa = cohenKappa(a, b);
    const value = (
      quantity: string,
      { low, high, n }: { low: number; high: number; n: number },
      value: number,
    ) => valueOf({ keys: { benchmark }, quantity, value, low, high, n });
    return [value("Match rate", match, match.rate), value("Cohen’s kappa", kappa, kappa.kappa)];
  });
}
