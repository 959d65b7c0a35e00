import type pl from "nodejs-polars";
import { type FrameName, FRAMES } from "../../results/frames.ts";
import type { Protocol } from "../protocol.ts";
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
}

/**
 * Derives the result frame from studies (their files, a folder or glob of them, of one protocol): one call from what
 * judges said to what metrics read. Rows are in the order of data and conditions, whatever the order of the replies,
 * so that interactive, resumed and batch runs of one plan give the same frame. Where a study was run with several
 * prompts or decodings, the last run's count; runs under a `condition` of their own stand beside one another.
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
 * assert.throws(() => journalResults("nowhere/base--j.sqlite"), /wanted the file of a study/);
 * ```
 */
export function journalResults(
  path: string | readonly string[],
  { protocol: own, dataSet }: { protocol?: Protocol; dataSet?: string } = {},
): JournalResults {
  const studies: StudyTasks[] = [];
  try {
    for (const file of studyFiles(path)) studies.push(studyTasks(file, own));
    const names = [...new Set(studies.map(({ protocol }) => protocol.name))];
    if (names.length > 1) {
      throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
    }
    const [{ protocol: { frame: name } }] = studies;
    const dataSets = [...new Set(studies.flatMap(({ parts }) => parts.map((part) => part.dataSet)))];
    if (dataSet === undefined && dataSets.length > 1 && !tellsDataSets(name)) {
      throw new RangeError(
        `journalResults: wanted dataSet, one of ${dataSets.join(", ")}: ${
          name ?? "a table"
        } has no column for it`,
      );
    }
    const all = { rows: [] as Record<string, unknown>[], missing: 0, simulated: false };
    for (const study of studies) {
      const parts = study.parts.filter((part) => dataSet === undefined || part.dataSet === dataSet);
      for (const { rows, missing, simulated } of resultRows(study, { parts, size: Infinity })) {
        all.rows = all.rows.length === 0 ? rows : all.rows.concat(rows);
        all.missing += missing;
        all.simulated ||= simulated;
      }
    }
    if (all.simulated) { for (const row of all.rows) row.provenance ??= "results"; }
    return {
      frame: verdictFrame(name, all.rows, { benchmark: dataSet ?? dataSets[0] }),
      name,
      missing: all.missing,
    };
  } finally {
    for (const study of studies) study.close();
  }
}

/** Whether rows of several data sets can stand in one frame. */
export function tellsDataSets(name: FrameName | null): boolean {
  return name !== null && Object.hasOwn(FRAMES[name].columns, "benchmark");
}

/** Some rows of a study. */
export interface ResultRows {
  rows: Record<string, unknown>[];
  /** Samples under a condition without any verdict. */
  missing: number;
  /** Samples under a condition that have an answer to another prompt, decoding or endpoint than the last run's alone. */
  otherwise: number;
  /** A simulated judge answered at least once. */
  simulated: boolean;
}

/** The rows of a study's parts, so many or a few more at a time. */
export function* resultRows(
  { protocol, tasks }: Pick<StudyTasks, "protocol" | "tasks">,
  { parts, size }: { parts: readonly StudyPart[]; size: number },
): Generator<ResultRows> {
  const tells = tellsDataSets(protocol.frame);
  let part: ResultRows = { rows: [], missing: 0, otherwise: 0, simulated: false };
  for (const one of parts) {
    for (const { judge, sample, dataSet, named, condition, verdicts, simulated, otherwise } of tasks(one)) {
      if (otherwise) part.otherwise++;
      const more = {
        ...(tells ? { benchmark: dataSet } : {}),
        ...(named === undefined ? {} : { condition: named }),
      };
      if (condition === null) {
        part.rows.push(...protocol.unasked!(sample, judge).map((row) => ({ ...more, ...row })));
      } else if (Object.keys(verdicts).length === 0) part.missing++;
      else {
        part.simulated ||= simulated;
        const provenance = simulated ? { provenance: "simulated" } : {};
        for (const row of protocol.rows(sample, condition, verdicts, judge)) {
          // What the protocol crosses stands behind what the run is named by.
          const both = named === undefined || typeof row.condition !== "string"
            ? {}
            : { condition: `${named}, ${row.condition}` };
          part.rows.push({ ...more, ...row, ...both, ...provenance });
        }
      }
      if (part.rows.length < size) continue;
      yield part;
      part = { rows: [], missing: 0, otherwise: 0, simulated: part.simulated };
    }
  }
  yield part;
}
