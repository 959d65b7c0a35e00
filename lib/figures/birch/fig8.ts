import pl from "nodejs-polars";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { BY_DOMAIN, domainNumbers } from "./by_domain.ts";
import { NAMES } from "./numbers.ts";

const by = [...BY_DOMAIN], seen = (pairs: pl.DataFrame) => pairs.filter(pl.col("image"));

export const fig8: NamedFigure<"birch-fig8"> = figure("birch-fig8", {
  title: "Informativeness and length bias by domain",
  needs: ["informativeness", "lengths", "domains"],
  oneBenchmark: true,
  computed: (context) =>
    domainNumbers(context, {
      judges: ["GPT-4o"],
      metrics: [
        {
          quantity: "IB",
          of: (pairs) => informativenessBias(seen(pairs), { by }),
          value: "ib",
          n: ["n_ids", "n_cds"],
        },
        {
          quantity: "LB",
          of: (pairs) => lengthBias(seen(pairs), { by }),
          value: "lb",
          n: ["n_longer", "n_shorter"],
        },
      ],
    }),
  recipe: dumbbells({
    rows: "domain",
    panels: "judge",
    from: "LB",
    to: "IB",
    names: NAMES,
    label: "Bias (percentage points)",
    reach: [0],
  }),
  words: (values) => ({
    caption: `IB and LB within each source data set of ${
      values[0].keys.benchmark
    }; between the marks: IB less LB.`,
    simulated: [
      "The paper prints no value and does not name the judge; its caption has IB above LB in all domains, its text in nearly all.",
    ],
    alt: "Marks of informativeness and length bias by domain, and the gap between them.",
  }),
});
