import pl from "nodejs-polars";
import { takeRows } from "../../hypotheses/conditions.ts";
import { downsampleMoments } from "../../metrics/downsample.ts";
import { contrast } from "../../metrics/contrast.ts";
import { equalizeLengths } from "../../metrics/equalize_lengths.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { matchRows } from "../../metrics/pair_rows.ts";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { withSubsets } from "../../metrics/with_subsets.ts";
import { only, type RowSelection } from "../../results/only.ts";
import type { FigureContext } from "../figure_spec.ts";
import { ORDERS } from "../paper_order.ts";
import { computed } from "../values/computed.ts";
import { differences, findValue, namesOf, pick, type Value, valueOf } from "../values/value.ts";

/** The paper's judges in the order of its Table 3, its benchmarks, and its pipelines. */
export const ORDER = ORDERS.birch;

/** Printed biases with how far IB exceeds LB, which the paper does not print. */
export const withGaps = (printed: readonly Value[]): Value[] => [
  ...printed,
  ...differences(
    pick(printed, { quantity: "IB" }),
    ({ keys }) => findValue(printed, "LB", keys),
    "IB less LB",
  ),
];

/** The computed values of some quantities of the base pipeline, or of all. */
export async function pairNumbers(
  context: FigureContext,
  quantities: readonly string[],
  pipelines: readonly string[] = ["base"],
): Promise<Value[]> {
  const all = await context.once(
    "numbers of pairs",
    async () => allNumbers(await context.frame("pairs")),
  );
  return pick(all, { quantity: quantities, pipeline: pipelines })
    .sort((a, b) => quantities.indexOf(a.quantity) - quantities.indexOf(b.quantity));
}

/** Rows of those judges of whom some reply could be read: the others are wrong throughout, which says nothing of them. */
export const withRead = (pairs: pl.DataFrame): pl.DataFrame =>
  pairs.filter(
    pl.col("choice").count().over("benchmark", "judge", "pipeline", "variant", "image").gt(pl.lit(0)),
  );

/** All quantities of a `pairs` frame, for every benchmark, judge and pipeline in it. */
function allNumbers(given: pl.DataFrame): Value[] {
  const pairs = withRead(given);
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const original = pairs.filter(is("variant", "original"));
  const seeing = original.filter(pl.col("image")), blind = original.filter(pl.col("image").not());
  const labelled = pairs.filter(pl.col("more_informative").isIn(["A", "B"])).height > 0;
  const counted = pairs.filter(pl.col("words_a").isNotNull().and(pl.col("words_b").isNotNull())).height > 0;
  const keys = ["benchmark", "judge", "pipeline"];
  const take = (frame: pl.DataFrame, quantity: string, value: string, n: readonly string[] = ["n"]) =>
    computed(frame, { value, quantity, n, keys });
  /** A difference of two sides, with the spread of the paper's downsampling for its CSV. */
  const bias = (rows: pl.DataFrame, quantity: string) =>
    withSpread(take(informativenessBias(rows), quantity, "ib", ["n_ids", "n_cds"]), rows, "informativeness");
  // Lengthened pairs without word counts cannot be shown to be equally long: they do not count.
  const equalized = pairs.filter(
    is("variant", "length_equalized").and(pl.col("image")).and(pl.col("words_a").isNotNull())
      .and(pl.col("words_b").isNotNull()),
  );
  const [withImage, without] = bothWays(original);
  const values = [
    ...take(pairAccuracy(seeing), "Acc", "accuracy"),
    ...take(pairAccuracy(withImage), "Acc_image", "accuracy"),
    ...take(pairAccuracy(without), "Acc_no_image", "accuracy"),
    ...take(imageReliance(original), "IRS", "irs"),
    ...(labelled
      ? [
        ...take(pairAccuracy(seeing, { within: "ids" }), "Acc_IDS", "accuracy"),
        ...take(pairAccuracy(seeing, { within: "cds" }), "Acc_CDS", "accuracy"),
        ...bias(seeing, "IB"),
        ...bias(blind, "IB_no_image"),
        ...take(imageReliance(original, { within: "ids" }), "IRS_IDS", "irs"),
        ...take(imageReliance(original, { within: "cds" }), "IRS_CDS", "irs"),
        ...bias(equalized.height > 0 ? equalizeLengths(equalized) : equalized, "IB_equalized"),
      ]
      : []),
    ...(counted
      ? withSpread(take(lengthBias(seeing), "LB", "lb", ["n_longer", "n_shorter"]), seeing, "length")
      : []),
  ];
  return values.filter(({ value }) => !Number.isNaN(value));
}

/** The rows judged with the image and without it, of the pairs judged both ways: the difference of their accuracies is the IRS. */
export function bothWays(pairs: pl.DataFrame): pl.DataFrame[] {
  const { first, second } = matchRows("renderFigure", pairs, "image");
  return [first, second.sort()].map((rows) => takeRows(pairs, rows));
}

/** Values with the standard deviation over the paper's 160 downsamplings, in closed form: what its bars show. */
function withSpread(values: Value[], rows: pl.DataFrame, split: "informativeness" | "length"): Value[] {
  const spreads = downsampleMoments(rows, { split }).toRecords() as { sd: number }[];
  return values.map((value, i) => ({ ...value, more: { sd: spreads[i].sd } }));
}

/** What a number of a pipeline's rows is the weighted sum of: accuracies of subsets. */
const SUMS: Readonly<Record<string, readonly (readonly [weight: number, subset: RowSelection])[]>> = {
  Acc: [[1, {}]],
  Acc_IDS: [[1, { informativeness_subset: "IDS" }]],
  Acc_CDS: [[1, { informativeness_subset: "CDS" }]],
  IB: [[1, { informativeness_subset: "IDS" }], [-1, { informativeness_subset: "CDS" }]],
  LB: [[1, { length_subset: "longer" }], [-1, { length_subset: "shorter" }]],
};

/** The numbers of some judges' pipelines on one benchmark, and what each pipeline changes of those of base, with its interval. */
export async function pipelineNumbers(
  context: FigureContext,
  pipelines: readonly string[],
  isShown: (judge: string) => boolean = () => true,
): Promise<Value[]> {
  const all = firstBenchmark(await pairNumbers(context, Object.keys(SUMS), pipelines));
  const pairs = await context.frame("pairs"), condition = { variant: "original", image: true };
  return namesOf(all, "judge").filter(isShown).flatMap((judge) => {
    const values = pick(all, { judge }), [{ keys: { benchmark } }] = values;
    const rows = withSubsets(
      only(pairs, { benchmark, judge, pipeline: namesOf(values, "pipeline"), ...condition }),
    );
    return values.flatMap((value) => {
      const { keys: { pipeline }, quantity, n } = value;
      if (pipeline === "base" || !findValue(values, quantity, { pipeline: "base" })) return [value];
      const sides = [pipeline, "base"].flatMap((pipeline, s) =>
        SUMS[quantity].map(([weight, subset]) => [(1 - 2 * s) * weight, { pipeline, ...subset }] as const)
      );
      const { estimate, n_clusters, ...ends } = contrast(rows, {
        outcome: "correct",
        cells: Object.fromEntries(sides.map(([, cell], i) => [i, cell])),
        weights: Object.fromEntries(sides.map(([weight], i) => [i, weight])),
      });
      const change = { value: estimate, low: ends.low, high: ends.high, clusters: n_clusters };
      return [value, valueOf({ keys: value.keys, quantity: `change of ${quantity}`, n, ...change })];
    });
  });
}

/** The values of one benchmark: the paper's first where it is among them, else the first by name. */
export function firstBenchmark(values: readonly Value[]): Value[] {
  const found = namesOf(values, "benchmark").sort();
  const chosen = ORDER.benchmark.find((name) => found.includes(name)) ?? found[0];
  return pick(values, { benchmark: chosen });
}
