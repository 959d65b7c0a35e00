import { BIRCH_FACTS } from "../../papers/birch.ts";
import { COLOR } from "../theme.ts";
import type { FigureContext } from "../figure_spec.ts";
import { biasBars } from "./bias_bars.ts";
import { birchFigure } from "./birch_figure.ts";
import { TABLE1_JUDGES } from "./fig5_image_reliance.ts";

export const fig6 = birchFigure({
  file: "fig6_bias_without_image.ts",
  number: "Figure 6",
  title: "Informativeness bias with and without the image",
  kind: "chart",
  needs: ["informativeness", "no_image"],
  available: ["published", "simulated"],
  build: (context: FigureContext) =>
    biasBars(context, {
      series: [
        { key: "IB_no_image", label: "without image", color: COLOR.withoutImage },
        { key: "IB", label: "with image", color: COLOR.withImage },
      ],
      label: "Informativeness bias (percentage points)",
      judges: TABLE1_JUDGES,
      tables: [2, 8],
      spread: false,
      caption: "Without the image a judge can only go by the answers.",
      footnotes: [
        `Published: IB with image (Tables 2 and 8). Without image the paper states only the largest gap, ` +
        `${BIRCH_FACTS.largestImageGap} points, and not whose it is.`,
      ],
      alt: "Grouped bars of informativeness bias without and with image per judge and benchmark.",
    }),
});
