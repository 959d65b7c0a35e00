import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { writeFrame } from "../results/write_frame.ts";

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));

/**
 * A frame that is made once and kept in `.cache/` as Parquet. The file's name holds a hash of the recipe (everything that
 * the frame depends on), so that it is made anew when any of that changes; a file that cannot be read is made anew too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { cachedFrame } from "@/simulate/cached_frame.ts";
 *
 * const folder = Deno.makeTempDirSync();
 * const first = cachedFrame("squares", [3], () => pl.DataFrame({ x: [1, 4, 9] }), folder);
 * const again = cachedFrame("squares", [3], () => assert.fail(), folder);
 * assert.deepEqual(again.toRecords(), first.toRecords());
 * ```
 */
export function cachedFrame(
  name: string,
  recipe: unknown,
  make: () => pl.DataFrame,
  folder: string = CACHE,
): pl.DataFrame {
  const hash = createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, 12);
  const path = `${folder}/${name}-${hash}.parquet`;
  if (existsSync(path)) {
    try {
      return pl.readParquet(path);
    } catch {
      // Torn by a crash of the disk or an older library: made anew below.
    }
  }
  const frame = make();
  writeFrame(frame, path);
  return frame;
}
