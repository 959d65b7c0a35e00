import pl from "nodejs-polars";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { BY_DOMAIN, domainNumbers } from "./by_domain.ts";
import { NAMES } from "./numbers.ts";

const accuracy = (within: "ids" | "cds") => (pairs: pl.DataFrame) =>
  pairAccuracy(pairs.filter(pl.col("image")), { by: [...BY_DOMAIN], within });

export const fig9: NamedFigure<"birch-fig9"> = figure("birch-fig9", {
  title: "Accuracy on IDS and CDS by domain",
  needs: ["informativeness", "domains"],
  oneBenchmark: true,
  computed: (context) =>
    domainNumbers(context, {
      judges: ["GPT-4o"],
      metrics: [
        { quantity: "Acc_IDS", of: accuracy("ids"), value: "accuracy", n: ["n"] },
        { quantity: "Acc_CDS", of: accuracy("cds"), value: "accuracy", n: ["n"] },
      ],
    }),
  recipe: dumbbells({
    rows: "domain",
    panels: "judge",
    from: "Acc_CDS",
    to: "Acc_IDS",
    names: NAMES,
    label: "Accuracy (%)",
  }),
  words: (values) => ({
    caption: `Accuracy in the two subsets of each source data set of ${
      values[0].keys.benchmark
    }; between the marks: IB in points.`,
    simulated: [
      "The paper prints no value by domain; over all of them GPT-4o has 85.3 and 26.3 (Table 8), which the simulation keeps.",
    ],
    alt: "Marks of accuracy on CDS and on IDS by domain, and the gap between them.",
  }),
});
