import { mean } from "simple-statistics";
import { meanScores } from "../../metrics/mean_scores.ts";
import { standardize } from "../../metrics/standardize.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Specs } from "../figure.ts";
import { inOrder } from "../in_order.ts";
import { heatmap, type HeatOptions } from "../recipes/heatmap.ts";
import { below } from "../recipes/recipe.ts";
import { computed } from "../values/computed.ts";
import { namesOf, type Value, valueOf, withoutInterval } from "../values/value.ts";
import {
  allMatrices,
  isSelf,
  MATRIX,
  matrixOf,
  ORDER,
  printedAndSigns,
  settingsOf,
  strongest,
} from "./numbers.ts";

/** The writer of the example of Figure 2. */
const WRITER = "Gemini-2.5-Pro";

const MEAN = "mean", OWN = "its captions";

const MEANS: HeatOptions = {
  ...MATRIX,
  panels: "quantity",
  names: {
    "mean score": "(i) Φ: mean scores",
    "z-score": "(ii) Standardised by evaluator",
    [MEAN]: "Mean",
  },
  order: { rows: [...ORDER.generator, MEAN], columns: [...ORDER.generator, MEAN] },
};

/** Means of the columns (by evaluator) or rows (by generator) as one more row or column. */
function meansOf(values: readonly Value[], key: "generator" | "evaluator"): Value[] {
  const across = key === "generator" ? "evaluator" : "generator";
  return [...grouped(values, ({ keys }) => keys[key]).values()].map((own) => {
    const value = mean(own.map(({ value }) => value));
    return { ...own[0], keys: { ...own[0].keys, [across]: MEAN }, value };
  });
}

const DIFFERENCE = "difference of settings";

const isScore = ({ quantity }: Value) => quantity !== DIFFERENCE;

/** Printed scores with what Δ is computed from them. */
function withDifferences(scores: readonly Value[]): Value[] {
  const [first, second] = ORDER.setting.map((setting) =>
    scores.filter(({ keys }) => keys.setting === setting)
  );
  const differences = second.flatMap(({ keys: { setting: _, ...keys }, value }) => {
    const before = first.find((one) => one.keys.generator === keys.generator);
    return before === undefined || Number.isNaN(before.value) ? [] : [
      valueOf({
        ...{ keys, quantity: DIFFERENCE, value: value - before.value },
        provenance: "computed from published",
      }),
    ];
  });
  return [...scores, ...differences];
}

export const charts: Specs = {
  "philautia-fig2": {
    published: () => {
      const known = Object.entries(PHILAUTIA_FACTS.geminiCaptions) as [string, number][];
      const of = (evaluator: string) => ({ keys: { generator: WRITER, evaluator }, quantity: "mean score" });
      return [
        ...known.map(([evaluator, value]) =>
          valueOf({ ...of(evaluator), value, printed: value.toFixed(2), provenance: "published" })
        ),
        // It gives itself more than the others do, of which nothing else is known.
        valueOf({
          ...of(`each of the ${ORDER.generator.length - known.length} others`),
          ...{ value: NaN, low: -Infinity, high: PHILAUTIA_FACTS.geminiCaptions[WRITER] },
          ...{ interval: "bounds", provenance: "published" },
        }),
      ];
    },
    computed: async (context) => {
      const frame = await context.frame("caption scores"), [setting] = settingsOf(frame);
      const entries = await matrixOf(setting, context);
      const writers = namesOf(entries, "generator");
      const [first] = entries.filter(isSelf).sort((a, b) => b.value - a.value);
      const generator = writers.includes(WRITER) ? WRITER : first?.keys.generator ?? writers[0];
      return computed(meanScores(frame, { setting, generator }), {
        ...{ value: "mean", quantity: "mean score", keys: ["evaluator"] },
      }).map((value) => ({ ...value, keys: { setting, generator, ...value.keys } }));
    },
    words: (values) => {
      const { generator } = values[0].keys, own = values.find(isSelf)?.value ?? NaN;
      const higher = values.filter((value) => !isSelf(value) && value.value > own).length;
      const others = higher === 0
        ? "nobody gives more"
        : `${higher} of ${values.length - 1} others give more`;
      return {
        captions: Number.isNaN(own)
          ? `Captions of ${generator}, which is no evaluator here`
          : `Captions of ${generator}: ${others} than it gives itself`,
      };
    },
  },
  "philautia-figA": {
    published: () => {
      const cell = (captions: string, evaluator: string, value: number, decimals: number) =>
        valueOf({
          keys: { setting: "ref_based", captions, evaluator },
          ...{ quantity: "mean score", value, printed: value.toFixed(decimals), provenance: "published" },
        });
      const { columnMeans, geminiCaptions } = PHILAUTIA_FACTS;
      return [
        ...columnMeans.filter(([setting]) => setting === "ref_based")
          .map(([, evaluator, value]) => cell(MEAN, evaluator, value, 3)),
        ...Object.entries(geminiCaptions).map(([evaluator, value]) => cell(OWN, evaluator, value, 2)),
      ];
    },
    computed: async (context) => {
      const [setting] = settingsOf(await context.frame("caption scores"));
      const scores = (await matrixOf(setting, context)).map((value) => ({
        ...withoutInterval(value),
        ...{ quantity: "mean score", value: value.more.phi, more: {} },
      }));
      const generators = namesOf(scores, "generator"), evaluators = namesOf(scores, "evaluator");
      const of = (g: string, e: string) =>
        scores.find(({ keys }) => keys.generator === g && keys.evaluator === e)!.value;
      const z = standardize(generators.map((g) => evaluators.map((e) => of(g, e))), "columns");
      const scaled = scores.map((value) => ({
        ...value,
        quantity: "z-score",
        value: z[generators.indexOf(value.keys.generator)][evaluators.indexOf(value.keys.evaluator)],
      }));
      return [...scores, ...scaled, ...meansOf(scores, "evaluator"), ...meansOf(scaled, "generator")];
    },
    // Each has its own scale, red high and blue low as in the paper.
    draws: async (values, look) => {
      const scores = values.filter(({ quantity }) => quantity === "mean score").map(({ value }) => value);
      const ends = {
        "mean score": [Math.min(...scores), Math.max(...scores)],
        "z-score": [-3.25, 3.25],
      } as const;
      return below(
        await Promise.all(
          Object.entries(ends).map(([label, domain]) =>
            heatmap({ ...MEANS, label, domain })(values.filter(({ quantity }) => quantity === label), look)
          ),
        ),
      );
    },
    marks: (values) => values.toSorted((a, b) => b.value - a.value),
  },
  "philautia-intervals": {
    published: () => withDifferences(printedAndSigns().filter(isSelf)),
    computed: async (context) => {
      const own = (await allMatrices(context)).filter(isSelf);
      if (own.length > 0) return own;
      throw new RangeError("philautia-intervals: wanted a model that is generator and evaluator, found none");
    },
    options: (all) => {
      const values = all.filter(isScore);
      const [from, to] = inOrder(values.map(({ keys }) => keys.setting), ORDER.setting);
      return {
        order: { rows: strongest(values, "Φ̃", "generator") },
        ...(to === undefined ? { as: "dots" } : { as: "dumbbells", from, to }),
      };
    },
    marks: (all) => all.filter(isScore),
    words: (all, { source }) => {
      const values = all.filter(isScore), certain = values.some(({ interval }) => interval === "95%");
      const sure = values.filter(({ low }) => low > 0).length;
      return {
        scores: values.length,
        models: namesOf(values, "generator").length,
        above: values.filter(({ value }) => value > 0).length,
        others: certain ? ", and what other images could have given" : "",
        sure: certain
          ? `, ${sure} with their whole interval`
          : source === "results"
          ? "; of so few evaluators or images no interval is known"
          : "",
        images: certain
          ? "Intervals are about images alone: other prompts, runs and sets of models are another question."
          : "",
      };
    },
  },
};
