import { figure, type NamedFigure } from "../figure.ts";
import { scatter } from "../recipes/scatter.ts";
import { fixed } from "../theme.ts";
import { credit, rowsOf, valuesOf } from "./numbers.ts";

const QUANTITIES = ["consistency", "accuracy"];

export const order: NamedFigure<"real-order"> = figure("real-order", {
  title: "Same verdict in both orders, and the right one",
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
    names: { natural: "natural pairs", adversarial: "adversarial pairs" },
    order: { panels: ["natural", "adversarial"] },
  }),
  words: (values) => {
    const of = (quantity: string) =>
      new Map(
        values.filter((value) => value.quantity === quantity && value.keys.condition === "adversarial").map((
          value,
        ) => [value.keys.judge, value.value]),
      );
    const consistency = of("consistency"), accuracy = of("accuracy");
    const wrong = [...consistency].filter(([judge, value]) => value > 0.7 && accuracy.get(judge)! < 0.4);
    const said =
      `${wrong.length} of ${consistency.size} judges keep to their verdict in more than 70% of adversarial pairs and are right in fewer than 40%`;
    const [most] = wrong.sort((a, b) => b[1] - a[1]);
    return {
      caption: `${said}${
        most
          ? ` (${most[0]}: ${fixed(100 * most[1], 0)}% and ${fixed(100 * accuracy.get(most[0])!, 0)}%)`
          : ""
      }: consistency is not accuracy.`,
      footnotes: [
        credit("llmbar"),
        "Dashed: as often right as consistent. A mark is a model with a prompt (model/strategy); its intervals are in the CSV. Strategies that rate each answer alone have no order and are left out.",
      ],
      alt:
        `Marks of models with prompts: order consistency against accuracy, on natural and adversarial pairs. ${said}.`,
    };
  },
});
