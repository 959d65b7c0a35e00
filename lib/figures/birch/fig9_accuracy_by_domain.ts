import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { COLOR } from "../theme.ts";
import { birchFigure } from "./birch_figure.ts";
import { domainBars } from "./domain_bars.ts";

const by = ["domain"];

export const fig9 = birchFigure({
  file: "fig9_accuracy_by_domain.ts",
  number: "Figure 9",
  title: "Accuracy on IDS and CDS by domain",
  kind: "chart",
  needs: ["informativeness", "domains"],
  available: ["simulated"],
  build: (context) =>
    domainBars(context, {
      metrics: [
        {
          series: { key: "IDS", label: "IDS: more informative answer is right", color: COLOR.ids },
          of: (pairs) => pairAccuracy(pairs, { by, within: "ids" }),
          value: "accuracy",
          n: ["n"],
        },
        {
          series: { key: "CDS", label: "CDS: more informative answer is wrong", color: COLOR.cds },
          of: (pairs) => pairAccuracy(pairs, { by, within: "cds" }),
          value: "accuracy",
          n: ["n"],
        },
      ],
      label: "Accuracy (%)",
      caption: "Accuracy in the two subsets of each source data set; n counts the pairs of IDS / CDS.",
      footnotes: [
        "The paper prints no value by domain; over all domains GPT-4o has 85.3 and 26.3 (Table 8), which the simulation keeps.",
      ],
      alt: "Horizontal bars of accuracy on IDS and CDS by domain.",
    }),
});
