import type { Raster } from "../raster.ts";

/**
 * The picture flipped, top for bottom.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { flip } from "@/perturb/operations/flip.ts";
 *
 * const { data } = flip({ width: 1, height: 2, data: new Uint8Array([1, 2, 3, 4, 5, 6]) });
 * assert.deepEqual([...data], [4, 5, 6, 1, 2, 3]);
 * ```
 */
export function flip({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    out.set(data.subarray(3 * y * width, 3 * (y + 1) * width), 3 * (height - 1 - y) * width);
  }
  return { width, height, data: out };
}
