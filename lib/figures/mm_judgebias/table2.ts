import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { type Value, valueOf } from "../values/value.ts";
import { ORDER, printedMain, scores, withBest } from "./numbers.ts";
import { noiseNote, scoreTable, TYPE_COLUMNS } from "./score_table.ts";

/** Name of the row of means over the judges. */
const MEAN = "Mean of the rows";

const COLUMNS = [
  ...TYPE_COLUMNS,
  { quantity: "overall", label: "Avg." },
  { quantity: "inter_run", label: "run", group: "Variance", decimals: 1 },
  { quantity: "inter_sample", label: "samp.", group: "Variance", decimals: 1 },
];

const ROWS = new Map(mmJudgeBiasTable2().map((row) => [row.judge, row]));

/** Table 2, which the project page shows as its leaderboard. */
export const table2: NamedFigure<"mm-judgebias-table2"> = figure("mm-judgebias-table2", {
  title: "Main results: bias deviation and conformity",
  frames: ["score pairs"],
  published: () => withMeans(printedMain()),
  computed: async (context) =>
    withMeans(withBest(
      (await scores(context, "main", "score")).filter(({ quantity }) =>
        COLUMNS.some((column) => column.quantity === quantity)
      ),
    )),
  recipe: (values, look) => {
    const judges = ORDER.judges(values.map(({ keys }) => keys.judge).filter((judge) => judge !== MEAN));
    return scoreTable({
      columns: COLUMNS,
      order: { rows: [...judges, MEAN] },
      heading: (row) => row === MEAN ? "All" : ROWS.get(row)?.category ?? "Others",
      note: (row) => ROWS.get(row)?.thinking ? "✓" : undefined,
    })(values, look);
  },
  words: (values) => {
    const judges = new Set(values.map(({ keys }) => keys.judge));
    return {
      caption:
        "BD (Integrality, Congruity) and BC (Robustness): higher is better; variance of unbiased scores. Bold: best; ✓ thinks first.",
      footnotes: noiseNote(values),
      published: [
        "30 rows are 26 models: four stand with and without thinking; the means are over the rows. " +
        "Prometheus-Vision-13B: Avg. is printed as 0.563, the mean of its nine printed values is 0.5624. " +
        "The paper calls the two variances weakly correlated: over these rows r = 0.45. The paper’s column UnrecImg. is UnnecImg., " +
        "its Integrity is Integrality.",
      ],
      alt: `Table of bias deviation and bias conformity of ${
        judges.size - Number(judges.has(MEAN))
      } judges by nine bias types, with means and variances.`,
    };
  },
});

/** With a row of means over the judges; of printed values with as many decimals as these have. */
function withMeans(values: readonly Value[]): Value[] {
  const judges = new Set(values.map(({ keys }) => keys.judge));
  if (judges.size < 2) return [...values];
  return [
    ...values,
    ...COLUMNS.flatMap(({ quantity, decimals = 3 }: { quantity: string; decimals?: number }) => {
      const own = values.filter((value) => value.quantity === quantity);
      if (own.length === 0) return [];
      const mean = own.reduce((sum, { value }) => sum + value, 0) / own.length, text = mean.toFixed(decimals);
      const { printed, provenance, keys } = own[0];
      return [valueOf({
        keys: { ...keys, judge: MEAN },
        quantity,
        value: printed === null ? mean : Number(text),
        printed: printed === null ? null : text,
        provenance,
      })];
    }),
  ];
}
