import { repeatability as repeated } from "../../metrics/repeatability.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { computed } from "../values/computed.ts";
import { judgeRows, judgesOf, namedPairs } from "./numbers.ts";

const FLIPS = "flips", ALPHA = "alpha";

export const repeatability: NamedFigure<"hypotheses-repeatability"> = figure("hypotheses-repeatability", {
  title: "What judges say when they are asked again",
  notebook: "13_correct_for_the_judge",
  needs: ["pair_runs"],
  computed: async (context) => {
    const pairs = await namedPairs(context), by = judgesOf(pairs), frame = repeated(pairs, { by });
    const columns = { keys: by, provenance: context.origin, more: ["pass_low", "pass_high", "n_runs"] };
    return [
      ...computed(frame, { ...columns, value: "flip_rate", quantity: FLIPS }),
      ...computed(frame, { ...columns, value: "alpha", quantity: ALPHA }),
    ].filter(({ n }) => n > 0);
  },
  recipe: (values, look) =>
    dots({
      rows: judgeRows(values),
      panels: "quantity",
      series: "quantity",
      order: { panels: [FLIPS, ALPHA], series: [FLIPS, ALPHA] },
      names: { [FLIPS]: "two runs disagree", [ALPHA]: "agreement beyond chance" },
      each: {
        [FLIPS]: { label: "of items (%)", reach: [0] },
        [ALPHA]: { label: "Krippendorff’s α", unit: "number", decimals: 2, reach: [0, 1] },
      },
    })(values, look),
  words: (values) => {
    const spreads = values.filter(({ quantity, more }) =>
      quantity === FLIPS && !Number.isNaN(more.pass_high - more.pass_low)
    ).map(({ keys, more }) =>
      `${keys.judge} ${fixed(100 * more.pass_low, 1)}–${fixed(100 * more.pass_high, 1)}%`
    );
    return {
      caption: "α 1: every run says the same, 0: runs agree as chance would.",
      footnotes: spreads.length === 0 ? [] : [
        `Accuracy of the worst run and of the best, which no change of the judge explains: ${
          spreads.join("; ")
        }.`,
      ],
      alt:
        "Share of items on which two runs of a judge disagree, and Krippendorff’s alpha over runs, per judge.",
    };
  },
});
