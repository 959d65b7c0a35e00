import { meanScores } from "../../metrics/mean_scores.ts";
import { standardize } from "../../metrics/standardize.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { displayName } from "../display_names.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { inOrder } from "../in_order.ts";
import { heatmap, type HeatOptions } from "../recipes/heatmap.ts";
import { below } from "../recipes/recipe.ts";
import { dots, dumbbells, type RowOptions } from "../recipes/rows.ts";
import { fixed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { type Value, valueOf, withoutInterval } from "../values/value.ts";
import {
  allMatrices,
  isSelf,
  lastSetting,
  MATRIX,
  matrixOf,
  ORDER,
  printedEntries,
  settingsOf,
  strongest,
} from "./numbers.ts";
import { BENCHMARKS, CAPTIONS, computedSteps, printedSteps } from "./pomms_values.ts";

/** The writer of the example of Figure 2. */
const WRITER = "Gemini-2.5-Pro";

const SCORES = { unit: "number", decimals: 2, reach: [0, 1] } as const satisfies RowOptions;

export const fig2: NamedFigure<"philautia-fig2"> = figure("philautia-fig2", {
  file: "charts",
  title: "Scores of Gemini-2.5-Pro’s captions",
  ownTitle: "What evaluators give to the captions of one model",
  frames: ["caption scores"],
  published: () => {
    const known = Object.entries(PHILAUTIA_FACTS.geminiCaptions) as [string, number][];
    const of = (evaluator: string) => ({ keys: { generator: WRITER, evaluator }, quantity: "mean score" });
    return [
      ...known.map(([evaluator, value]) =>
        valueOf({ ...of(evaluator), value, printed: value.toFixed(2), provenance: "published" })
      ),
      // It gives itself more than the others do, of which nothing else is known.
      valueOf({
        ...of(`each of the ${ORDER.models.length - known.length} others`),
        ...{ value: NaN, low: -Infinity, high: PHILAUTIA_FACTS.geminiCaptions[WRITER] },
        ...{ interval: "bounds", provenance: "computed from published" },
      }),
    ];
  },
  computed: async (context) => {
    const frame = await context.frame("caption scores"), [setting] = settingsOf(frame);
    const entries = await matrixOf(setting, context);
    const writers = [...new Set(entries.map(({ keys }) => keys.generator))];
    const [first] = entries.filter(isSelf).sort((a, b) => b.value - a.value);
    const generator = writers.includes(WRITER) ? WRITER : first?.keys.generator ?? writers[0];
    return computed(meanScores(frame, { setting, generator }), {
      ...{ value: "mean", quantity: "mean score", keys: ["evaluator"], provenance: context.origin },
    }).map((value) => ({ ...value, keys: { setting, generator, ...value.keys } }));
  },
  recipe: dots({
    rows: "evaluator",
    series: [],
    sort: true,
    ...SCORES,
    label: "Mean score of its captions, 0 to 1",
  }),
  words: (values, { source }) => {
    const { generator } = values[0].keys, own = values.find(isSelf)?.value ?? NaN;
    const higher = values.filter((value) => !isSelf(value) && value.value > own).length;
    const said = source === "published"
      ? "Gemini-2.5-Pro scores its own captions higher on average than any other evaluator does"
      : Number.isNaN(own)
      ? `Captions of ${generator}, which is no evaluator here`
      : `Captions of ${generator}: ${
        higher === 0 ? "nobody gives more" : `${higher} of ${values.length - 1} others give more`
      } than it gives itself`;
    return {
      caption: `${said}. Only Φ̃ can tell whether that is preference, since evaluators differ in strictness.`,
      alt: `Mean scores by evaluator. ${said}.`,
    };
  },
});

/** Five numbers are no matrix: what is printed stands in rows. */
const MEAN = "mean", OWN = "its captions";

const NAMES_A: Readonly<Record<string, string>> = {
  "mean score": "(i) Φ: mean scores",
  "z-score": "(ii) Standardised by evaluator",
  [MEAN]: "Of all captions",
  [OWN]: `Of ${WRITER}’s captions`,
};

const MEANS: HeatOptions = {
  ...MATRIX,
  panels: "quantity",
  names: NAMES_A,
  order: { rows: [...ORDER.models, MEAN], columns: [...ORDER.models, MEAN], panels: Object.keys(NAMES_A) },
};

export const figA: NamedFigure<"philautia-figA"> = figure("philautia-figA", {
  file: "charts",
  title: "Mean scores that evaluators give",
  frames: ["caption scores"],
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
    const models = (key: "generator" | "evaluator") => [...new Set(scores.map(({ keys }) => keys[key]))];
    const generators = models("generator"), evaluators = models("evaluator");
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
  recipe: async (values, look) => {
    if (!values.some(({ quantity }) => quantity === "z-score")) {
      const shown = { rows: ["captions", "evaluator"], series: [], sort: true, names: NAMES_A } as const;
      return await dots({ ...shown, ...SCORES, label: "Mean score, 0 to 1" })(values, look);
    }
    // Each has its own scale, red high and blue low as in the paper.
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
  words: (values, { source }) =>
    source === "published"
      ? {
        caption:
          "Evaluators differ in strictness: of the three whose mean the paper prints, DeepSeek-VL2 gives 0.819 and Molmo-7B-D 0.490.",
        footnotes: [
          "Of the matrix of mean scores the paper prints two entries of 144 and three column means, of the matrix of standardised scores nothing. " +
          "Taken to be reference-based: 0.761 (Figure 5) and the two entries (Figure 2), whose setting the paper does not name.",
        ],
        alt: "Dots: the five printed mean scores of four evaluators.",
      }
      : {
        caption:
          "Red high, blue low. Evaluators differ in mean and spread, hence (ii); generators still differ in their means, hence Φ̃.",
        alt: `Two heatmaps of ${
          new Set(values.map(({ keys }) => keys.generator)).size - 1
        } generators: mean scores, and the same standardised by evaluator.`,
      },
});

/** Means of the columns (by evaluator) or rows (by generator) as one more row or column. */
function meansOf(values: readonly Value[], key: "generator" | "evaluator"): Value[] {
  const across = key === "generator" ? "evaluator" : "generator";
  return [...new Set(values.map(({ keys }) => keys[key]))].map((model) => {
    const own = values.filter(({ keys }) => keys[key] === model);
    const value = own.reduce((sum, one) => sum + one.value, 0) / own.length;
    return { ...own[0], keys: { ...own[0].keys, [across]: MEAN }, value };
  });
}

export const intervals: NamedFigure<"philautia-intervals"> = figure("philautia-intervals", {
  file: "charts",
  title: "Every model favours itself",
  ownTitle: "How sure is a philautia score?",
  frames: ["caption scores"],
  published: () =>
    withDifferences(ORDER.settings.flatMap((setting) => printedEntries(setting).filter(isSelf))),
  computed: async (context) => {
    const own = (await allMatrices(context)).filter(isSelf);
    if (own.length > 0) return own;
    throw new RangeError("philautia-intervals: wanted a model that is generator and evaluator, found none");
  },
  recipe: (all, look) => {
    const values = all.filter(isScore);
    const [first, second] = inOrder(values.map(({ keys }) => keys.setting), ORDER.settings);
    const shown: RowOptions = {
      ...{ rows: "generator", series: "setting", order: { rows: strongest(values, "Φ̃", "generator") } },
      ...{ unit: "number", decimals: 2, label: "Philautia score", reach: [0] },
    };
    return (second === undefined ? dots(shown) : dumbbells({ ...shown, from: first, to: second }))(
      values,
      look,
    );
  },
  words: (all, { source }) => {
    const values = all.filter(isScore),
      above = values.filter(({ value }) => value > 0).length,
      sure = values.filter(({ low }) => low > 0).length;
    return {
      caption: source === "published"
        ? `How much each model prefers its own captions: all ${values.length} printed scores are above 0.`
        : `How much each model prefers its own captions, and what other images could have given: ${above} of ${values.length} ` +
          `are above 0${
            values.some(({ interval }) => interval === "95%") ? `, ${sure} with their whole interval` : ""
          }.`,
      alt: `Dots: philautia scores of ${new Set(values.map(({ keys }) => keys.generator)).size} models.`,
    };
  },
});

const DIFFERENCE = "difference of settings";

const isScore = ({ quantity }: Value) => quantity !== DIFFERENCE;

/** Printed scores with what Δ is computed from them. */
function withDifferences(scores: readonly Value[]): Value[] {
  const [first, second] = ORDER.settings.map((setting) =>
    scores.filter(({ keys }) => keys.setting === setting)
  );
  const differences = second.flatMap(({ keys: { setting: _, ...keys }, value }) => {
    const before = first.find((one) => one.keys.generator === keys.generator);
    return before === undefined ? [] : [
      valueOf({
        ...{ keys, quantity: DIFFERENCE, value: value - before.value },
        provenance: "computed from published",
      }),
    ];
  });
  return [...scores, ...differences];
}

/** τ-b on the first benchmark, and one number of bias. */
function bothOf(values: readonly Value[]): Value[] {
  const [benchmark] = inOrder(values.map(({ keys }) => keys.dataset), BENCHMARKS).filter((name) =>
    name !== CAPTIONS
  );
  return values.filter(({ keys, quantity }) =>
    quantity === "tau_b" ? keys.dataset === benchmark : /^(phi_score|over_members)$/.test(quantity)
  ).map((value) => ({ ...value, quantity: value.quantity === "tau_b" ? "tau_b" : "bias" }));
}

export const agreementBias: NamedFigure<"philautia-agreement-bias"> = figure("philautia-agreement-bias", {
  file: "charts",
  title: "Agreement with humans against bias, as members join",
  notebook: "03_pomms",
  frames: ["ratings", "caption scores"],
  needs: ["splits"],
  published: () => bothOf(printedSteps()),
  computed: async (context) => bothOf(await computedSteps(context, true)),
  recipe: (values, look) =>
    dots({
      ...{ rows: "evaluators", series: "group", panels: "quantity", order: { panels: ["tau_b", "bias"] } },
      names: {
        tau_b: `Agreement on ${values.find(({ quantity }) => quantity === "tau_b")?.keys.dataset}`,
        bias: "Philautia (Φ̃)",
      },
      each: {
        tau_b: { label: "Kendall’s τ-b × 100" },
        bias: { label: "Φ̃; 0: none", unit: "number", decimals: 2, reach: [0, -1] },
      },
    })(values, look),
  words: async (values, context) => {
    const published = context.source === "published";
    const setting = published ? "ref_free" : await lastSetting(context);
    const right = `On the right, ${displayName(setting).toLowerCase()}: the philautia score of a model, and ${
      published
        ? "what the paper calls that of an ensemble."
        : "the mean of an ensemble’s entries of Φ̃ for its members."
    }`;
    return { caption: best(values), footnotes: [right] };
  },
});

/** Which rows agree most with people, and their bias. */
function best(values: readonly Value[]): string {
  const agreement = values.filter(({ quantity, value }) => quantity === "tau_b" && !Number.isNaN(value));
  const most = Math.max(...agreement.map(({ value }) => value));
  const top = agreement.filter(({ value }) => value === most);
  const bias = top.map(({ keys }) =>
    values.find(({ quantity, keys: { evaluators } }) => quantity === "bias" && evaluators === keys.evaluators)
      ?.value ?? NaN
  );
  if (top.length === 0 || bias.some(Number.isNaN)) return "";
  const names = top.map(({ keys }) => `“${displayName(keys.evaluators)}”`).join(" and ");
  const [nearest] = values.filter(({ quantity, value }) => quantity === "bias" && !Number.isNaN(value))
    .sort((a, b) => Math.abs(a.value) - Math.abs(b.value));
  const least = top.some(({ keys }) => keys.evaluators === nearest.keys.evaluators)
    ? "the least"
    : `“${displayName(nearest.keys.evaluators)}” has the least, ${fixed(nearest.value, 2)}`;
  return `${names} ${top.length === 1 ? "agrees" : "agree"} most with people (${
    fixed(100 * most, 1)
  }), with a preference of ${bias.map((one) => fixed(one, 2)).join(" and ")}; ${least}.`;
}
