import type { FindingRow } from "../../findings/finding_text.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { intervals } from "../recipes/rows.ts";
import { scatter } from "../recipes/scatter.ts";
import { fixed } from "../theme.ts";
import { findValue, namesOf, type Value } from "../values/value.ts";
import { NAMES, rowsOf, valuesOf } from "./numbers.ts";

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
    each: true,
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
    return { wrong: wrong.length, judges: own.length, steady: STEADY, right: RIGHT, reach: reach(values) };
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
      label: "not clear of 0 once adjusted for all cases of the source",
      filled: "clear of 0",
    },
  }),
  words: (values) => {
    const all = rowsOf(
      "llmbar",
      ({ quantity, p_adjusted }) => quantity === "length_bias" && p_adjusted !== null,
    );
    const certain = values.filter(isCertain), longer = certain.filter(({ value }) => value > 0);
    const models = namesOf(longer, "model");
    const who = models.length === 1 ? `all with ${models[0]}` : `with ${models.join(", ")}`;
    return {
      all: all.length,
      longer: longer.length,
      cases: values.length,
      who: longer.length === 0 ? "" : `, ${who}`,
      shorter: certain.length - longer.length || "none",
    };
  },
});
