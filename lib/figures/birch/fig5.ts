import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { imageBounds } from "./image_bounds.ts";
import { JUDGE_ROWS, pairNumbers } from "./numbers.ts";

export const fig5: NamedFigure<"birch-fig5"> = figure("birch-fig5", {
  title: "Image reliance on IDS and CDS",
  needs: ["informativeness", "no_image"],
  published: () => imageBounds().filter(({ quantity }) => quantity !== "IB_no_image"),
  computed: (context) => pairNumbers(context, ["IRS_IDS", "IRS_CDS"]),
  recipe: dumbbells({
    ...JUDGE_ROWS,
    from: "IRS_IDS",
    to: "IRS_CDS",
    label: "Image reliance score (percentage points)",
    reach: [0],
  }),
  words: (_, { source }) => ({
    caption: source === "published"
      ? "What the paper pins down: it prints no IRS of a subset, but IRS of all pairs (Table 1) lies between them, CDS above " +
        "IDS everywhere, at most 18.6 points apart (section 4.4)."
      : "Accuracy with the image less accuracy without it, over the same pairs, in either subset.",
    published: [
      "On MLLM-as-a-Judge 32% of the pairs are CDS, which narrows the bounds; for VL-RewardBench no share is printed.",
    ],
    alt: "Image reliance score on IDS and on CDS per judge and benchmark, CDS above IDS.",
  }),
});
