import pl from "nodejs-polars";
import { takeRows } from "../../results/take_rows.ts";
import { downsampleMoments } from "../../metrics/downsample.ts";
import { contrast } from "../../metrics/contrast.ts";
import { equalizeLengths } from "../../metrics/longer_wins.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias, lengthBias, pairAccuracy } from "../../metrics/informativeness_bias.ts";
import { matchRows } from "../../metrics/pair_rows.ts";
import { withSubsets } from "../../metrics/pair_outcomes.ts";
import { only, type RowSelection } from "../../results/only.ts";
import type { FigureContext } from "../figure_spec.ts";
import { ORDERS } from "../paper_order.ts";
import { computed } from "../values/computed.ts";
import { differences, findValue, namesOf, pick, type Value, valueOf } from "../values/value.ts";

export const ORDER = ORDERS.birch;

export const withGaps = (printed: readonly Value[]): Value[] => [
  ...printed,
  ...differences(
    pick(printed, { quantity: "IB" }),
    ({ keys }) => findValue(printed, "LB", keys),
    "IB less LB",
  ),
];

export async function pairNumbers(
  context: FigureContext,
  quantities: readonly string[],
  pipelines: readonly string[] = ["base"],
): Promise<Value[]> {
  const rows = () => context.once("rows of pairs", async () => rowsOf(await context.frame("pairs")));
  const each = quantities.map((quantity) =>
    context.once(`${quantity} of pairs`, async () => {
      const values = QUANTITIES[quantity](await rows(), quantity);
      return values.filter(({ value }) => !Number.isNaN(value));
    })
  );
  return pick((await Promise.all(each)).flat(), { pipeline: pipelines });
}

/** Rows of those judges of whom some reply could be read: the others are wrong throughout, which says nothing of them. */
export const withRead = (pairs: pl.DataFrame): pl.DataFrame =>
  pairs.filter(
    pl.col("choice").count().over("benchmark", "judge", "pipeline", "variant", "image").gt(pl.lit(0)),
  );

/** What quantities are computed of: the pairs in their own wording, those of them judged with the image and without, and those made equally long. */
function rowsOf(given: pl.DataFrame) {
  const pairs = withRead(given);
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const original = pairs.filter(is("variant", "original"));
  const labelled = pairs.filter(pl.col("more_informative").isIn(["A", "B"])).height > 0;
  const isCounted = pl.col("words_a").isNotNull().and(pl.col("words_b").isNotNull());
  const seeing = original.filter(pl.col("image")), blind = original.filter(pl.col("image").not());
  // Lengthened pairs without word counts cannot be shown to be equally long: they do not count.
  const equalized = pairs.filter(is("variant", "length_equalized").and(pl.col("image")).and(isCounted));
  const counted = pairs.filter(isCounted).height > 0;
  return { original, seeing, blind, equalized, labelled, counted, ways: bothWays(original) };
}

type Quantity = (rows: ReturnType<typeof rowsOf>, quantity: string) => Value[];

const KEYS = ["benchmark", "judge", "pipeline"];

const accuracy = (rows: pl.DataFrame, quantity: string, within?: "ids" | "cds") =>
  computed(pairAccuracy(rows, { within }), { value: "accuracy", quantity, n: ["n"], keys: KEYS });

const reliance = (rows: pl.DataFrame, quantity: string, within?: "ids" | "cds") =>
  computed(imageReliance(rows, { within }), { value: "irs", quantity, n: ["n"], keys: KEYS });

/** Differences of two sides, with the standard deviation over the paper's 160 downsamplings, in closed form: what its bars show. */
function bias(rows: pl.DataFrame, quantity: string, split: "informativeness" | "length" = "informativeness") {
  const values = split === "length"
    ? computed(lengthBias(rows), { value: "lb", quantity, n: ["n_longer", "n_shorter"], keys: KEYS })
    : computed(informativenessBias(rows), { value: "ib", quantity, n: ["n_ids", "n_cds"], keys: KEYS });
  const spreads = downsampleMoments(rows, { split }).toRecords() as { sd: number }[];
  return values.map((value, i) => ({ ...value, more: { sd: spreads[i].sd } }));
}

const ifLabelled = (of: Quantity): Quantity => (rows, quantity) => rows.labelled ? of(rows, quantity) : [];

const QUANTITIES: Readonly<Record<string, Quantity>> = {
  Acc: ({ seeing }, quantity) => accuracy(seeing, quantity),
  Acc_image: ({ ways: [withImage] }, quantity) => accuracy(withImage, quantity),
  Acc_no_image: ({ ways: [, without] }, quantity) => accuracy(without, quantity),
  IRS: ({ original }, quantity) => reliance(original, quantity),
  Acc_IDS: ifLabelled(({ seeing }, quantity) => accuracy(seeing, quantity, "ids")),
  Acc_CDS: ifLabelled(({ seeing }, quantity) => accuracy(seeing, quantity, "cds")),
  IB: ifLabelled(({ seeing }, quantity) => bias(seeing, quantity)),
  IB_no_image: ifLabelled(({ blind }, quantity) => bias(blind, quantity)),
  IRS_IDS: ifLabelled(({ original }, quantity) => reliance(original, quantity, "ids")),
  IRS_CDS: ifLabelled(({ original }, quantity) => reliance(original, quantity, "cds")),
  IB_equalized: ifLabelled(({ equalized }, quantity) =>
    bias(equalized.height > 0 ? equalizeLengths(equalized) : equalized, quantity)
  ),
  LB: ({ seeing, counted }, quantity) => counted ? bias(seeing, quantity, "length") : [],
};

/** The rows judged with the image and without it, of the pairs judged both ways: the difference of their accuracies is the IRS. */
export function bothWays(pairs: pl.DataFrame): pl.DataFrame[] {
  const { first, second } = matchRows("renderFigure", pairs, "image");
  return [first, second.sort()].map((rows) => takeRows(pairs, rows));
}

const SUMS: Readonly<Record<string, readonly (readonly [weight: number, subset: RowSelection])[]>> = {
  Acc: [[1, {}]],
  Acc_IDS: [[1, { informativeness_subset: "IDS" }]],
  Acc_CDS: [[1, { informativeness_subset: "CDS" }]],
  IB: [[1, { informativeness_subset: "IDS" }], [-1, { informativeness_subset: "CDS" }]],
  LB: [[1, { length_subset: "longer" }], [-1, { length_subset: "shorter" }]],
};

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

export function firstBenchmark(values: readonly Value[]): Value[] {
  const found = namesOf(values, "benchmark").sort();
  const chosen = ORDER.benchmark.find((name) => found.includes(name)) ?? found[0];
  return pick(values, { benchmark: chosen });
}
