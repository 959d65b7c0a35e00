import { findTableFiles } from "../../results/find_files.ts";
import { readTasks } from "./read_tasks.ts";

/**
 * The anchors that judges made in BIRCH, from its journals (a file, a folder, a glob; one judge or several), as samples of
 * `anchor_quality`: every pair with `anchors`, the merged answers by judge. Of a pair's anchors the one of the first run with
 * the image and the answers in the given order counts. Pairs without any usable anchor are left out.
 *
 * @throws {ResultsError} for a damaged journal
 * @throws {RangeError} for a journal of another protocol
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { anchorSamples } from "judgebias/judge";
 *
 * const path = `${Deno.makeTempDirSync()}/empty.jsonl`;
 * Deno.writeTextFileSync(path, "");
 * assert.deepEqual(anchorSamples(path), []);
 * ```
 */
export function anchorSamples(path: string | readonly string[]): Record<string, unknown>[] {
  const samples = new Map<string, { sample: object; anchors: Record<string, string> }>();
  for (const { path: file } of findTableFiles(path)) {
    const journal = readTasks(file);
    if (journal === null) continue;
    if (journal.protocol.name !== "birch") {
      journal.close();
      throw new RangeError(
        `anchorSamples: wanted journals of birch, found one of ${journal.protocol.name}: ${file}`,
      );
    }
    for (const { judge, sample, dataSet, sampleId, condition, entries } of journal.tasks()) {
      const merged = entries.anchor?.verdict.values.merged;
      if (condition === null || !condition.image || condition.swapped || condition.run !== 1) continue;
      if (typeof merged !== "string") continue;
      // The same id in another data set is another pair.
      const name = JSON.stringify([dataSet, sampleId]);
      const found = samples.get(name) ?? { sample: sample as object, anchors: {} };
      found.anchors[judge] = merged;
      samples.set(name, found);
    }
    journal.close();
  }
  return [...samples.values()].map(({ sample, anchors }) => ({ ...sample, anchors }));
}
