import type { Raster } from "../raster.ts";

/**
 * The picture turned by 180°: the last pixel comes first.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rotate180 } from "@/perturb/operations/rotate_180.ts";
 *
 * const { data } = rotate180({ width: 2, height: 1, data: new Uint8Array([1, 2, 3, 4, 5, 6]) });
 * assert.deepEqual([...data], [4, 5, 6, 1, 2, 3]);
 * ```
 */
export function rotate180({ width, height, data }: Raster): Raster {
  const out = new Uint8Array(data.length);
  for (let i = 0, j = data.length - 3; j >= 0; i += 3, j -= 3) {
    out[i] = data[j];
    out[i + 1] = data[j + 1];
    out[i + 2] = data[j + 2];
  }
  return { width, height, data: out };
}
