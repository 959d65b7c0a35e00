import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { scatter } from "../recipes/scatter.ts";
import { BY_DOMAIN, domainNumbers } from "./by_domain.ts";
import { findValue } from "../values/value.ts";

/** The judges of the paper's three panels. */
const JUDGES = ["GPT-4o", "Llama-3.2-Vision-90B", "Gemini-2.5-Flash"];

export const fig11: NamedFigure<"birch-fig11"> = figure("birch-fig11", {
  title: "Accuracy with and without the image by domain",
  needs: ["no_image", "domains"],
  oneBenchmark: true,
  computed: async (context) => {
    const values = await domainNumbers(context, {
      judges: JUDGES,
      metrics: [{
        quantity: "Acc",
        of: (pairs) => pairAccuracy(pairs, { by: [...BY_DOMAIN, "image"] }),
        value: "accuracy",
        n: ["n"],
      }],
      also: ["image"],
    });
    const named = values.map(({ keys: { image, ...keys }, ...value }) => ({
      ...value,
      keys,
      quantity: image === "true" ? "Acc_image" : "Acc_no_image",
    }));
    return named.filter(({ keys }) =>
      findValue(named, "Acc_image", keys) && findValue(named, "Acc_no_image", keys)
    );
  },
  recipe: scatter({
    points: "domain",
    panels: "judge",
    order: { panels: JUDGES },
    x: { quantity: "Acc_image", label: "Accuracy with image (%)" },
    y: { quantity: "Acc_no_image", label: "Accuracy without image (%)" },
    sides: { below: "the image helps", above: "it does not" },
  }),
  words: (values, { source }) => {
    const pairs = values.filter(({ quantity }) => quantity === "Acc_image");
    const helped = pairs.filter(({ keys, value }) => value > findValue(values, "Acc_no_image", keys)!.value);
    return {
      caption: `A point per data set of ${
        values[0].keys.benchmark
      }: the image raises accuracy in ${helped.length} of ${pairs.length}. Named: in each panel the two farthest off, where there is room.`,
      footnotes: [
        "Intervals are not drawn: each mark has its own on the screen and in the CSV." +
        (source === "results"
          ? ""
          : " The paper prints no value by domain; over all, accuracies are those of Table 1."),
      ],
      alt: "Scatter of accuracy with against without image, a point per domain, a panel per judge.",
    };
  },
});
