import type { ImageSums } from "@/metrics/image_sums.ts";
import { jackknifeLimits, jackknifeStandardized } from "@/metrics/philautia_jackknife.ts";
import { CAPTION_NOISE } from "@/simulate/caption_scores.ts";
import { philautiaTarget } from "@/simulate/caption_scores.ts";
import { doublyStandardized } from "@/stats/doubly_standardized.ts";
import { columnTotals } from "@/stats/jackknife_totals.ts";
import { random } from "@/stats/random.ts";

/** What is drawn and analysed. */
export interface CoverageOptions {
  images: number;
  /** Only the first so many models. */
  models?: number;
  /** Standard deviation of a single score; that of the simulation by default. */
  noise?: number;
  /** What is special about the first evaluator: how many times the noise of the others it has, what is left of its differences between generators, and
   * the share of images that it scored. */
  first?: { noise?: number; discriminates?: number; images?: number };
  /** Limits for all scores or all entries at once that are wanted too (of entries half a second for each data set). */
  joint?: "diagonal" | "matrix";
  simulations: number;
  seed: number;
}

/** How often intervals cover; and those of the special evaluator's column. */
export interface PhilautiaCoverage {
  entries: number;
  scores: number;
  /** All limits that hold at once (`joint`). */
  joint: number;
  first: number;
}

/**
 * The share of 95% intervals that cover Φ̃ of the true means, over all entries and over philautia scores alone. Images are drawn
 * from the noise model of the simulated caption scores (without its ends at 0 and 1), around the means that these have.
 */
export function philautiaCoverage(
  { images, models, noise = CAPTION_NOISE.score, first = {}, joint, simulations, seed }: CoverageOptions,
): PhilautiaCoverage {
  const { discriminates = 1, images: scored = 1 } = first;
  const target = philautiaTarget("ref_free").slice(0, models).map((row) => row.slice(0, models));
  const truth = Float64Array.from(target.flat()), cells = truth.length;
  const width = Math.sqrt(cells), columns = scored < 1 ? 2 * cells : cells + 1;
  if (discriminates !== 1) {
    let mean = 0;
    for (let c = 0; c < cells; c += width) mean += truth[c] / width;
    for (let c = 0; c < cells; c += width) truth[c] = mean + discriminates * (truth[c] - mean);
  }
  const names = Array.from({ length: width }, (_, i) => String(i));
  const wanted = doublyStandardized(truth, width).phiTilde,
    own = Array.from({ length: width }, (_, m) => m * (width + 1));
  const everywhere = Array.from({ length: cells }, (_, c) => c);
  const sum = { entries: 0, scores: 0, joint: 0, first: 0 };
  for (let s = 0; s < simulations; s++) {
    const found = jackknifeStandardized(draw(seed * 1_000_003 + s), { level: 0.95, ddof: 0 });
    const holds = ({ low, high }: { low: Float64Array; high: Float64Array }, c: number) =>
      low[c] <= wanted[c] && wanted[c] <= high[c];
    if (joint) {
      const places = joint === "diagonal" ? own : everywhere;
      const limits = jackknifeLimits(found.corrected, found.se, found.groups, 1 - 0.05 / places.length);
      if (places.every((c) => holds(limits, c))) sum.joint++;
    }
    for (let c = 0; c < cells; c++) {
      if (!holds(found, c)) continue;
      sum.entries++;
      if (c % (width + 1) === 0) sum.scores++;
      if (c % width === 0) sum.first++;
    }
  }
  return {
    entries: sum.entries / (cells * simulations),
    scores: sum.scores / (width * simulations),
    joint: sum.joint / simulations,
    first: sum.first / (width * simulations),
  };

  function draw(seed: number): ImageSums {
    const generator = random(seed), rows = new Float64Array(images * columns);
    for (let k = 0; k < images; k++) {
      const image = CAPTION_NOISE.image * generator.normal();
      const liking = names.map(() => CAPTION_NOISE.evaluator * generator.normal());
      for (let c = 0, caption = 0; c < cells; c++) {
        if (c % width === 0) caption = CAPTION_NOISE.caption * generator.normal();
        const single = c % width === 0 ? noise * (first.noise ?? 1) : noise;
        const score = truth[c] + image + caption + liking[c % width] + single * generator.normal();
        const there = c % width > 0 || k < scored * images ? 1 : 0;
        rows[k * columns + c] = there * score;
        if (scored < 1) rows[k * columns + cells + c] = there;
      }
      if (scored === 1) rows[k * columns + cells] = 1;
    }
    return {
      generators: names,
      evaluators: names,
      images,
      cells,
      rows,
      totals: columnTotals(rows, columns),
      columns,
      means: (totals) => {
        const means = new Float64Array(cells);
        for (let c = 0; c < cells; c++) means[c] = totals[c] / totals[scored < 1 ? cells + c : cells];
        return means;
      },
    };
  }
}
