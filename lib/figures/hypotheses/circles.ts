import { transitivity } from "../../metrics/transitivity.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import { withoutInterval } from "../values/value.ts";
import { judgeRows, judgesOf, namedPairs } from "./numbers.ts";

const FOUND = "found", EXPECTED = "expected";

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
    return [
      ...computed(frame, { ...columns, value: "share", quantity: FOUND }),
      ...computed(frame, { ...columns, value: "expected", quantity: EXPECTED }).map(withoutInterval),
    ].map((value) => ({ ...value, keys: { ...value.keys, triples: unit } }));
  },
  recipe: (values, look) =>
    dots({
      rows: judgeRows(values),
      series: "quantity",
      order: { series: [FOUND, EXPECTED] },
      names: { [FOUND]: "circles found", [EXPECTED]: "expected of one order of strengths" },
      label: "Triples of models that go in circles (%)",
      reach: [0, 25],
      at: [25],
    })(values, look),
  words: (values) => {
    const pairs = values.filter(({ quantity }) => quantity === FOUND).map((found) => ({
      found,
      expected: values.find(({ quantity, keys }) =>
        quantity === EXPECTED && JSON.stringify(keys) === JSON.stringify(found.keys)
      )!,
    })).filter(({ found, expected }) => !Number.isNaN(found.value + expected.value));
    const more = pairs.filter(({ found, expected }) => found.low > expected.value).length;
    const fewer = pairs.filter(({ found, expected }) => found.high < expected.value).length;
    const known = pairs.some(({ found }) => !Number.isNaN(found.low));
    return {
      caption: `x over y, y over z, z over x, ${values[0].keys.triples}; the line at 25% is a coin. ${
        known
          ? `More circles than expected for ${more} of ${pairs.length} judges, fewer for ${fewer}.`
          : "One tournament has no interval."
      }`,
      footnotes: [
        "Expected: the mean of studies drawn from the Bradley–Terry strengths that were fitted to the same verdicts. Pictures that differ in which answer is the " +
        "better one make fewer circles than that.",
      ],
      alt:
        "Share of cyclic triples per judge with its interval, and the share expected of one order of strengths.",
    };
  },
});
