import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { published } from "../values/published.ts";

const read = (quantity: string, value: string) =>
  published("birch-table6", {
    keys: { method: "method" },
    quantity: { is: quantity },
    value,
    percent: false,
  });

export const table6: NamedFigure<"birch-table6"> = figure("birch-table6", {
  title: "Inference time per item",
  published: () => [...read("seconds", "inference_time_s"), ...read("change", "delta_printed")],
  recipe: table({
    rows: "method",
    head: "Method",
    unit: "number",
    columns: [{ label: "Seconds", quantity: "seconds" }, { label: "Δ", quantity: "change", change: true }],
  }),
  words: {
    caption:
      "LLaVA-OneVision-1.5-8B on one A100: BIRCH needs one more pass than Base. Δ as printed; the paper does not state n.",
    alt: "Table: Base 3.87 seconds, BIRCH 7.47 seconds per item.",
  },
});
