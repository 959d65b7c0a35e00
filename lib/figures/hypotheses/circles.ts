import { transitivity } from "../../metrics/transitivity.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import { judgeRows, judgesOf, namedPairs } from "./numbers.ts";

export const circles: NamedFigure<"hypotheses-circles"> = figure("hypotheses-circles", {
  title: "Verdicts that go in circles",
  notebook: "13_correct_for_the_judge",
  needs: ["models"],
  computed: async (context) => {
    const pairs = await namedPairs(context), by = judgesOf(pairs);
    const within = transitivity(pairs, {
      by,
      within: pairs.columns.includes("image_id") ? "image_id" : "item_id",
    });
    // Where a picture has fewer than three models there are triples of all verdicts only, and no interval.
    const several = within.getColumn("n_triples").toArray().some((count) => Number(count) > 0);
    const frame = several ? within : transitivity(pairs, { by });
    const columns = { n: ["n_triples"], keys: by, provenance: context.origin };
    const unit = several ? "on a picture" : "over all pictures";
    return computed(frame, { ...columns, value: "share", quantity: "share" })
      .map((value) => ({ ...value, keys: { ...value.keys, triples: unit } }));
  },
  recipe: (values, look) =>
    dots({
      rows: judgeRows(values),
      series: [],
      label: "Triples of models that go in circles (%)",
      reach: [0, 25],
      at: [25],
    })(values, look),
  words: (values) => ({
    caption: `x over y, y over z, z over x, ${values[0].keys.triples}; the line at 25% is a coin.${
      values.some(({ low }) => !Number.isNaN(low)) ? "" : " One tournament has no interval."
    }`,
    footnotes: [
      "No expected number is drawn: how many circles mere noise makes depends on how alike the answers are, and on how far pictures differ in " +
      "which answer is better.",
    ],
    alt: "Share of cyclic triples per judge, with its interval.",
  }),
});
