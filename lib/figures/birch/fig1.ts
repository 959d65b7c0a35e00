import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { fixed, signed } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { JUDGE_ROWS, NAMES, only, ORDER, pairNumbers, PRINTED } from "./numbers.ts";

const QUANTITIES = ["Acc_CDS", "Acc_IDS"], PIPELINES = ["base", "birch"];

/** Judges whose IB lies in the range that the paper's caption states (40.6 to 59.0 points); Phi-4's lies outside. */
const SHOWN = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-OneVision-1.5-8B"];

export const fig1: NamedFigure<"birch-fig1"> = figure("birch-fig1", {
  title: "Accuracy on the two subsets, IDS and CDS",
  needs: ["informativeness"],
  published: () => only(PRINTED.table8(), QUANTITIES, SHOWN),
  computed: (context) => pairNumbers(context, QUANTITIES, PIPELINES),
  recipe: dumbbells({
    ...JUDGE_ROWS,
    rows: ["judge", "pipeline"],
    order: {
      ...JUDGE_ROWS.order,
      rows: ORDER.judges.flatMap((judge) => PIPELINES.map((p) => `${judge}\n${p}`)),
    },
    from: "Acc_CDS",
    to: "Acc_IDS",
    names: NAMES,
    label: "Accuracy (%)",
  }),
  words: (values) => ({
    caption:
      `${
        dropSentence(drops(values))
      } with Base from pairs whose more informative answer people prefer (IDS) to ` +
      "the others (CDS): IB.",
    published: [
      "The paper does not name this figure’s judges: shown are those of Table 8 within the stated range.",
    ],
    alt: `Two marks per judge and pipeline, accuracy on CDS and on IDS. ${
      dropSentence(drops(values))
    } with Base.`,
  }),
});

/** Acc_IDS less Acc_CDS of the base pipeline in points, for every judge and benchmark that has both. */
function drops(values: readonly Value[]): number[] {
  return values.filter(({ quantity, keys }) => quantity === "Acc_IDS" && keys.pipeline === "base").flatMap(
    (ids) => {
      const cds = findValue(values, "Acc_CDS", ids.keys);
      return cds ? [100 * (ids.value - cds.value)] : [];
    },
  );
}

/** What becomes of the accuracy, in a sentence that holds whatever the signs of the drops (in points). */
export function dropSentence(drops: readonly number[]): string {
  const least = Math.min(...drops), most = Math.max(...drops);
  const range = (low: number, high: number) =>
    fixed(low, 1) === fixed(high, 1)
      ? `${fixed(low, 1)} points`
      : `${fixed(low, 1)} to ${fixed(high, 1)} points`;
  if (drops.length === 0) return "Accuracy cannot be compared";
  if (least >= 0) return `Accuracy falls by ${range(least, most)}`;
  if (most <= 0) return `Accuracy rises by ${range(-most, -least)}`;
  return `Accuracy changes by ${signed(-most, 1)} to ${signed(-least, 1)} points`;
}
