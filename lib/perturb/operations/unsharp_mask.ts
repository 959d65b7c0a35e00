import { level, luma, type Raster } from "../raster.ts";

/**
 * Sharpened edges: `amount` times what a Gaussian blur (standard deviation `sigma` pixels, cut off at three of these, the
 * edge repeated beyond it) takes away from the luma is added to all channels, where that is at least `threshold` levels.
 * On the luma, so that edges get no coloured fringes.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { unsharpMask } from "@/perturb/operations/unsharp_mask.ts";
 *
 * const plain = filledRaster(5, 5, [90, 20, 7]); // no edges, nothing to sharpen
 * assert.deepEqual(unsharpMask(plain, { sigma: 1, amount: 1, threshold: 2 }).data, plain.data);
 * ```
 */
export function unsharpMask(
  { width, height, data }: Raster,
  { sigma, amount, threshold }: { sigma: number; amount: number; threshold: number },
): Raster {
  const grey = new Float32Array(width * height);
  for (let i = 0, j = 0; i < grey.length; i++, j += 3) grey[i] = luma(data[j], data[j + 1], data[j + 2]);
  const blurred = blur(grey, width, height, sigma);
  const out = new Uint8Array(data.length);
  for (let i = 0, j = 0; i < grey.length; i++, j += 3) {
    const lost = grey[i] - blurred[i];
    const more = Math.abs(lost) >= threshold ? amount * lost : 0;
    out[j] = level(data[j] + more);
    out[j + 1] = level(data[j + 1] + more);
    out[j + 2] = level(data[j + 2] + more);
  }
  return { width, height, data: out };
}

/** Gaussian blur of one channel, along the rows, then along the columns. */
function blur(grey: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const radius = Math.ceil(3 * sigma);
  const weights = Float64Array.from(
    { length: 2 * radius + 1 },
    (_, i) => Math.exp(-((i - radius) ** 2) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let i = 0; i < weights.length; i++) weights[i] /= total;
  const rows = new Float32Array(grey.length), both = new Float32Array(grey.length);
  // A row with its edges repeated needs no test of bounds at every pixel.
  const padded = new Float32Array(width + 2 * radius);
  for (let y = 0; y < height; y++) {
    const line = grey.subarray(y * width, (y + 1) * width);
    padded.fill(line[0], 0, radius).fill(line[width - 1], width + radius);
    padded.set(line, radius);
    for (let x = 0; x < width; x++) {
      let sum = weights[radius] * padded[x + radius];
      for (let k = 0, m = 2 * radius; k < radius; k++, m--) {
        sum += weights[k] * (padded[x + k] + padded[x + m]);
      }
      rows[y * width + x] = sum;
    }
  }
  const line = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    line.fill(0);
    for (let k = 0; k <= radius; k++) {
      // The middle row comes twice, with half its weight.
      const weight = k === 0 ? weights[radius] / 2 : weights[radius - k];
      const above = Math.max(0, y - k) * width, below = Math.min(height - 1, y + k) * width;
      for (let x = 0; x < width; x++) line[x] += weight * (rows[above + x] + rows[below + x]);
    }
    both.set(line, y * width);
  }
  return both;
}
