import pl from "nodejs-polars";
import { pairSelfPreference } from "../../metrics/pair_self_preference.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { computed } from "../values/computed.ts";
import type { Value } from "../values/value.ts";
import { namedPairs } from "./numbers.ts";

const ITSELF = "the model itself", OTHERS = "other judges";

/** How far each judge, and all others, prefer the answers of a model that judges. */
function preferences(pairs: pl.DataFrame, origin: Value["provenance"]): Value[] {
  const judges = pairs.getColumn("judge").unique().toArray().filter((one): one is string => one !== null)
    .sort();
  const of = (model: string, frame: pl.DataFrame, by: string): Value[] => {
    if (frame.height === 0) return [];
    const row = pairSelfPreference(frame, { by: [] });
    return computed(row, {
      value: "self_preference",
      quantity: "self-preference",
      n: ["n_own", "n_other"],
      keys: [],
      provenance: origin,
    }).filter(({ n }) => n > 0).map((value) => ({ ...value, keys: { model, judge: by } }));
  };
  return judges.flatMap((model) => {
    const own = of(model, pairs.filter(pl.col("judge").eq(pl.lit(model))), ITSELF);
    if (own.length === 0) return [];
    // What others make of its answers, as if these were theirs: an item of each judge is one of its own.
    const rest = pairs.filter(pl.col("judge").neq(pl.lit(model)));
    const others = rest.withColumns(
      pl.concatString([pl.col("judge"), pl.col("item_id")], "\n").alias("item_id"),
      pl.lit(model).alias("judge"),
    );
    return [...own, ...of(model, others, OTHERS)];
  });
}

export const ownAnswers: NamedFigure<"hypotheses-own-answers"> = figure("hypotheses-own-answers", {
  title: "Who prefers a model’s answers, beside people",
  notebook: "13_correct_for_the_judge",
  needs: ["own_answers", "labelled"],
  computed: async (context) => preferences(await namedPairs(context), context.origin),
  recipe: dots({
    rows: "model",
    series: "judge",
    order: { series: [ITSELF, OTHERS] },
    unit: "points",
    signed: true,
    reach: [0],
    at: [0],
    label: "Right where people prefer the model’s answer, less where they prefer another’s (points)",
  }),
  words: (values) => {
    const of = (model: string, judge: string) =>
      values.find(({ keys }) => keys.model === model && keys.judge === judge);
    const models = [...new Set(values.map(({ keys }) => keys.model))];
    // Apart: the one interval lies wholly above the other.
    const apart = models.filter((model) => {
      const own = of(model, ITSELF), others = of(model, OTHERS);
      return own && others && own.low > others.high;
    });
    return {
      caption: `Above 0 errors favour the model. Other judges’ marks show what clear victories alone give; ${
        apart.length === 0
          ? "no model lies apart from them"
          : `apart from them ${apart.length === 1 ? "lies" : "lie"} ${apart.join(", ")}`
      }.`,
      footnotes: [
        "Apart: the intervals do not meet. Ties and unreadable replies are wrong on either side.",
      ],
      alt:
        "Two marks with intervals per model: preference of the model itself, and of other judges, for its answers.",
    };
  },
});
