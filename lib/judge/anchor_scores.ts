import type pl from "nodejs-polars";
import { metricFrame } from "../metrics/metric_table.ts";
import { requireFrame, saysSimulated } from "../results/frame.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { grouped } from "../stats/grouped.ts";
import { studyFiles, studyTasks } from "./results/study_tasks.ts";

/**
 * Mean correctness of the answers and anchors (Table 5 of the informativeness-bias paper) from the rows of the protocol
 * `anchor_quality`, as `journalResults` gives them: one row per judge and text with `score` (1–5), `low, high` (95%, clustered
 * by image), `n`, `n_clusters` and `n_unscored` (replies without a score); `provenance` where the rows have one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { anchorScores } from "judgebias/judge";
 *
 * const rows = pl.DataFrame({
 *   judge: ["GPT-5", "GPT-5"],
 *   image_id: ["a", "b"],
 *   text: ["Answer 1", "Answer 1"],
 *   score: [3, 4],
 * });
 * assert.equal(anchorScores(rows).toRecords()[0].score, 3.5);
 * ```
 */
export function anchorScores(rows: pl.DataFrame): pl.DataFrame {
  requireFrame("anchorScores", rows);
  const groups = grouped(rows.toRecords(), ({ judge, text }) => JSON.stringify([judge, text]));
  const isSimulated = saysSimulated(rows);
  const table = [...groups.values()].map((group) => {
    const scored = group.filter(({ score }) => score !== null), [{ judge, text }] = group;
    const images = [...new Set(scored.map(({ image_id }) => image_id))];
    const { estimate: score, low, high, n, clusters } = clusterInterval({
      values: scored.map((row) => Number(row.score)),
      parts: scored.map(() => 0),
      clusters: scored.map(({ image_id }) => images.indexOf(image_id)),
      ...{ weights: [1], share: false },
    });
    const counts = { n, n_clusters: clusters, n_unscored: group.length - n };
    return { judge, text, score, low, high, ...counts, provenance: "simulated" };
  });
  const columns = "score low high n:count n_clusters:count n_unscored:count";
  return metricFrame(["judge", "text"], isSimulated ? `${columns} provenance:text` : columns, table);
}

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
 * assert.throws(() => anchorSamples("nowhere/birch--j.sqlite"), /wanted the file of a study/);
 * ```
 */
export function anchorSamples(path: string | readonly string[]): Record<string, unknown>[] {
  const samples = new Map<string, { sample: object; anchors: Record<string, string> }>();
  for (const file of studyFiles(path)) {
    const { protocol, judge, parts, tasks, close } = studyTasks(file);
    try {
      if (protocol.name !== "birch") {
        throw new RangeError(
          `anchorSamples: wanted journals of birch, found one of ${protocol.name}: ${file}`,
        );
      }
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
