import { refusing } from "../../results/said.ts";
import { mean } from "simple-statistics";
import { inferUnits, INTERVAL, intervalCells } from "../../metrics/metric_columns.ts";
import { groupedTable } from "../../metrics/metric_table.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { standardize } from "../../metrics/standardize.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { columnNumbers } from "../../results/factor.ts";
import { only } from "../../results/only.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { inOrder } from "../paper_order.ts";
import { heatmap } from "../recipes/heatmap.ts";
import type { HeatOptions } from "../recipes/heat_panel.ts";
import { below } from "../recipes/recipe.ts";
import { computed } from "../values/computed.ts";
import {
  boundsOf,
  differences,
  findValue,
  known,
  namesOf,
  pick,
  printedValue,
  type Value,
  withoutInterval,
} from "../values/value.ts";
import {
  allMatrices,
  BENCHMARKS,
  CAPTIONS,
  computedSteps,
  DIFFERENCE,
  isScore,
  isSelf,
  MATRIX,
  matrixOf,
  ofTwo,
  ORDER,
  printedAndSigns,
  printedSteps,
  settingsOf,
  strongest,
} from "./numbers.ts";

const WRITER = "Gemini-2.5-Pro";

const MEAN = "mean";

const MEANS: HeatOptions = {
  ...MATRIX,
  panels: "quantity",
  names: { "mean score": "(i) Φ: mean scores", "z-score": "(ii) Standardised by evaluator", [MEAN]: "Mean" },
  order: { rows: [...ORDER.generator, MEAN], columns: [...ORDER.generator, MEAN] },
};

function meansOf(values: readonly Value[], key: "generator" | "evaluator"): Value[] {
  const across = key === "generator" ? "evaluator" : "generator";
  return [...grouped(values, ({ keys }) => keys[key]).values()].map((own) => {
    const value = mean(own.map(({ value }) => value));
    return { ...own[0], keys: { ...own[0].keys, [across]: MEAN }, value };
  });
}

function withDifferences(scores: readonly Value[]): Value[] {
  const [first, second] = ORDER.setting.map((setting) => pick(scores, { setting }));
  const before = ({ keys: { generator } }: Value) => known(pick(first, { generator }))[0];
  return [
    ...scores,
    ...differences(second, before, `${DIFFERENCE} settings`, ({ keys: { setting: _, ...keys } }) => keys),
  ];
}

function bothOf(values: readonly Value[]): Value[] {
  const [benchmark] = inOrder(values.map(({ keys }) => keys.dataset), BENCHMARKS).filter((name) =>
    name !== CAPTIONS
  );
  return values.filter(({ keys, quantity }) =>
    quantity === "tau_b" ? keys.dataset === benchmark : /^(phi_score|over_members)$/.test(quantity)
  ).map((value) => ({ ...value, quantity: value.quantity === "tau_b" ? "tau_b" : "bias" }));
}

export const charts: Specs = {
  "philautia-fig2": {
    published: () => {
      const known = Object.entries(PHILAUTIA_FACTS.geminiCaptions), generator = WRITER;
      const others = { generator, evaluator: `each of the ${ORDER.generator.length - known.length} others` };
      const cell = (evaluator: string, value: number) =>
        printedValue({ generator, evaluator }, "mean score", value.toFixed(2));
      return [
        ...known.map(([evaluator, value]) => cell(evaluator, value)),
        // It gives itself more than the others do, of which nothing else is known.
        boundsOf(others, "mean score", -Infinity, PHILAUTIA_FACTS.geminiCaptions[WRITER]),
      ];
    },
    computed: async (context) => {
      const frame = await context.frame("caption scores"), [setting] = settingsOf(frame);
      const entries = await matrixOf(setting, context);
      const writers = namesOf(entries, "generator");
      const [first] = entries.filter(isSelf).sort((a, b) => b.value - a.value);
      const generator = writers.includes(WRITER) ? WRITER : first?.keys.generator ?? writers[0];
      const own = only(frame, { setting, generator }), { codes } = frameClusters(own);
      const scores = columnNumbers(own.getColumn("score"));
      const means = groupedTable(own, "evaluator", `n:count mean ${INTERVAL}`, (rows) => {
        const values = Array.from(rows, (row) => scores[row]);
        const found = inferUnits("the score", { values, rows }, codes, {});
        return { n: found.n, mean: found.estimate, ...intervalCells(found) };
      }, 0.95);
      return computed(means, {
        ...{ value: "mean", quantity: "mean score" },
        keys: { setting: { is: setting }, generator: { is: generator }, evaluator: "evaluator" },
      });
    },
  },
  "philautia-figA": {
    published: () => {
      const { columnMeans, geminiCaptions } = PHILAUTIA_FACTS, setting = "ref_based";
      const cell = (captions: string, evaluator: string, printed: string) =>
        printedValue({ setting, captions, evaluator }, "mean score", printed);
      return [
        ...columnMeans.filter(([of]) => of === setting)
          .map(([, evaluator, value]) => cell(MEAN, evaluator, value.toFixed(3))),
        ...Object.entries(geminiCaptions).map(([evaluator, value]) =>
          cell("its captions", evaluator, value.toFixed(2))
        ),
      ];
    },
    computed: async (context) => {
      const [setting] = settingsOf(await context.frame("caption scores"));
      const scores = (await matrixOf(setting, context)).map((value) => ({
        ...withoutInterval(value),
        ...{ quantity: "mean score", value: value.more.phi, more: {} },
      }));
      const rows = namesOf(scores, "generator"), columns = namesOf(scores, "evaluator");
      const of = (generator: string, evaluator: string) =>
        findValue(scores, "mean score", { generator, evaluator })!.value;
      const z = standardize(rows.map((row) => columns.map((column) => of(row, column))), "columns");
      const scaled = scores.map((value) => {
        const { generator, evaluator } = value.keys;
        return {
          ...value,
          quantity: "z-score",
          value: z[rows.indexOf(generator)][columns.indexOf(evaluator)],
        };
      });
      return [...scores, ...scaled, ...meansOf(scores, "evaluator"), ...meansOf(scaled, "generator")];
    },
    // Each has its own scale, red high and blue low as in the paper.
    draws: async (values, look) => {
      const panels = ["mean score", "z-score"].map(async (label) => {
        const own = pick(values, { quantity: label }), all = own.map(({ value }) => value);
        const domain = label === "z-score" ? MATRIX.domain : [Math.min(...all), Math.max(...all)] as const;
        return await heatmap({ ...MEANS, label, domain })(own, look);
      });
      return below(await Promise.all(panels));
    },
    marks: (values) => values.toSorted((a, b) => b.value - a.value),
    notes: (_, context) => ofTwo(context),
  },
  "philautia-intervals": {
    published: () => withDifferences(printedAndSigns().filter(isSelf)),
    computed: async (context) => {
      const own = (await allMatrices(context)).filter(isSelf);
      if (own.length > 0) return own;
      throw refusing("generator_and_evaluator");
    },
    options: (all) => {
      const values = all.filter(isScore);
      const [from, to] = inOrder(values.map(({ keys }) => keys.setting), ORDER.setting);
      return {
        order: { rows: strongest(values) },
        ...(to === undefined ? { as: "dots" } : { as: "dumbbells", from, to }),
      };
    },
    marks: (all) => all.filter(isScore),
    notes: (_, context) => ofTwo(context),
  },
  "philautia-agreement-bias": {
    published: () => bothOf(printedSteps()),
    computed: async (context) => bothOf(await computedSteps(context, true)),
    options: (values) => ({
      names: {
        tau_b: `Agreement on ${values.find(({ quantity }) => quantity === "tau_b")?.keys.dataset}`,
        bias: "Philautia (Φ̃)",
      },
    }),
  },
};
