import { fixed } from "../../progress/told.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import type { Specs } from "../figure.ts";
import { ORDERS } from "../paper_order.ts";
import { findValue, namesOf, pick, type Value } from "../values/value.ts";
import { rowsOf, valuesOf } from "./numbers.ts";

/** Judges that keep to their verdict and are wrong: beyond the first share, below the second, in percent. */
const STEADY = 70, RIGHT = 40;

const QUANTITIES = ["consistency", "accuracy"];

/** How far intervals reach at the least and at the most, in points. */
function reach(values: readonly Value[]): string {
  const halves = values.map(({ low, high }) => 50 * (high - low)).filter((half) => half > 0);
  return [Math.min(...halves), Math.max(...halves)].map((half) => fixed(half, 0)).join(" to ");
}

/** Whether it is left after the adjustment for all cases: an interval that leaves 0 out is one of many. */
const isCertain = ({ more }: Value) => more.p_adjusted < 0.05;

function isShown({ judge, condition, quantity }: FindingRow): boolean {
  const [model, strategy] = judge.split("/");
  return quantity === "length_bias" && condition !== "case study" && ORDERS.real.model.includes(model) &&
    ORDERS.real.strategy.includes(strategy);
}

export const llmbar: Specs = {
  "real-order": {
    findings: () => {
      const rows = rowsOf(
        "llmbar",
        ({ condition, quantity }) => condition !== "case study" && QUANTITIES.includes(quantity),
      );
      const both = new Set(
        rows.filter(({ quantity }) => quantity === "consistency").map(({ judge }) => judge),
      );
      return valuesOf(rows.filter(({ judge }) => both.has(judge)));
    },
    options: {
      groups: {
        of: ({ keys }) => keys.judge.split("/")[0],
        order: ["PaLM2", "Falcon", "GPT-4", "ChatGPT", "ChatGPT-0301", "LLaMA2"],
        // Three are of one family and would be of one hue.
        colors: { ChatGPT: "#c2558f", "ChatGPT-0301": "#7a5230" },
      },
      named: () => false,
    },
    words: (values) => {
      const own = pick(values, { quantity: "consistency", condition: "adversarial" });
      const wrong = own.filter(({ keys, value }) =>
        value > STEADY / 100 && findValue(values, "accuracy", keys)!.value < RIGHT / 100
      );
      return { wrong: wrong.length, judges: own.length, steady: STEADY, right: RIGHT, reach: reach(values) };
    },
  },
  "real-length": {
    findings: () => {
      const rows = rowsOf("llmbar", isShown);
      return valuesOf(rows, ({ judge, condition }) => {
        const [model, strategy] = judge.split("/");
        return { model, strategy, condition };
      }).map((value, v) => ({ ...value, more: { p_adjusted: rows[v].p_adjusted ?? NaN } }));
    },
    options: {
      hollow: {
        where: (value) => !isCertain(value),
        label: "not clear of 0 once adjusted for all cases of the source",
        filled: "clear of 0",
      },
    },
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
  },
};
