import pl from "nodejs-polars";
import { downsampleMoments } from "../../metrics/downsample_moments.ts";
import { equalizeLengths } from "../../metrics/equalize_lengths.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { matchRows } from "../../metrics/match_rows.ts";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import {
  BIRCH_FACTS,
  birchTable1,
  birchTable2,
  birchTable3,
  birchTable4,
  birchTable8,
  type PrintedValue,
} from "../../papers/birch.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";

/** Quantities of the paper's figures and tables. */
export type PairQuantity =
  | "Acc"
  | "Acc_image"
  | "Acc_IDS"
  | "Acc_CDS"
  | "IB"
  | "LB"
  | "Acc_no_image"
  | "IRS"
  | "IRS_IDS"
  | "IRS_CDS"
  | "IB_no_image"
  | "IB_equalized";

/** A number of the paper, as a fraction: published, simulated or from results. */
export interface PairValue {
  benchmark: string;
  judge: string;
  pipeline: string;
  quantity: PairQuantity;
  value: number;
  /** As printed in the paper, in percent or points; null for a computed number. */
  printed: string | null;
  /** Standard deviation over the paper's downsamplings, for IB and LB. */
  sd: number;
  low: number;
  high: number;
  n: number;
  clusters: number;
  provenance: Provenance;
}

/** Passing column for the rows that an IRS compares. */
const MATCHED = "__matched";

/** All quantities of a `pairs` frame, for every benchmark, judge and pipeline in it. */
export function computedValues(pairs: pl.DataFrame, provenance: Provenance): PairValue[] {
  const is = (column: string, value: string | boolean) => pl.col(column).eq(pl.lit(value));
  const original = pairs.filter(is("variant", "original"));
  const seeing = original.filter(pl.col("image")), blind = original.filter(pl.col("image").not());
  const equalized = pairs.filter(is("variant", "length_equalized").and(pl.col("image")));
  const labelled = pairs.filter(pl.col("more_informative").isIn(["A", "B"])).height > 0;
  const measured = pairs.filter(pl.col("words_a").isNotNull().and(pl.col("words_b").isNotNull())).height > 0;
  const values: PairValue[] = [];
  const add = (
    frame: pl.DataFrame,
    quantity: PairQuantity,
    column: string,
    n: string | string[],
    spread?: pl.DataFrame,
  ) => {
    const spreads = spread?.toRecords() as Record<string, number>[] | undefined;
    (frame.toRecords() as Record<string, number>[]).forEach((row, i) =>
      values.push({
        benchmark: String(row.benchmark),
        judge: String(row.judge),
        pipeline: String(row.pipeline),
        quantity,
        value: row[column],
        printed: null,
        sd: spreads?.[i].sd ?? NaN,
        low: row.low,
        high: row.high,
        n: [n].flat().reduce((sum, name) => sum + row[name], 0),
        clusters: row.n_clusters,
        provenance,
      })
    );
  };
  add(pairAccuracy(seeing), "Acc", "accuracy", "n");
  // Both accuracies of the IRS over the rows that it compares, so that their difference is the IRS.
  const { first, second } = matchRows("computedValues", original, "image");
  const matched = new Uint8Array(original.height);
  for (const row of [...first, ...second]) matched[row] = 1;
  const compared = original
    .withColumns(pl.Series(MATCHED, Array.from(matched, (one) => one === 1), pl.Bool)).filter(
      pl.col(MATCHED),
    );
  add(pairAccuracy(compared.filter(pl.col("image"))), "Acc_image", "accuracy", "n");
  add(pairAccuracy(compared.filter(pl.col("image").not())), "Acc_no_image", "accuracy", "n");
  add(imageReliance(original), "IRS", "irs", "n");
  if (labelled) {
    const split = "informativeness";
    add(pairAccuracy(seeing, { within: "ids" }), "Acc_IDS", "accuracy", "n");
    add(pairAccuracy(seeing, { within: "cds" }), "Acc_CDS", "accuracy", "n");
    add(informativenessBias(seeing), "IB", "ib", ["n_ids", "n_cds"], downsampleMoments(seeing, { split }));
    add(
      informativenessBias(blind),
      "IB_no_image",
      "ib",
      ["n_ids", "n_cds"],
      downsampleMoments(blind, { split }),
    );
    add(imageReliance(original, { within: "ids" }), "IRS_IDS", "irs", "n");
    add(imageReliance(original, { within: "cds" }), "IRS_CDS", "irs", "n");
    const kept = equalized.height > 0 ? equalizeLengths(equalized) : equalized;
    add(
      informativenessBias(kept),
      "IB_equalized",
      "ib",
      ["n_ids", "n_cds"],
      downsampleMoments(kept, { split }),
    );
  }
  if (measured) {
    add(
      lengthBias(seeing),
      "LB",
      "lb",
      ["n_longer", "n_shorter"],
      downsampleMoments(seeing, { split: "length" }),
    );
  }
  return values.filter((value) => !Number.isNaN(value.value));
}

const QUANTITIES: Record<string, PairQuantity> = {
  acc_with_image: "Acc_image",
  acc_no_image: "Acc_no_image",
  before: "IB",
  after_length_equalisation: "IB_equalized",
};

/** The published numbers of some tables as values; of the counts only that of all pairs is published, no interval is. */
export function publishedValues(tables: readonly (1 | 2 | 3 | 4 | 8)[]): PairValue[] {
  const read = { 1: birchTable1, 2: birchTable2, 3: birchTable3, 4: birchTable4, 8: birchTable8 };
  return tables.flatMap((table) => read[table]() as PrintedValue[]).map((row) => ({
    benchmark: row.benchmark,
    judge: row.judge,
    pipeline: row.pipeline,
    quantity: QUANTITIES[row.quantity] ?? row.quantity as PairQuantity,
    // 66.45 / 100 is not 0.6645 to the last bit; the decimal text is.
    value: Number(`${row.value}e-2`),
    printed: row.printed,
    sd: NaN,
    low: NaN,
    high: NaN,
    n: row.quantity === "Acc" ? (BIRCH_FACTS.pairs as Record<string, number>)[row.benchmark] ?? NaN : NaN,
    clusters: NaN,
    provenance: "published",
  }));
}

/** Finds a value; undefined where there is none. */
export function findValue(
  values: readonly PairValue[],
  where: { benchmark: string; judge: string; pipeline?: string; quantity: PairQuantity },
): PairValue | undefined {
  return values.find((value) =>
    value.benchmark === where.benchmark && value.judge === where.judge && value.quantity === where.quantity &&
    value.pipeline === (where.pipeline ?? "base")
  );
}

/**
 * The numbers that a figure may draw: from results or the simulation alone when these are asked for; else the published
 * ones of `tables`. `fill` gives what stands in for those that are not published, and is only computed when asked for.
 */
export async function figureValues(
  { source, origin, frame, once }: FigureContext,
  tables: readonly (1 | 2 | 3 | 4 | 8)[],
): Promise<{ values: PairValue[]; fill(): Promise<PairValue[]>; provenance: Provenance }> {
  const fill = () => once("pair values", async () => computedValues(await frame("pairs"), origin));
  return source !== "published"
    ? { values: await fill(), fill, provenance: origin }
    : { values: publishedValues(tables), fill, provenance: "published" };
}
