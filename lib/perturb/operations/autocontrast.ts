import { applyCurves, histograms, type Raster, toneCurve } from "../raster.ts";

/**
 * Each channel stretched to the whole range: the level below which a share `cutoff` of the pixels lies becomes 0, the one
 * above which as many lie 255. A channel of one level stays as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { autocontrast } from "@/perturb/operations/autocontrast.ts";
 *
 * const grey = (...levels: number[]) => new Uint8Array(levels.flatMap((l) => [l, l, l]));
 * const { data } = autocontrast({ width: 3, height: 1, data: grey(100, 125, 150) }, { cutoff: 0 });
 * assert.deepEqual(data, grey(0, 128, 255)); // 25 · 255 / 50 = 127.5, half up
 * ```
 */
export function autocontrast(picture: Raster, { cutoff }: { cutoff: number }): Raster {
  const cut = Math.floor(cutoff * picture.width * picture.height);
  return applyCurves(
    picture,
    histograms(picture).map((counts) => {
      const low = firstAbove(counts, cut), high = 255 - firstAbove(counts.toReversed(), cut);
      return low < high
        ? toneCurve((value) => (value - low) * 255 / (high - low))
        : toneCurve((value) => value);
    }),
  );
}

/** The first level at which more than `cut` pixels have been passed. */
function firstAbove(counts: Uint32Array, cut: number): number {
  let passed = 0;
  return counts.findIndex((count) => (passed += count) > cut);
}
