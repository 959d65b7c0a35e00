import { unnecessaryImageAblation } from "../../metrics/self_enhancement.ts";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { TableOptions } from "../recipes/table_options.ts";
import { rangeText } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { findValue, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import {
  experimentRows,
  isBold,
  judgesOf,
  meanOf,
  MEANS,
  NAMES,
  ORDER,
  printedMain,
  promptScores,
  RATIO,
  ratios,
  scores,
  withBest,
  withinNoise,
} from "./numbers.ts";

const TYPES = BIAS_TAXONOMY.map(({ type }) => type as string);

const NOISE_MARK = "°";

const scoreOptions = (values: readonly Value[], mark = (_: Value) => ""): Partial<TableOptions> => ({
  bold: isBold,
  order: {
    rows: judgesOf(values).flatMap((judge) => [judge, ...ORDER.prompt.map((one) => `${judge}\n${one}`)]),
  },
  mark: (value) => mark(value) || (withinNoise(value) ? NOISE_MARK : ""),
});

const noise = (values: readonly Value[]): string[] =>
  values.some(withinNoise)
    ? [`${NOISE_MARK} Not beyond what the judge’s noise from run to run gives by itself.`]
    : [];

function noiseAndMeans(values: readonly Value[]): string[] {
  const judged = values.filter(({ keys, quantity }) => keys.judge !== MEAN && TYPES.includes(quantity));
  const own = grouped(judged, ({ keys }) => `${keys.judge}\n${keys.prompt}`);
  const types = [...own.values()].map(({ length }) => length);
  if (Math.min(...types) === TYPES.length) return noise(values);
  const range = `${rangeText(types, String)} of ${TYPES.length}`;
  return [...noise(values), `Means: of the bias types that a judge has, ${range}.`];
}

const MAIN = [...TYPES, "overall", "inter_run", "inter_sample"];

const AGAINST = "*";

const MEAN = "Mean of the rows", ROWS = new Map(mmJudgeBiasTable2().map((row) => [row.judge, row]));

/** With a row of means over the judges; of printed values with as many decimals as these have. */
function withMeans(values: readonly Value[]): Value[] {
  if (namesOf(values, "judge").length < 2) return [...values];
  return [
    ...values,
    ...MAIN.flatMap((quantity) => {
      const own = pick(values, { quantity }), decimals = quantity.startsWith("inter_") ? 1 : 3;
      if (own.length === 0) return [];
      const value = meanOf(own.map(({ value }) => value)), printed = value.toFixed(decimals);
      const { provenance, keys } = own[0], isPrinted = own[0].printed !== null;
      return [valueOf({
        ...{ keys: { ...keys, judge: MEAN }, quantity, provenance },
        ...isPrinted ? { value: Number(printed), printed } : { value },
      })];
    }),
  ];
}

const inTable3 = (values: readonly Value[]) => pick(values, { quantity: [...MEANS, `${RATIO}overall`] });

export const COMPARED = ["score", "score_guided", "constraints", "reasoning"];
const overall = (values: readonly Value[]) => pick(values, { quantity: "overall" });

/** Whether a mean of Table 16 that the paper's text says a prompt raises is below the original prompt's. */
const against = ({ keys, quantity, value, provenance }: Value) =>
  provenance === "published" && ["constraints", "reasoning"].includes(keys.prompt) &&
  ["integrality", "congruity"].includes(quantity) &&
  value <
    findValue(printedOf("mm-judgebias-table16"), quantity, { judge: keys.judge, prompt: "score" })!.value;

export const tables: Specs = {
  "mm-judgebias-table2": {
    published: () => withMeans(printedMain()),
    computed: async (context) =>
      withMeans(withBest(pick(await scores(context, "main", "score"), { quantity: MAIN }))),
    options: (values) => {
      const judges = judgesOf(values).filter((judge) => judge !== MEAN);
      const isPrinted = values[0].provenance === "published";
      const others = judges.some((judge) => ROWS.has(judge)) ? "Others" : undefined;
      return {
        ...scoreOptions(values),
        order: { rows: [...judges, MEAN] },
        heading: (row) => row === MEAN ? undefined : ROWS.get(row)?.category ?? others,
        total: (row: string) => row === MEAN,
        note: (row: string) => isPrinted && ROWS.get(row)?.thinking ? "✓" : undefined,
      };
    },
    notes: noiseAndMeans,
  },
  "mm-judgebias-table3": {
    published: () => inTable3([...printedOf("mm-judgebias-table14"), ...printedOf("mm-judgebias-table15")]),
    computed: async (context) =>
      inTable3([...await promptScores(context, ["score", "abstention"]), ...await ratios(context)]),
    // As printed: nothing is bold in it.
    options: (values) => ({ ...scoreOptions(values), bold: () => false }),
    notes: noise,
  },
  "mm-judgebias-table4": {
    published: () => overall(printedOf("mm-judgebias-table16")),
    computed: async (context) => overall(await promptScores(context, COMPARED)),
    options: (values) => ({
      ...scoreOptions(values),
      columns: COMPARED.filter((prompt) => values.some(({ keys }) => keys.prompt === prompt))
        .map((prompt) => ({ quantity: "overall", keys: { prompt }, label: NAMES[prompt] })),
    }),
    notes: noise,
  },
  "mm-judgebias-table13": {
    computed: async (context) => {
      const frame = unnecessaryImageAblation(await experimentRows(context, "ablation"), { by: ["judge"] });
      const values = computed(frame, { value: "bc", keys: ["judge"], metric: "setting" });
      return rekeyed(values.filter(({ n }) => n > 0), ({ keys }) => ({
        judge: keys.judge.replace(/, Table 13$/, ""),
      }));
    },
    options: (values) => scoreOptions(values),
    notes: noise,
  },
  "mm-judgebias-table14": {
    computed: (context) => promptScores(context, ["score", "abstention"]),
    options: (values) => scoreOptions(values),
    notes: noiseAndMeans,
  },
  "mm-judgebias-table15": { computed: ratios, options: (values) => scoreOptions(values), notes: noise },
  "mm-judgebias-table16": {
    computed: (context) => promptScores(context, COMPARED),
    options: (values) => scoreOptions(values, (value) => against(value) ? AGAINST : ""),
    notes: noiseAndMeans,
  },
};
