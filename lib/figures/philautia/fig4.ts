import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../recipes/heatmap.ts";
import { allMatrices, MATRIX, ORDER, pinnedCounts, pinnedDown } from "./numbers.ts";

export const fig4: NamedFigure<"philautia-fig4"> = figure("philautia-fig4", {
  title: "Who prefers whose captions: Φ̃",
  frames: ["caption scores"],
  published: () => ORDER.settings.flatMap(pinnedDown),
  computed: allMatrices,
  recipe: heatmap(MATRIX),
  words: (values, { source }) => {
    const own = values.filter(({ keys }) => keys.generator === keys.evaluator);
    const positive = own.filter(({ value, low }) => Number.isNaN(value) ? low >= 0 : value > 0).length;
    const scores = `philautia scores on the outlined diagonal, ${positive} of ${own.length} above 0`;
    const { printed, signs, ranges } = pinnedCounts(values);
    return source === "published"
      ? {
        caption:
          `What the paper pins down: of 288 cells ${printed} are printed (bold), the sign of ${signs} more is certain, ` +
          `${ranges} have narrow bounds; the last column bounds each other entry of its row. The ${scores}.`,
        footnotes: [
          "Bounds hold for every matrix that meets the printed facts: rows have mean 0 and variance 1 (so none is beyond √11 = 3.32), printed " +
          "entries, the lowest of all (−3.25), Gemma3’s column (mean −0.0478, own score over 2 sd away), Eagle2’s (none beyond its 1.05, up to rounding).",
          "For Gemini with Phi (section 1) and GPT-4o with DeepSeek (6.4) the paper names no setting: taken to hold in both.",
        ],
        alt:
          `Two heatmaps of what is known of preference by generator and evaluator: ${printed} printed entries, ${signs} signs.`,
      }
      : {
        caption:
          `Mean scores standardised by evaluator, then by generator; ${scores}. Red: it gives more than others do to captions ` +
          "of this quality, blue: less.",
        footnotes: [
          "Every entry is relative to its row; no entry of n evaluators is beyond √(n − 1). Intervals are in the CSV.",
        ],
        alt:
          `Heatmaps of preference by generator and evaluator; ${positive} of ${own.length} self-preferences are positive.`,
      };
  },
});
