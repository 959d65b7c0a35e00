import { type FindingRow, findings } from "../../findings/findings.ts";
import type { DataSourceName } from "../../results/data_sources.ts";
import { DISPLAY_NAMES, ORDERS } from "../paper_order.ts";
import { known, namesOf, pick, ranked, type Value, valueOf } from "../values/value.ts";
import type { Specs } from "../figure.ts";
import { mean } from "simple-statistics";
import { bradleyTerry } from "../../metrics/bradley_terry.ts";
import { frameFeatures } from "../../results/frame_features.ts";
import { grouped } from "../../stats/grouped.ts";
import { namedPairs } from "../hypotheses/charts.ts";
import { computed } from "../values/computed.ts";
import { limitsText } from "../../progress/estimate_cells.ts";
import { fixed } from "../../progress/told.ts";
import { saturation as saturated } from "../../metrics/saturation.ts";
import { signed } from "../theme.ts";

export const NAMES: Readonly<Record<string, string>> = DISPLAY_NAMES.real;

export const rowsOf = (source: DataSourceName, keep: (row: FindingRow) => boolean): FindingRow[] =>
  (findings(source).toRecords() as unknown[] as FindingRow[]).filter(keep);

export function valuesOf(
  rows: readonly FindingRow[],
  keys: (row: FindingRow) => Record<string, string> = ({ judge, condition }) => ({ judge, condition }),
): Value[] {
  return rows.map((row) => {
    const { quantity, n, estimate, low, high, n_clusters } = row;
    const numbers = {
      value: estimate ?? NaN,
      low: low ?? NaN,
      high: high ?? NaN,
      clusters: n_clusters ?? NaN,
    };
    return valueOf({ keys: keys(row), quantity, n, ...numbers, provenance: "public verdicts" });
  });
}

/** Whether it is left after the adjustment for all cases: an interval that leaves 0 out is one of many. */
const isCertain = ({ more }: Value) => more.p_adjusted < 0.05;

const MODELS: Readonly<Record<string, string>> = DISPLAY_NAMES.wildvision;

const PLAIN = "strength", EQUAL = "strength_at_equal_length";

function strongestFirst(values: readonly Value[]): string[] {
  const found = grouped(known(pick(values, { quantity: PLAIN })), ({ keys }) => keys.model);
  const of = (model: string) => mean(found.get(model)!.map(({ value }) => value));
  return [...found.keys()].sort((a, b) => of(b) - of(a));
}

export function climbers(values: readonly Value[]) {
  return namesOf(values, "judge").flatMap((judge) => {
    const order = (quantity: string) => ranked(known(pick(values, { judge })), quantity, "model");
    const equal = order(EQUAL);
    return order(PLAIN).map((model, i) => ({ model, from: i + 1, to: equal.indexOf(model) + 1, judge }))
      .filter(({ from, to }) => to > 0 && to < from);
  });
}

/** Evaluators with fewer readable scores are left out: of agreement, and of saturation. */
const FEWEST = 4000, FEWEST_SATURATED = 1000;

/** Wider intervals span nearly all that an entry of nine can be, −√8 to √8: nothing is known. */
const WIDEST = 4;

const isClear = ({ low, high }: Value) => low > 0 || high < 0;

const endText = (end: number) =>
  [1, 2].map((digits) => fixed(end, digits)).find((text) => /[1-9]/.test(text)) ?? (end < 0 ? "<0" : ">0");

const ofKnownRows = (values: readonly Value[]) =>
  [...grouped(values, ({ keys }) => keys.generator).values()]
    .filter((row) => known(row).length >= row.length / 2).flat();

const SHARE = "most_frequent_share";

function withFavourites(values: readonly Value[]): Record<string, string> {
  const digits = values.every(({ more }) => Number.isInteger(more.most_frequent)) ? 0 : 2;
  return Object.fromEntries([...grouped(values, ({ keys }) => keys.evaluator)].map(([name, own]) => {
    const favourites = new Set(own.map(({ more }) => fixed(more.most_frequent, digits)));
    return [name, `${NAMES[name] ?? name} (${[...favourites].join(", ")})`];
  }));
}

export const scores: Specs = {
  "real-order": {
    findings: () => {
      const all = valuesOf(rowsOf("llmbar", ({ condition }) => condition !== "case study"));
      const both = namesOf(pick(all, { quantity: "consistency" }), "judge");
      return pick(all, { quantity: ["consistency", "accuracy"], judge: both });
    },
    options: {
      groups: {
        of: ({ keys }) => keys.judge.split("/")[0],
        order: ["PaLM2", "Falcon", "GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2"],
        // Three are of one family and would be of one hue.
        colors: { ChatGPT: "#c2558f", "ChatGPT-0301": "#7a5230" },
      },
      named: () => false,
    },
  },
  "real-length": {
    findings: () => {
      const rows = rowsOf(
        "llmbar",
        ({ quantity, condition }) => quantity === "length_bias" && condition !== "case study",
      );
      const all = valuesOf(rows, ({ judge, condition }) => {
        const [model, strategy] = judge.split("/");
        return { model, strategy, condition };
      }).map((value, v) => ({ ...value, more: { p_adjusted: rows[v].p_adjusted ?? NaN } }));
      return pick(all, { model: ORDERS.real.model, strategy: ORDERS.real.strategy });
    },
    options: {
      hollow: {
        where: (value) => !isCertain(value),
        label: "not clear of 0 once adjusted for all cases of the source",
        filled: "clear of 0",
      },
    },
  },
  "real-strengths": {
    findings: () =>
      valuesOf(
        rowsOf("wildvision", ({ quantity }) => quantity === PLAIN || quantity === EQUAL),
        ({ judge, condition }) => ({ judge, model: condition.split("/").at(-1)! }),
      ),
    computed: async (context) => {
      const pairs = await namedPairs(context), columns = { value: "strength", keys: ["judge", "model"] };
      const strength = (quantity: string, covariates: string[]) =>
        computed(bradleyTerry(pairs, { by: ["judge"], covariates }), { ...columns, quantity });
      return [
        ...strength(PLAIN, []),
        ...frameFeatures(pairs).has("lengths") ? strength(EQUAL, ["words"]) : [],
      ];
    },
    options: (values) => {
      const isOne = namesOf(values, "judge").length < 2, risen = isOne ? climbers(values) : [];
      return {
        panels: isOne ? [] : "judge",
        order: { series: [PLAIN, EQUAL], rows: strongestFirst(values) },
        names: {
          ...MODELS,
          ...Object.fromEntries(risen.map(({ model }) => [model, `${MODELS[model] ?? model} ▲`])),
          ...{ [PLAIN]: "as judged", [EQUAL]: "at equal length" },
        },
        numbers: isOne,
        label: isOne ? "Strength (logits; 0: the mean of the models)" : "Strength (logits)",
      };
    },
  },
  "real-ceiling": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ condition, quantity, n }) =>
          condition === "all tasks" && ["tau", "ceiling"].includes(quantity) && n >= FEWEST),
      ),
  },
  "real-matrix": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ quantity }) => quantity === "phi_tilde").map((row): FindingRow =>
          row.low !== null && row.high !== null && row.high - row.low <= WIDEST
            ? row
            : { ...row, estimate: null, low: null, high: null }
        ),
        ({ judge, condition }) => ({ generator: condition.split("/")[1], evaluator: judge }),
      ),
    options: {
      text: ({ value }) => Number.isNaN(value) ? "" : signed(value, 1),
      note: (value: Value) => isClear(value) ? limitsText(endText(value.low), endText(value.high)) : "",
      colored: isClear,
    },
    marks: ofKnownRows,
  },
  "real-saturation": {
    findings: () =>
      valuesOf(
        rowsOf("viescore", ({ quantity, n }) => quantity === SHARE && n >= FEWEST_SATURATED),
        ({ judge }) => ({ evaluator: judge, setting: "" }),
      ).map((value) => {
        const of = (quantity: string) =>
          rowsOf("viescore", (one) => one.judge === value.keys.evaluator && one.quantity === quantity)[0]
            ?.estimate ?? NaN;
        return { ...value, more: { most_frequent: of("most_frequent_value"), n_values: of("values_used") } };
      }),
    computed: async (context) => {
      const scores = await context.frame("caption scores");
      return computed(saturated(scores).rename({ value: "most_frequent" }), {
        value: "share",
        quantity: SHARE,
        keys: ["evaluator", "setting"].filter((name) => scores.columns.includes(name)),
        more: ["most_frequent", "n_values"],
      }).filter(({ n }) => n > 0);
    },
    options: (values) => ({
      order: { rows: ranked(values, SHARE, "evaluator") },
      panels: namesOf(values, "setting").length > 1 ? "setting" : [],
      names: { ...NAMES, ...withFavourites(values) },
    }),
  },
};
