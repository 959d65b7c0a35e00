import type { FindingRow } from "../../findings/finding_text.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/rows.ts";
import { scatter } from "../recipes/scatter.ts";
import { fixed } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { credit, rowsOf, valuesOf } from "./numbers.ts";

/** How conditions and strategies are written. */
const NAMES = {
  natural: "natural pairs",
  adversarial: "adversarial pairs",
  Vanilla_NoRules: "plain",
  Vanilla: "with rules",
  Metrics_Reference: "own metrics and reference",
  Swap: "both orders, then decide",
};

const PANELS = ["natural", "adversarial"];

/** Judges that keep to their verdict and are wrong: beyond the first share, below the second, in percent. */
const STEADY = 70, RIGHT = 40;

const QUANTITIES = ["consistency", "accuracy"];

export const order: NamedFigure<"real-order"> = figure("real-order", {
  file: "llmbar",
  title: "A verdict that stays the same can still be wrong",
  notebook: "12_real_length_and_order",
  findings: () => {
    const rows = rowsOf(
      "llmbar",
      ({ condition, quantity }) => condition !== "case study" && QUANTITIES.includes(quantity),
    );
    const both = new Set(rows.filter(({ quantity }) => quantity === "consistency").map(({ judge }) => judge));
    return valuesOf(rows.filter(({ judge }) => both.has(judge)));
  },
  recipe: scatter({
    panels: "condition",
    groups: {
      of: ({ keys }) => keys.judge.split("/")[0],
      order: ["PaLM2", "Falcon", "GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2"],
      // Three are of one family and would be of one hue.
      colors: { ChatGPT: "#c2558f", "ChatGPT-0301": "#7a5230" },
    },
    x: { quantity: "consistency", label: "Same verdict in both orders (%)" },
    y: { quantity: "accuracy", label: "Accuracy (%)" },
    ...{ names: NAMES, order: { panels: PANELS }, named: () => false },
    at: [{ x: STEADY, label: `over ${STEADY}%` }, {
      y: RIGHT,
      label: `under ${RIGHT}%`,
    }],
  }),
  words: (values) => {
    const own = values.filter(({ quantity, keys }) =>
      quantity === "consistency" && keys.condition === "adversarial"
    );
    const wrong = own.filter(({ keys, value }) =>
      value > STEADY / 100 && findValue(values, "accuracy", keys)!.value < RIGHT / 100
    );
    const said =
      `${wrong.length} of ${own.length} judges keep to their verdict in more than ${STEADY}% of adversarial pairs and are right in fewer than ` +
      `${RIGHT}% (lower right)`;
    return {
      caption: `${said}: consistency is not accuracy.`,
      footnotes: [
        `${credit("llmbar")} A mark is a model with a prompt; its 95% intervals reach ${
          reach(values)
        } points to either side. Strategies that rate each answer alone have no order and are left out.`,
      ],
      alt:
        `Marks of models with prompts: order consistency against accuracy, on natural and adversarial pairs. ${said}.`,
    };
  },
});

/** How far intervals reach at the least and at the most, in points. */
function reach(values: readonly Value[]): string {
  const halves = values.map(({ low, high }) => 50 * (high - low)).filter((half) => half > 0);
  return [Math.min(...halves), Math.max(...halves)].map((half) => fixed(half, 0)).join(" to ");
}

const MODELS = ["GPT-4", "PaLM2", "ChatGPT", "LLaMA2", "Falcon"];
const STRATEGIES = ["Vanilla_NoRules", "Vanilla", "Metrics_Reference", "Swap"];

/** Whether it is left after the adjustment for all cases: an interval that leaves 0 out is one of many. */
const isCertain = ({ more }: Value) => more.p_adjusted < 0.05;

function isShown({ judge, condition, quantity }: FindingRow): boolean {
  const [model, strategy] = judge.split("/");
  return quantity === "length_bias" && condition !== "case study" && MODELS.includes(model) &&
    STRATEGIES.includes(strategy);
}

export const length: NamedFigure<"real-length"> = figure("real-length", {
  file: "llmbar",
  title: "Who favours longer answers",
  notebook: "12_real_length_and_order",
  findings: () => {
    const rows = rowsOf("llmbar", isShown);
    return valuesOf(rows, ({ judge, condition }) => {
      const [model, strategy] = judge.split("/");
      return { model, strategy, condition };
    }).map((value, v) => ({ ...value, more: { p_adjusted: rows[v].p_adjusted ?? NaN } }));
  },
  recipe: intervals({
    ...{ rows: ["model", "strategy"], panels: "condition", unit: "points", names: NAMES },
    order: {
      panels: PANELS,
      rows: MODELS.flatMap((model) => STRATEGIES.map((strategy) => `${model}\n${strategy}`)),
    },
    ...{ label: "Length bias (points)", numbers: true, signed: true, decimals: 0 },
    hollow: {
      where: (value) => !isCertain(value),
      label: "not clear of 0 once adjusted for all cases of the source; filled: clear",
    },
  }),
  words: (values) => {
    const all = rowsOf(
      "llmbar",
      ({ quantity, p_adjusted }) => quantity === "length_bias" && p_adjusted !== null,
    );
    const certain = values.filter(isCertain), longer = certain.filter(({ value }) => value > 0);
    const shorter = certain.length - longer.length;
    const models = [...new Set(longer.map(({ keys }) => keys.model))];
    const said =
      `Adjusted for all ${all.length} cases of the source the longer answer is favoured in ${longer.length} of ${values.length}` +
      `${
        longer.length === 0
          ? ""
          : `, ${models.length === 1 ? `all with ${models[0]}` : `with ${models.join(", ")}`}`
      }, the shorter one in ${shorter || "none"}`;
    return {
      caption: `${said}. ${credit("llmbar")}`,
      footnotes: ["Five models with four prompts each, of those that the source has."],
      alt: `Length bias with intervals by model and prompt, on natural and adversarial pairs. ${said}.`,
    };
  },
});
