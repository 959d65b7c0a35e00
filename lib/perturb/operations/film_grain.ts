import { normalQuantile } from "../../stats/normal_quantile.ts";
import { random } from "../../stats/random.ts";
import { level, type Raster } from "../raster.ts";

/** Noise is drawn from so many equally likely quantiles of the normal distribution: far finer than a level, and fast. */
const STRATA = 4096;

/**
 * Grain as of a film: normal noise with standard deviation `sigma` levels, the same for the three channels of a pixel, from
 * a seed of its own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { filmGrain } from "@/perturb/operations/film_grain.ts";
 *
 * const grey = filledRaster(8, 8, [128, 128, 128]);
 * assert.deepEqual(filmGrain(grey, { sigma: 5, seed: 1 }), filmGrain(grey, { sigma: 5, seed: 1 }));
 * ```
 */
export function filmGrain(
  { width, height, data }: Raster,
  { sigma, seed }: { sigma: number; seed: number },
): Raster {
  const { uniform } = random(seed);
  const noises = Float64Array.from({ length: STRATA }, (_, i) => sigma * normalQuantile((i + 0.5) / STRATA));
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const noise = noises[(STRATA * uniform()) | 0];
    out[i] = level(data[i] + noise);
    out[i + 1] = level(data[i + 1] + noise);
    out[i + 2] = level(data[i + 2] + noise);
  }
  return { width, height, data: out };
}
