import { COLOR } from "../theme.ts";
import { biasBars } from "./bias_bars.ts";
import { birchFigure } from "./birch_figure.ts";

/** Judges of Table 1: those with runs without image. */
export const TABLE1_JUDGES = [
  "GPT-4o",
  "Gemini-2.5-Flash",
  "Llama-3.2-Vision-90B",
  "LLaVA-OneVision-1.5-8B",
  "LLaVA-1.5-13B",
  "LLaVA-1.6-34B",
] as const;

export const fig5 = birchFigure({
  file: "fig5_image_reliance.ts",
  number: "Figure 5",
  title: "Image reliance where informativeness misleads, and where it does not",
  kind: "chart",
  needs: ["informativeness", "no_image"],
  available: ["simulated"],
  build: (context) =>
    biasBars(context, {
      series: [
        { key: "IRS_CDS", label: "CDS: more informative answer is wrong", color: COLOR.cds },
        { key: "IRS_IDS", label: "IDS: more informative answer is right", color: COLOR.ids },
      ],
      label: "Image reliance score (percentage points)",
      judges: TABLE1_JUDGES,
      tables: [],
      spread: false,
      caption: "Accuracy with the image minus accuracy without it, over the same pairs, in either subset.",
      footnotes: [
        "The paper prints none of these values; only that CDS lies above IDS everywhere. The simulation keeps Table 1's overall IRS.",
      ],
      alt: "Grouped bars of the image reliance score in CDS and IDS per judge and benchmark.",
    }),
});
