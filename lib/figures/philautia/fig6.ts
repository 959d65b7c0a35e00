import { PHILAUTIA_FACTS, PHILAUTIA_FAMILIES } from "../../papers/philautia.ts";
import { figure, type NamedFigure } from "../figure.ts";
import type { FigureContext } from "../figure_spec.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { below } from "../recipes/recipe.ts";
import { fixed } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { knownMatrix, lastSetting, MATRIX, matrixOf } from "./numbers.ts";
import { preferenceBounds, printedEntries } from "./preference_bounds.ts";

const FAMILIES: readonly (readonly [name: string, members: readonly string[]])[] = [
  ["(i) Qwen-based", PHILAUTIA_FAMILIES.Qwen],
  ["(ii) LLaVA", PHILAUTIA_FAMILIES.LLaVA],
];

export const fig6: NamedFigure<"philautia-fig6"> = figure("philautia-fig6", {
  title: "Preference within families of models",
  frames: ["caption scores"],
  // The paper names no setting; the two entries that it quotes for (ii) are those without references.
  published: () =>
    within(
      knownMatrix("ref_free", preferenceBounds("ref_free"), printedEntries("ref_free"), { every: true }),
      FAMILIES,
    ),
  computed: async (context: FigureContext) => {
    const setting = await lastSetting(context);
    const values = await matrixOf(setting, context);
    const models = modelsOf(values);
    const families = familiesOf(models);
    if (families.length === 0) {
      throw new RangeError(
        `philautia-fig6: wanted at least two models that generate and evaluate, found ${
          models.join(", ") || "none"
        }`,
      );
    }
    return within(values, families);
  },
  // A heatmap for each family: they have models of their own.
  recipe: async (values, look) => {
    const families = [...new Set(values.map(({ keys }) => keys.family))];
    return below(
      await Promise.all(
        families.map((family) =>
          heatmap({
            ...MATRIX,
            panels: "family",
            cellHeight: 36,
            intervals: true,
          })(values.filter(({ keys }) => keys.family === family), look)
        ),
      ),
    );
  },
  words: (values, { source }) => {
    const counts = [...new Set(values.map(({ keys }) => keys.family))].map((family) => {
      const off = values.filter(({ keys }) => keys.family === family && keys.generator !== keys.evaluator);
      return `${family}: ${off.filter(({ value }) => value > 0).length} of ${off.length}`;
    });
    return source === "published"
      ? {
        caption:
          `In (i) ${PHILAUTIA_FACTS.qwenFamilyPositive} of 12 entries beside the diagonal are positive, the ` +
          "second-largest number of all 495 sets of four; which ones is not printed. In (ii) LLaVA-1.5-13B favours its two successors.",
        footnotes: [
          "Bold: printed; ranges: what the printed facts leave of the others (Figure 4). The paper names no setting; the entries quoted for (ii) " +
          "are those without references, and so is all that is drawn.",
        ],
        alt: "Two heatmaps of preference within model families: printed entries, and bounds of the others.",
      }
      : {
        caption: `Positive beside the diagonal: ${counts.join("; ")}.`,
        footnotes: [comparison(values)].filter((text) => text !== ""),
        alt: `Heatmaps of preference among related models. Positive beside the diagonal: ${
          counts.join("; ")
        }.`,
      };
  },
});

/** The entries among the members of each family. */
function within(values: readonly Value[], families: typeof FAMILIES): Value[] {
  return families.flatMap(([family, members]) =>
    values.filter(({ keys }) => members.includes(keys.generator) && members.includes(keys.evaluator))
      .map((value) => ({ ...value, keys: { family, ...value.keys } }))
  );
}

/** Models that generate and evaluate. */
function modelsOf(values: readonly Value[]): string[] {
  const evaluators = new Set(values.map(({ keys }) => keys.evaluator));
  return [...new Set(values.map(({ keys }) => keys.generator))].filter((name) => evaluators.has(name));
}

/** How the mean entry of each family compares with its philautia scores, in words that hold whatever the numbers. */
function comparison(values: readonly Value[]): string {
  const mean = (of: readonly Value[]) => of.reduce((sum, { value }) => sum + value, 0) / of.length;
  const parts = [...new Set(values.map(({ keys }) => keys.family))].map((family) => {
    const own = values.filter(({ keys }) => keys.family === family);
    const self = own.filter(({ keys }) => keys.generator === keys.evaluator);
    return `${family}: ${fixed(mean(own.filter((value) => !self.includes(value))), 2)} beside ${
      fixed(mean(self), 2)
    } for oneself`;
  });
  return `Mean entries, ${parts.join("; ")}.`;
}

/**
 * The paper's families as far as they are there; else models that begin with the same word, the two largest such groups;
 * else all models as one.
 */
function familiesOf(models: readonly string[]): (readonly [string, readonly string[]])[] {
  const known = FAMILIES.map(([name, members]) =>
    [name, members.filter((model) => models.includes(model))] as const
  ).filter(([, members]) => members.length > 1);
  if (known.length > 0) return known;
  const groups = new Map<string, string[]>();
  for (const model of models) {
    const word = /^\p{L}+/u.exec(model)?.[0] ?? model;
    groups.set(word, [...groups.get(word) ?? [], model]);
  }
  const found = [...groups].filter(([, members]) => members.length > 1)
    .sort((a, b) => b[1].length - a[1].length).slice(0, 2);
  const named = found.length > 0 || models.length < 2 ? found : [["All models", models] as const];
  return named.map(([name, members], i) => [`(${["i", "ii"][i]}) ${name}`, members] as const);
}
