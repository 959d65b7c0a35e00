import { refusing } from "../../results/said.ts";
import { requireOptions } from "../../progress/require.ts";
import type pl from "nodejs-polars";
import { type FrameName, FRAMES } from "../../results/frames.ts";
import type { Protocol } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import { given } from "../transport/loose.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { studyFiles, type StudyPart, type StudyTasks, studyTasks } from "./study_tasks.ts";

/** A frame made from journals, and what it does not hold. */
export interface JournalResults {
  /** The rows of every sample and condition of which any call was answered. */
  frame: pl.DataFrame;
  /** The frame's name; null for a protocol with a table of its own. */
  name: FrameName | null;
  /** Samples under a condition whose calls all failed or were not made yet: in no row. */
  missing: number;
  /** Rows of samples that were answered and that the data of the last run does not have: left out. */
  gone: number;
}

/**
 * Derives the result frame from studies (their files, a folder or glob of them, of one protocol): one call from what
 * judges said to what metrics read. Rows are in the order of data and conditions, whatever the order of the replies,
 * so that interactive, resumed and batch runs of one plan give the same frame. Where a study was run with several
 * prompts or decodings, the last run's count; runs under a `condition` of their own stand beside one another. Rows of a protocol of
 * one's own that name none have the protocol's name as theirs.
 *
 * A step without a usable verdict gives null values, as its protocol says; a sample without any verdict gives no row
 * and is counted in `missing`. Replies of a simulated judge make the column `provenance` say "simulated".
 *
 * @param options.dataSet only the samples of this data set; needed where journals hold several and the frame has no column
 *   that tells them apart
 * @throws {ResultsError} for a damaged file, or where there is none
 * @throws {RangeError} for studies of several protocols, or of a protocol that the library does not know
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalResults } from "judgebias/judge";
 *
 * assert.throws(
 *   () => journalResults("nowhere/base--j.sqlite"), /wanted the file of a study/,
 * );
 * ```
 */
export function journalResults(
  path: string | readonly string[],
  options: { protocol?: Protocol; dataSet?: string } = {},
): JournalResults {
  const { protocol: own, dataSet } = requireOptions("journalResults", options, ["protocol", "dataSet"]);
  const studies: StudyTasks[] = [];
  try {
    for (const file of studyFiles(path)) studies.push(studyTasks(file, own));
    const names = [...new Set(studies.map(({ protocol }) => protocol.name))];
    if (names.length > 1) throw refusing("one_protocol", { names: names.join(", ") });
    const [{ protocol: { frame: name } }] = studies;
    const dataSets = [...new Set(studies.flatMap(({ parts }) => parts.map((part) => part.dataSet)))];
    if (dataSet === undefined && dataSets.length > 1 && !hasColumn(name, "benchmark")) {
      const why = `${name ?? "a table"} has no column for it`;
      throw refusing("data_set", { dataSets: dataSets.join(", "), why });
    }
    const found = studies.map((study) =>
      studyRows(study, study.parts.filter((part) => dataSet === undefined || part.dataSet === dataSet))
    );
    const [missing, gone] = (["missing", "gone"] as const).map((count) =>
      found.reduce((sum, one) => sum + one[count], 0)
    );
    const frame = rowsFrame(name, found.flatMap(({ rows }) => rows), dataSet ?? dataSets[0]);
    return { frame, name, missing, gone };
  } finally {
    for (const study of studies) study.close();
  }
}

export function hasColumn(name: FrameName | null, column: string): boolean {
  return name !== null && Object.hasOwn(FRAMES[name].columns, column);
}

/** Rows as a frame; where some are of a simulated judge all say whose they are. */
export function rowsFrame(
  name: FrameName | null,
  rows: readonly Record<string, unknown>[],
  benchmark: string,
): pl.DataFrame {
  if (rows.some(({ provenance }) => provenance)) { for (const row of rows) row.provenance ??= "results"; }
  return verdictFrame(name, rows, { benchmark });
}

/**
 * The rows of parts of a study, and how many samples under a condition there are (`judgments`), have no verdict (`missing`) or only an
 * earlier way's (`otherwise`); `gone` counts rows, and `earlier` those of what the last run did not ask for.
 */
export function studyRows({ protocol, judge, tasks }: StudyTasks, parts: readonly StudyPart[]) {
  const rows: Record<string, unknown>[] = [];
  let judgments = 0, missing = 0, gone = 0, otherwise = 0, earlier = 0;
  for (const part of parts) {
    const { dataSet, named, plans } = part;
    // What a run asked for and did not come to has no sample in the file.
    const since = Math.max(0, plans.findLastIndex(({ lacks }) => lacks?.[dataSet]));
    let open = Math.max(...plans.slice(since).map(({ tasks = {} }) => tasks[dataSet] ?? 0));
    // A protocol of one's own asks the same samples in a way of its own: its rows are no second ones of a library's protocol.
    const way = hasColumn(protocol.frame, "condition") && !Object.hasOwn(PROTOCOLS, protocol.name)
      ? protocol.name
      : null;
    const before = given({
      benchmark: hasColumn(protocol.frame, "benchmark") ? dataSet : null,
      condition: named ?? way,
    });
    for (const { sample, condition, verdicts, simulated, served, ...task } of tasks(part)) {
      const isMissing = condition !== null && Object.keys(verdicts).length === 0;
      const own = condition === null
        ? protocol.unasked!(sample, judge)
        : isMissing
        ? []
        : protocol.rows(sample, condition, verdicts, judge);
      if (task.gone) {
        gone += own.length;
        continue;
      }
      judgments++;
      if (condition !== null) open--;
      missing += Number(isMissing);
      otherwise += Number(task.otherwise);
      if (task.earlier) earlier += own.length;
      const behind = given({ served, provenance: simulated ? "simulated" : null });
      for (const row of own) {
        // What the protocol crosses stands behind what the run is named by.
        const both = named === undefined || condition === null || typeof row.condition !== "string"
          ? {}
          : { condition: `${named}, ${row.condition}` };
        rows.push({ ...before, ...row, ...both, ...behind });
      }
    }
    judgments += Math.max(0, open);
    missing += Math.max(0, open);
  }
  return { rows, judgments, missing, gone, otherwise, earlier };
}
