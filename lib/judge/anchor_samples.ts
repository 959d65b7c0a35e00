import { refusing } from "../results/said.ts";
import { studyFiles, studyTasks } from "./results/study_tasks.ts";

/**
 * The anchors that judges made in BIRCH, from its studies (a file, a folder, a glob; one judge or several), as samples of
 * `anchor_quality`: every pair with `anchors`, the merged answers by judge. Of a pair's anchors the one of the first run with
 * the image and the answers in the given order counts. Pairs without any usable anchor are left out.
 *
 * @throws {ResultsError} for a damaged file
 * @throws {RangeError} for a study of another protocol
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { anchorSamples } from "judgebias/judge";
 *
 * assert.throws(
 *   () => anchorSamples("nowhere/birch--j.sqlite"), /wanted the file of a study/,
 * );
 * ```
 */
export function anchorSamples(path: string | readonly string[]): Record<string, unknown>[] {
  const samples = new Map<string, { sample: object; anchors: Record<string, string> }>();
  for (const file of studyFiles(path)) {
    const { protocol, judge, parts, tasks, close } = studyTasks(file);
    try {
      if (protocol.name !== "birch") throw refusing("anchors_of_birch", { protocol: protocol.name, file });
      for (const part of parts) {
        for (const { sample, sampleId, condition, verdicts } of tasks(part)) {
          const merged = verdicts.anchor?.values.merged;
          if (condition === null || !condition.image || condition.swapped || condition.run !== 1) continue;
          if (typeof merged !== "string") continue;
          // The same id in another data set is another pair.
          const name = JSON.stringify([part.dataSet, sampleId]);
          const found = samples.get(name) ?? { sample: sample as object, anchors: {} };
          found.anchors[judge] = merged;
          samples.set(name, found);
        }
      }
    } finally {
      close();
    }
  }
  return [...samples.values()].map(({ sample, anchors }) => ({ ...sample, anchors }));
}
