import { writeFileSync } from "node:fs";
import { writeWhole } from "../results/write_frame.ts";
import type { Pomms } from "./pomms.ts";

/**
 * Writes a Pomms as JSON, all steps with members, weights, penalty and validation τ, for `readPomms`, and for people.
 * Folders are made; a crash leaves the old file or none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, writePomms } from "judgebias";
 *
 * const frame = pl.DataFrame({ human: [1, 2, 3, 4, 5], judge: [0.1, 0.3, 0.4, 0.9, 1] });
 * const path = `${Deno.makeTempDirSync()}/pomms.json`;
 * writePomms(fitPomms({ train: frame, validation: frame }), path);
 * assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)).steps[0].members, ["judge"]);
 * ```
 */
export function writePomms(pomms: Pomms, path: string): void {
  writeWhole(path, (temporary) => writeFileSync(temporary, `${JSON.stringify(pomms, null, 2)}\n`));
}
