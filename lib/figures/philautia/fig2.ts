import { meanScores } from "../../metrics/mean_scores.ts";
import { PHILAUTIA_FACTS } from "../../papers/philautia.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import { valueOf } from "../values/value.ts";
import { matrixOf, ORDER, settingsOf } from "./numbers.ts";

/** The writer of the paper's example. */
const WRITER = "Gemini-2.5-Pro";

export const fig2: NamedFigure<"philautia-fig2"> = figure("philautia-fig2", {
  title: "Scores of Gemini-2.5-Pro’s captions",
  ownTitle: "What evaluators give to the captions of one model",
  frames: ["caption scores"],
  published: () => {
    const known = new Map<string, number>(Object.entries(PHILAUTIA_FACTS.geminiCaptions));
    const of = (evaluator: string) => ({ keys: { generator: WRITER, evaluator }, quantity: "mean score" });
    return [
      ...[...known].map(([evaluator, value]) =>
        valueOf({ ...of(evaluator), value, printed: value.toFixed(2), provenance: "published" })
      ),
      // It gives itself more than the others do, of which nothing else is known.
      valueOf({
        ...of(`each of the ${ORDER.models.length - known.size} others`),
        value: NaN,
        low: 0,
        high: known.get(WRITER)!,
        interval: "bounds",
        provenance: "computed from published",
      }),
    ];
  },
  computed: async (context) => {
    const frame = await context.frame("caption scores");
    const [setting] = settingsOf(frame);
    const entries = await matrixOf(setting, context);
    const writers = [...new Set(entries.map(({ keys }) => keys.generator))];
    const own = entries.filter(({ keys }) => keys.generator === keys.evaluator).sort((a, b) =>
      b.value - a.value
    );
    const generator = writers.includes(WRITER) ? WRITER : own[0]?.keys.generator ?? writers[0];
    return computed(meanScores(frame, { setting, generator }), {
      value: "mean",
      quantity: "mean score",
      keys: ["evaluator"],
      provenance: context.origin,
    }).map((value) => ({ ...value, keys: { setting, generator, ...value.keys } }));
  },
  recipe: dots({
    rows: "evaluator",
    order: { rows: ORDER.models },
    unit: "number",
    decimals: 2,
    label: "Mean score of its captions, 0 to 1",
    reach: [0, 1],
  }),
  words: (values, { source }) => {
    const { generator } = values[0].keys;
    const own = values.find(({ keys }) => keys.evaluator === generator)?.value ?? NaN;
    const higher = values.filter(({ value, keys }) => keys.evaluator !== generator && value > own).length;
    return source === "published"
      ? {
        caption:
          "Gemini-2.5-Pro scores its own captions higher on average than the other evaluators do, GPT-4o among them; whether that is " +
          "preference only Φ̃ can tell, since evaluators differ in strictness.",
        footnotes: [
          "The paper prints two of the twelve means, without their setting; the other ten are below 0.80. Its picture alone has the captions.",
        ],
        alt:
          "Mean scores of Gemini-2.5-Pro’s captions by evaluator: itself 0.80, GPT-4o 0.69, the others below 0.80.",
      }
      : {
        caption: Number.isNaN(own)
          ? `Captions of ${generator}, which is no evaluator here.`
          : `Captions of ${generator}: ${
            higher === 0 ? "nobody gives more" : `${higher} of ${values.length - 1} others give more`
          } than it gives ` +
            "itself; whether that is preference only Φ̃ can tell, since evaluators differ in strictness.",
        alt: `Mean scores of the captions of ${generator} by evaluator.`,
      };
  },
});
