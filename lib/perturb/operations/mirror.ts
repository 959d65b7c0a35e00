import type { Raster } from "../raster.ts";

/**
 * The picture mirrored, left for right.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mirror } from "@/perturb/operations/mirror.ts";
 *
 * const { data } = mirror({ width: 2, height: 1, data: new Uint8Array([1, 2, 3, 4, 5, 6]) });
 * assert.deepEqual([...data], [4, 5, 6, 1, 2, 3]);
 * ```
 */
export function mirror({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    for (let j = 3 * ((y + 1) * width - 1); j >= 3 * y * width; i += 3, j -= 3) {
      out[i] = data[j];
      out[i + 1] = data[j + 1];
      out[i + 2] = data[j + 2];
    }
  }
  return { width, height, data: out };
}
