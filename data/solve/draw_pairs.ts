import pl from "nodejs-polars";
import { FRAMES } from "@/results/frames.ts";
import { type Random, random } from "@/stats/random.ts";
import { BENCHMARK_DESIGNS, type BenchmarkDesign, type PairsTarget, pairsTargets } from "./benchmarks.ts";
import { highest, normals } from "./latent_columns.ts";
import { equalizedTable } from "./pairs_equalized.ts";
import { CELLS, type PairItems, pairItems } from "./pairs_items.ts";
import { birchTable2 } from "./birch_tables.ts";

/** Standard deviations of what a verdict depends on beside the pair's ease. */
const JUDGE_SD = 0.8, MODE_SD = 0.6, DOMAIN_SD = 0.25, SUBSET_DOMAIN_SD = 0.25;

/** Shares of the wrong verdicts that are ties or could not be parsed. */
const TIE_SHARE = 0.01, UNPARSED_SHARE = 0.01;

/** The seed of everything that the project draws from this simulation. */
export const PAIRS_SEED = 20260;

/** The frame of `simulatePairs`, drawn: which verdicts are right follows a latent ease, how many of each cell the solved counts. */
export function drawPairs(seed = PAIRS_SEED): pl.DataFrame {
  const targets = pairsTargets(), judges = [...new Set(targets.map(({ judge }) => judge))];
  const frames = BENCHMARK_DESIGNS.flatMap((design, b) => {
    const items = pairItems(design, random(seed + b));
    // Every judge draws from a stream of its own: leaving judges out would change nothing for the others.
    return judges.flatMap((judge, j) => {
      const own = targets.filter((target) => target.benchmark === design.name && target.judge === judge);
      return judgeTables(design, items, own, random(seed + 1000 * (b + 1) + j), random(seed + 500 + b));
    });
  });
  // Writers, annotators and conditions have no part in the design.
  const none = ["model_a", "model_b", "annotator", "condition"].map((column) =>
    pl.lit(null).cast(pl.Utf8).alias(column)
  );
  return pl.concat(frames).withColumns(...none).select(...Object.keys(FRAMES.pairs.columns), "provenance");
}

function judgeTables(
  design: BenchmarkDesign,
  items: PairItems,
  targets: PairsTarget[],
  generator: Random,
  shared: Random,
): pl.DataFrame[] {
  const n = items.cell.length;
  const domainEase = domainEffects(design, items, shared);
  const judgeEase = normals(generator, n, JUDGE_SD);
  const latent = () =>
    Float64Array.from(
      { length: n },
      (_, i) => items.ease[i] + domainEase[i] + judgeEase[i] + MODE_SD * generator.normal(),
    );
  const frames = targets.map((target) => {
    const right = topOfCells(latent(), items.cell, target.right);
    return withVerdicts(items, right, target, generator, items.frame, "original");
  });
  const base = targets.find(({ pipeline, image }) => pipeline === "base" && image)!;
  if (birchTable2().some((row) => row.judge === base.judge && row.benchmark === design.name)) {
    const { frame, right } = equalizedTable(items, latent(), base, shared);
    frames.push(withVerdicts(items, right, base, generator, frame, "length_equalized"));
  }
  return frames;
}

/** Domains differ in ease, and in how much harder their CDS pairs are; the same for all judges. */
function domainEffects(
  design: BenchmarkDesign,
  { domain, cell }: PairItems,
  generator: Random,
): Float64Array {
  const count = Object.keys(design.domains).length;
  const ease = normals(generator, count, DOMAIN_SD);
  const ofSubset = normals(generator, 2 * count, SUBSET_DOMAIN_SD);
  return Float64Array.from(domain, (d, i) => ease[d] + ofSubset[2 * d + (cell[i] < 2 ? 0 : 1)]);
}

/** In each cell the given number of pairs with the highest latent ease are right. */
function topOfCells(
  latent: Float64Array,
  cell: Uint8Array,
  right: Record<(typeof CELLS)[number], number>,
): Uint8Array {
  const result = new Uint8Array(latent.length);
  CELLS.forEach((name, code) => {
    const members = Array.from(latent.keys()).filter((i) => cell[i] === code);
    for (const i of highest(members, latent, right[name])) result[i] = 1;
  });
  return result;
}

function withVerdicts(
  items: PairItems,
  right: Uint8Array,
  { judge, pipeline, image }: PairsTarget,
  generator: Random,
  frame: pl.DataFrame,
  variant: string,
): pl.DataFrame {
  const choices = Array.from(right, (isRight, i) => {
    if (isRight) return items.humanIsA[i] ? "A" : "B";
    const fate = generator.uniform();
    if (fate < TIE_SHARE) return "tie";
    if (fate < TIE_SHARE + UNPARSED_SHARE) return null;
    return items.humanIsA[i] ? "B" : "A";
  });
  return frame.withColumns(
    pl.lit(judge).alias("judge"),
    pl.lit(pipeline).alias("pipeline"),
    pl.lit(image).alias("image"),
    pl.lit(variant).alias("variant"),
    pl.lit("simulated").alias("provenance"),
    pl.lit(false).alias("swapped"),
    pl.lit(1).cast(pl.Int32).alias("run"),
    pl.Series("choice", choices, pl.Utf8),
  );
}
