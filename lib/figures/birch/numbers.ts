import pl from "nodejs-polars";
import { takeRows } from "../../hypotheses/conditions.ts";
import { downsampleMoments } from "../../metrics/downsample.ts";
import { equalizeLengths } from "../../metrics/equalize_lengths.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { matchRows } from "../../metrics/pair_rows.ts";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import type { FigureContext } from "../figure_spec.ts";
import { ORDERS } from "../paper_order.ts";
import { computed } from "../values/computed.ts";
import { findValue, namesOf, pick, type Value, valueOf, withoutInterval } from "../values/value.ts";

/** The paper's judges in the order of its Table 3, its benchmarks, and its pipelines. */
export const ORDER = ORDERS.birch;

/** Printed biases with how far IB exceeds LB, which the paper does not print. */
export function withGaps(printed: readonly Value[]): Value[] {
  const gaps = pick(printed, { quantity: "IB" }).flatMap(({ keys, value }) => {
    const lb = findValue(printed, "LB", keys);
    if (!lb) return [];
    const gap = { quantity: "IB less LB", value: value - lb.value };
    return [valueOf({ keys, ...gap, provenance: "computed from published" })];
  });
  return [...printed, ...gaps];
}

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

/** All quantities of a `pairs` frame, for every benchmark, judge and pipeline in it. */
function allNumbers(pairs: pl.DataFrame): Value[] {
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
  // The rows whose accuracies the IRS compares, so that their difference is the IRS.
  const matched = matchRows("pairNumbers", original, "image");
  const [withImage, without] = [matched.first, matched.second.sort()].map((rows) => takeRows(original, rows));
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
  ].filter(({ value }) => !Number.isNaN(value));
  return [...values, ...changesOf(values)];
}

/** Values with the standard deviation over the paper's 160 downsamplings, in closed form: what its bars show. */
function withSpread(values: Value[], rows: pl.DataFrame, split: "informativeness" | "length"): Value[] {
  const spreads = downsampleMoments(rows, { split }).toRecords() as { sd: number }[];
  return values.map((value, i) => ({ ...value, more: { sd: spreads[i].sd } }));
}

function changesOf(values: readonly Value[]): Value[] {
  return values.filter(({ keys }) => keys.pipeline !== "base").flatMap((value) => {
    const base = findValue(values, value.quantity, { ...value.keys, pipeline: "base" });
    return base
      ? [{
        ...withoutInterval(value),
        quantity: `change of ${value.quantity}`,
        value: value.value - base.value,
        more: {},
      }]
      : [];
  });
}

/** The values of one benchmark: the paper's first where it is among them, else the first by name. */
export function firstBenchmark(values: readonly Value[]): Value[] {
  const found = namesOf(values, "benchmark").sort();
  const chosen = ORDER.benchmark.find((name) => found.includes(name)) ?? found[0];
  return pick(values, { benchmark: chosen });
}
