import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { findValue } from "../values/value.ts";
import { imageBounds, printedBias } from "./image_bounds.ts";
import { JUDGE_ROWS, NAMES, pairNumbers } from "./numbers.ts";

export const fig6: NamedFigure<"birch-fig6"> = figure("birch-fig6", {
  title: "IB with and without the image",
  needs: ["informativeness", "no_image"],
  published: () => [...printedBias(), ...imageBounds().filter(({ quantity }) => quantity === "IB_no_image")],
  computed: async (context) => {
    const all = await pairNumbers(context, ["IB", "IB_no_image"]);
    // Of judges that judged both ways: one side alone compares nothing.
    return all.filter(({ keys }) => findValue(all, "IB_no_image", keys) && findValue(all, "IB", keys));
  },
  recipe: dumbbells({
    ...JUDGE_ROWS,
    from: "IB",
    to: "IB_no_image",
    names: { ...NAMES, IB: "with image" },
    colors: { IB: "#0b4f8a", IB_no_image: "#d9a300" },
    label: "Informativeness bias (percentage points)",
  }),
  words: (_, { source }) => ({
    caption: source === "published"
      ? "What the paper pins down: IB with the image is printed (Tables 2 and 8); without it every judge’s IB is larger, by " +
        "18.6 points at most."
      : "Without the image a judge can only go by the answers. Between the marks: what IB gains without it.",
    published: [
      "IB of LLaVA-OneVision-1.5-8B and Phi-4-multimodal is printed in Table 8 alone, for MLLM-as-a-Judge.",
    ],
    alt: "Informativeness bias with the image and without it per judge and benchmark.",
  }),
});
