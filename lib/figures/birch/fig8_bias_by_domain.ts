import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { BIAS_SERIES } from "./bias_bars.ts";
import { birchFigure } from "./birch_figure.ts";
import { domainBars } from "./domain_bars.ts";

const by = ["domain"];

export const fig8 = birchFigure({
  file: "fig8_bias_by_domain.ts",
  number: "Figure 8",
  title: "Informativeness and length bias by domain",
  kind: "chart",
  needs: ["informativeness", "lengths", "domains"],
  available: ["simulated"],
  build: (context) =>
    domainBars(context, {
      metrics: [
        {
          series: BIAS_SERIES[0],
          of: (pairs) => informativenessBias(pairs, { by }),
          value: "ib",
          n: ["n_ids", "n_cds"],
        },
        {
          series: BIAS_SERIES[1],
          of: (pairs) => lengthBias(pairs, { by }),
          value: "lb",
          n: ["n_longer", "n_shorter"],
        },
      ],
      label: "Bias (percentage points)",
      caption: "IB and LB within each source data set.",
      footnotes: [
        "The paper prints no value and does not name the judge; its caption has IB above LB in all domains, its text in nearly all.",
      ],
      alt: "Horizontal bars of informativeness and length bias by domain.",
    }),
});
