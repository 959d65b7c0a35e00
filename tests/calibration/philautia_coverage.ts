import { type EntriesOf, jackknifeStandardized, percentileEntries } from "@/metrics/philautia_resampling.ts";
import type { ImageSums } from "@/metrics/image_sums.ts";
import { CAPTION_NOISE } from "@/simulate/caption_scores.ts";
import { philautiaTarget } from "@/simulate/philautia_targets.ts";
import { doublyStandardized } from "@/stats/doubly_standardized.ts";
import { random } from "@/stats/random.ts";

/** What is drawn and analysed. */
export interface CoverageOptions {
  images: number;
  method: "jackknife" | "percentile";
  /** Standard deviation of a single score; that of the simulation by default. */
  noise?: number;
  simulations: number;
  seed: number;
}

/**
 * The share of 95% intervals that cover Φ̃ of the true means, over all entries and over philautia scores alone. Images are drawn
 * from the noise model of the simulated caption scores (without its ends at 0 and 1), around the means that these have.
 */
export function philautiaCoverage(
  { images, method, noise = CAPTION_NOISE.score, simulations, seed }: CoverageOptions,
): { entries: number; scores: number } {
  const truth = Float64Array.from(philautiaTarget("ref_free").flat()), cells = truth.length;
  const width = Math.sqrt(cells), columns = cells + 1;
  const names = Array.from({ length: width }, (_, i) => String(i));
  const entriesOf: EntriesOf = (means) => doublyStandardized(means, width).phiTilde;
  const wanted = entriesOf(truth);
  let covered = 0, own = 0;
  for (let s = 0; s < simulations; s++) {
    const generator = random(seed * 1_000_003 + s);
    const rows = new Float64Array(images * columns);
    for (let k = 0; k < images; k++) {
      const image = CAPTION_NOISE.image * generator.normal();
      const liking = names.map(() => CAPTION_NOISE.evaluator * generator.normal());
      for (let c = 0, caption = 0; c < cells; c++) {
        if (c % width === 0) caption = CAPTION_NOISE.caption * generator.normal();
        rows[k * columns + c] = truth[c] + image + caption + liking[c % width] + noise * generator.normal();
      }
      rows[k * columns + cells] = 1;
    }
    const sums: ImageSums = {
      generators: names,
      evaluators: names,
      images,
      cells,
      rows,
      columns,
      means: (totals) => Float64Array.from({ length: cells }, (_, c) => totals[c] / totals[cells]),
    };
    const { low, high } = method === "jackknife"
      ? jackknifeStandardized(sums, { level: 0.95, ddof: 0 })
      : percentileEntries(sums, entriesOf, { level: 0.95, replicates: 1000, seed: s });
    for (let c = 0; c < cells; c++) {
      if (!(low[c] <= wanted[c] && wanted[c] <= high[c])) continue;
      covered++;
      if (c % (width + 1) === 0) own++;
    }
  }
  return { entries: covered / (cells * simulations), scores: own / (width * simulations) };
}
