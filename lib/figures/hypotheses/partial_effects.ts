import { partialEffects as effectsOf } from "../../hypotheses/partial_effects.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { curves } from "../recipes/curves.ts";
import { fixed } from "../theme.ts";
import { JUDGES, shownJudges, tested } from "./numbers.ts";

const SUBSETS = ["IDS", "CDS"];

export const partialEffects: NamedFigure<"hypotheses-partial-effects"> = figure(
  "hypotheses-partial-effects",
  {
    title: "What informativeness and length each do to accuracy",
    needs: ["informativeness", "lengths"],
    oneBenchmark: true,
    computed: async (context) =>
      shownJudges(await context.frame("pairs")).flatMap(({ judge, benchmark, pairs }) =>
        tested(context, effectsOf(pairs), {
          value: "accuracy",
          keys: ["subset"],
          more: ["word_difference"],
        }, { benchmark, judge })
      ),
    recipe: (values, look) =>
      curves({
        x: { of: "word_difference", label: "Words: preferred answer − other" },
        y: { label: "Predicted accuracy (%)", domain: [0, 100] },
        series: "subset",
        panels: "judge",
        order: { panels: JUDGES, series: SUBSETS },
        names: {
          IDS: "IDS: the more informative answer is right",
          CDS: "CDS: the more informative answer is wrong",
        },
        at: [{ x: 0, label: "" }],
        ends: false,
      })(values.filter(({ keys }) => SUBSETS.includes(keys.subset)), look),
    words: (values) => {
      const gaps = values.filter(({ keys, more }) =>
        keys.subset === "IDS − CDS" && more.word_difference === 0
      );
      return {
        caption: `${
          values[0].keys.benchmark
        }. The gap is what informativeness does, the slope what length does.`,
        footnotes: [
          `The gap of these lines at 0 words, in points: ${
            gaps.map(({ keys, value, low, high }) =>
              `${keys.judge} ${fixed(100 * value, 1)} [${fixed(100 * low, 1)}, ${fixed(100 * high, 1)}]`
            ).join("; ")
          }. Logistic regression on subset, length difference, their product and answer order. A straight line borrows from pairs of all ` +
          "lengths; IB at equal length by regression (hypotheses-equal-length) bends it at 0 and is less certain.",
        ],
        alt: "Predicted accuracy against the signed length difference in IDS and CDS, per judge.",
      };
    },
  },
);
