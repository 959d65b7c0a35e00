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
      let sum = 0;
      for (let k = 0; k <= 2 * radius; k++) sum += weights[k] * padded[x + k];
      rows[y * width + x] = sum;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let k = -radius; k <= radius; k++) {
      const from = Math.min(height - 1, Math.max(0, y + k)) * width, weight = weights[k + radius];
      for (let x = 0, o = y * width; x < width; x++, o++) both[o] += weight * rows[from + x];
    }
  }
  return both;
}
