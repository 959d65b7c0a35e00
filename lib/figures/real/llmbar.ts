import type { FindingRow } from "../../findings/finding_text.ts";
import type { Specs } from "../figure.ts";
import { ORDERS } from "../paper_order.ts";
import type { Value } from "../values/value.ts";
import { rowsOf, valuesOf } from "./numbers.ts";

const QUANTITIES = ["consistency", "accuracy"];

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
  },
};
