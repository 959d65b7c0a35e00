import type { ImageSums } from "@/metrics/preference_matrix.ts";
import { jackknifeStandardized } from "@/metrics/philautia_intervals.ts";
import { standardize } from "@/metrics/standardize.ts";
import { columnTotals } from "@/stats/jackknife_totals.ts";
import { random } from "@/stats/random.ts";
import { CAPTION_NOISE, philautiaTarget } from "../../data/solve/draw_caption_scores.ts";
import { COVERAGE, type Scenario } from "./scenario.ts";

/** What is drawn and analysed. */
interface CoverageOptions {
  images: number;
  /** Only the first so many models. */
  models?: number;
  /** Standard deviation of a single score; that of the simulation by default. */
  noise?: number;
  /** Limits for all scores or all entries at once that are wanted too (of entries half a second for each data set). */
  joint?: "diagonal" | "matrix";
  simulations: number;
  seed: number;
}

/** How often intervals cover: each entry, and all that are asked for at once. */
type PhilautiaCoverage = { entries: number; joint: number };

/**
 * The share of 95% intervals that cover Φ̃ of the true means, over all entries. Images are drawn
 * from the noise model of the simulated caption scores (without its ends at 0 and 1), around the means that these have.
 */
function philautiaCoverage(
  { images, models, noise = CAPTION_NOISE.score, joint, simulations, seed }: CoverageOptions,
): PhilautiaCoverage {
  const target = philautiaTarget("ref_free").slice(0, models).map((row) => row.slice(0, models));
  const truth = Float64Array.from(target.flat()), cells = truth.length;
  const width = Math.sqrt(cells), columns = cells + 1;
  const names = Array.from({ length: width }, (_, i) => String(i));
  const wanted = standardize(standardize(target, "columns"), "rows").flat(),
    own = Array.from({ length: width }, (_, m) => m * (width + 1));
  const everywhere = Array.from({ length: cells }, (_, c) => c);
  const sum = { entries: 0, joint: 0 };
  for (let s = 0; s < simulations; s++) {
    const sums = draw(seed * 1_000_003 + s), found = jackknifeStandardized(sums, { level: 0.95, ddof: 0 });
    const holds = ({ low, high }: { low: Float64Array; high: Float64Array }, c: number) =>
      low[c] <= wanted[c] && wanted[c] <= high[c];
    if (joint) {
      const places = joint === "diagonal" ? own : everywhere;
      const limits = jackknifeStandardized(sums, { level: 1 - 0.05 / places.length, ddof: 0 });
      if (places.every((c) => holds(limits, c))) sum.joint++;
    }
    for (let c = 0; c < cells; c++) {
      if (holds(found, c)) sum.entries++;
    }
  }
  return { entries: sum.entries / (cells * simulations), joint: sum.joint / simulations };

  function draw(seed: number): ImageSums {
    const generator = random(seed), rows = new Float64Array(images * columns);
    for (let k = 0; k < images; k++) {
      const image = CAPTION_NOISE.image * generator.normal();
      const liking = names.map(() => CAPTION_NOISE.evaluator * generator.normal());
      for (let c = 0, caption = 0; c < cells; c++) {
        if (c % width === 0) caption = CAPTION_NOISE.caption * generator.normal();
        rows[k * columns + c] = truth[c] + image + caption + liking[c % width] + noise * generator.normal();
      }
      rows[k * columns + cells] = 1;
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
        for (let c = 0; c < cells; c++) means[c] = totals[c] / totals[cells];
        return means;
      },
    };
  }
}

/** Coverage of so many data sets; one of many entries that depend on each other counts as several. */
const scenario = (
  name: string,
  { of = "entries", each = 1, band = COVERAGE, ...options }:
    & Omit<CoverageOptions, "simulations" | "seed">
    & { of?: "entries" | "joint"; each?: number; band?: Scenario["band"] },
): Scenario => ({
  name: `philautia intervals${name}`,
  kind: "coverage",
  band,
  run: (simulations, seed) =>
    philautiaCoverage({ ...options, simulations: Math.ceil(simulations / each), seed })[of],
});

/** Intervals over images of Φ̃: with the noise of the simulated caption scores and almost three times as much; of few models; of all entries at once. */
export const PHILAUTIA_SCENARIOS: readonly Scenario[] = [
  ...[[1000, 0.07], [1000, 0.2], [4500, 0.07]].map(([images, noise]) =>
    scenario(`: ${images} images, sd ${noise} of a single score`, { images, noise, each: 25 })
  ),
  // Two-way means take much of what each entry of few models says.
  ...[4, 5, 7].map((models) =>
    scenario(`: ${models} models, 200 images`, {
      ...{ images: 200, models, each: 5, band: models < 5 ? [0.89, 0.97] : COVERAGE },
    })
  ),
  ...(["diagonal", "matrix"] as const).flatMap((joint) =>
    [[200, 0.07], [1000, 0.07], [1000, 0.2]].map(([images, noise]) =>
      scenario(`, all of the ${joint} at once: ${images} images, sd ${noise} of a single score`, {
        ...{ images, noise, joint, of: "joint" },
      })
    )
  ),
];
