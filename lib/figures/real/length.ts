import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/row_chart.ts";
import { credit, rowsOf, valuesOf } from "./numbers.ts";

const MODELS = ["GPT-4", "PaLM2", "ChatGPT", "LLaMA2", "Falcon"];
const STRATEGIES = ["Vanilla_NoRules", "Vanilla", "Metrics_Reference", "Swap"];

export const length: NamedFigure<"real-length"> = figure("real-length", {
  title: "Length bias by model and prompt",
  notebook: "12_real_length_and_order",
  findings: () =>
    valuesOf(
      rowsOf("llmbar", ({ judge, condition, quantity }) => {
        const [model, strategy] = judge.split("/");
        return quantity === "length_bias" && condition !== "case study" && MODELS.includes(model) &&
          STRATEGIES.includes(strategy);
      }),
      ({ judge, condition }) => {
        const [model, strategy] = judge.split("/");
        return { model, strategy, condition };
      },
    ),
  recipe: intervals({
    rows: ["model", "strategy"],
    panels: "condition",
    unit: "points",
    names: {
      natural: "natural pairs",
      adversarial: "adversarial pairs",
      Vanilla_NoRules: "plain",
      Vanilla: "with rules",
      Metrics_Reference: "own metrics and reference",
      Swap: "both orders, then decide",
    },
    order: {
      panels: ["natural", "adversarial"],
      rows: MODELS.flatMap((model) => STRATEGIES.map((strategy) => `${model}\n${strategy}`)),
    },
    label: "Length bias (points)",
  }),
  words: (values) => {
    const sure = values.filter(({ low }) => low > 0).length,
      against = values.filter(({ high }) => high < 0).length;
    const said =
      `In ${sure} of ${values.length} cases the interval lies above 0 (the longer answer is favoured), in ${against} below`;
    return {
      caption: `${said}. ${credit("llmbar")}`,
      footnotes: [
        "Length bias: accuracy where the right answer is the longer one, less where it is the shorter one. Intervals are those of single cases; the notebook adjusts for all of them. The labels are objective: in adversarial pairs the wrong answer often is " +
        "the longer or smoother one.",
      ],
      alt: `Length bias with intervals by model and prompt, on natural and adversarial pairs. ${said}.`,
    };
  },
});
