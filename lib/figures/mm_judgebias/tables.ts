import { unnecessaryImageAblation } from "../../metrics/unnecessary_image_ablation.ts";
import { mmJudgeBiasAblation, mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { NumberColumn } from "../recipes/table.ts";
import { computed } from "../values/computed.ts";
import { findValue, namesOf, type Value, valueOf } from "../values/value.ts";
import {
  experimentRows,
  MEANS,
  NAMES,
  ORDER,
  printedMain,
  printedPrompts,
  printedRatios,
  promptScores,
  RATIO,
  ratios,
  scores,
  withBest,
} from "./numbers.ts";
import { MEAN_COLUMNS, ofRatio, onNoise, scoreTable, TYPE_COLUMNS } from "./score_table.ts";

/** The columns of Table 2: a wall of numbers, tinted. */
const MAIN_COLUMNS: readonly NumberColumn[] = [
  ...[...TYPE_COLUMNS, { quantity: "overall", label: "Avg." }].map((column) => ({
    ...column,
    // Many columns: the shortest names that can be read.
    label: column.label.replace("Unnec", "Unn.").replace("Visual", "Vis."),
    tint: true,
  })),
  { quantity: "inter_run", label: "run", group: "Variance", decimals: 1 },
  { quantity: "inter_sample", label: "smp.", group: "Variance", decimals: 1 },
];

/** Behind a mean that is not as the paper's text says. */
const AGAINST = "*";

/** Name of Table 2's row of means, and its printed rows by judge. */
const MEAN = "Mean of the rows", ROWS = new Map(mmJudgeBiasTable2().map((row) => [row.judge, row]));

/** With a row of means over the judges; of printed values with as many decimals as these have. */
function withMeans(values: readonly Value[]): Value[] {
  if (namesOf(values, "judge").length < 2) return [...values];
  return [
    ...values,
    ...MAIN_COLUMNS.flatMap(({ quantity, decimals = 3 }) => {
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

/** Quantities of Table 3: the means and the share without a verdict. */
const ABSTENTION_COLUMNS = [
  ...MEANS.map((quantity) => ({ quantity, label: quantity === "overall" ? "Overall" : NAMES[quantity] })),
  { quantity: `${RATIO}overall`, label: "Abstained" },
];
const inTable3 = ({ quantity }: Value) => ABSTENTION_COLUMNS.some((column) => column.quantity === quantity);

/** The prompts that Tables 4 and 16 compare. */
export const COMPARED = ["score", "score_guided", "constraints", "reasoning"];
const overall = (values: readonly Value[]) => values.filter(({ quantity }) => quantity === "overall");

/** What the settings of Table 13 compare. */
const SETTINGS: Record<string, string> = {
  A: "[A] text →\n+ unrelated image",
  B: "[B] text →\n+ blank image",
  C: "[C] blank image →\nunrelated image",
};

/** Whether a mean of Table 16 that the paper's text says a prompt raises is below the original prompt's. */
const against = ({ keys, quantity, value, provenance }: Value) =>
  provenance === "published" && ["constraints", "reasoning"].includes(keys.prompt) &&
  ["integrality", "congruity"].includes(quantity) &&
  value < findValue(printedPrompts("Table 16"), quantity, { judge: keys.judge, prompt: "score" })!.value;

type Id = `mm-judgebias-table${2 | 3 | 4 | 13 | 14 | 15 | 16}`;

/** The paper's tables of scores. */
export const scoreTables: readonly NamedFigure<Id>[] = [
  figure("mm-judgebias-table2", {
    title: "Main results: bias deviation and conformity",
    frames: ["score pairs"],
    published: () => withMeans(printedMain()),
    computed: async (context) =>
      withMeans(withBest(
        (await scores(context, "main", "score")).filter(({ quantity }) =>
          MAIN_COLUMNS.some((column) => column.quantity === quantity)
        ),
      )),
    recipe: (values) => {
      const judges = ORDER.judges(values.map(({ keys }) => keys.judge).filter((judge) => judge !== MEAN));
      const others = judges.some((judge) => ROWS.has(judge)) ? "Others" : undefined;
      return scoreTable({
        columns: MAIN_COLUMNS,
        order: { rows: [...judges, MEAN] },
        heading: (row) => row === MEAN ? undefined : ROWS.get(row)?.category ?? others,
        total: (row) => row === MEAN,
        note: (row) => ROWS.get(row)?.thinking ? "✓" : undefined,
      });
    },
    words: (values) => {
      const judges = namesOf(values, "judge").filter((judge) => judge !== MEAN);
      const thinks = judges.some((judge) => ROWS.get(judge)?.thinking) ? "; ✓ thinks first" : "";
      return { ...onNoise(values), judges: judges.length, thinks };
    },
  }),
  figure("mm-judgebias-table3", {
    title: "Abstention-aware evaluation",
    needs: ["abstention"],
    published: () => [...printedPrompts("Table 14"), ...printedRatios()].filter(inTable3),
    computed: async (context) =>
      [...await promptScores(context, ["score", "abstention"]), ...await ratios(context)].filter(inTable3),
    // As printed: nothing is bold in it.
    recipe: scoreTable({
      rows: ["judge", "prompt"],
      head: "Prompt",
      columns: ABSTENTION_COLUMNS,
      bold: () => false,
    }),
    words: onNoise,
  }),
  figure("mm-judgebias-table4", {
    title: "Prompt variants: mean reliability",
    needs: ["prompts"],
    published: () => overall(printedPrompts("Table 16")),
    computed: async (context) => overall(await promptScores(context, COMPARED)),
    recipe: (values) =>
      scoreTable({
        columns: COMPARED.filter((prompt) => values.some(({ keys }) => keys.prompt === prompt))
          .map((prompt) => ({ quantity: "overall", keys: { prompt }, label: NAMES[prompt] })),
      }),
    words: onNoise,
  }),
  figure("mm-judgebias-table13", {
    title: "Ablation of Unnecessary-Image",
    needs: ["blank_image"],
    published: () =>
      mmJudgeBiasAblation().map(({ judge, setting, bc }) =>
        valueOf({
          keys: { judge },
          quantity: setting,
          value: bc,
          printed: bc.toFixed(4),
          provenance: "published",
        })
      ),
    computed: async (context) => {
      const frame = unnecessaryImageAblation(await experimentRows(context, "ablation"), { by: ["judge"] });
      return computed(frame, { value: "bc", keys: ["judge", "setting"] })
        .filter(({ n }) => n > 0).map(({ keys: { judge, setting }, ...value }) => ({
          ...value,
          keys: { judge: judge.replace(/, Table 13$/, "") },
          quantity: setting,
        }));
    },
    recipe: scoreTable({
      columns: Object.entries(SETTINGS).map(([quantity, label]) => ({ quantity, label })),
      decimals: 4,
    }),
    words: onNoise,
  }),
  figure("mm-judgebias-table14", {
    title: "Abstention-aware evaluation by bias type",
    needs: ["abstention"],
    published: () => printedPrompts("Table 14"),
    computed: (context) => promptScores(context, ["score", "abstention"]),
    recipe: scoreTable({
      rows: ["judge", "prompt"],
      head: "Prompt",
      columns: [...TYPE_COLUMNS, ...MEAN_COLUMNS],
    }),
    words: onNoise,
  }),
  figure("mm-judgebias-table15", {
    title: "Abstention ratio",
    needs: ["abstention"],
    published: printedRatios,
    computed: ratios,
    recipe: scoreTable({ columns: [...ofRatio(TYPE_COLUMNS), ...ofRatio(MEAN_COLUMNS, "Pooled")] }),
    words: onNoise,
  }),
  figure("mm-judgebias-table16", {
    title: "Prompt variants by bias type",
    needs: ["prompts"],
    published: () => printedPrompts("Table 16"),
    computed: (context) => promptScores(context, COMPARED),
    recipe: scoreTable({
      rows: ["judge", "prompt"],
      head: "Prompt",
      columns: [...TYPE_COLUMNS, ...MEAN_COLUMNS],
      mark: (value) => against(value) ? AGAINST : "",
    }),
    words: onNoise,
  }),
];
