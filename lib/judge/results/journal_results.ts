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
 * assert.throws(() => journalResults("nowhere/base--j.sqlite"), /wanted the file of a study/);
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
    if (names.length > 1) {
      throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
    }
    const [{ protocol: { frame: name } }] = studies;
    const dataSets = [...new Set(studies.flatMap(({ parts }) => parts.map((part) => part.dataSet)))];
    if (dataSet === undefined && dataSets.length > 1 && !hasColumn(name, "benchmark")) {
      const why = `${name ?? "a table"} has no column for it`;
      throw new RangeError(`journalResults: wanted dataSet, one of ${dataSets.join(", ")}: ${why}`);
    }
    const rows: Record<string, unknown>[] = [];
    let missing = 0, gone = 0;
    for (const study of studies) {
      for (const part of study.parts.filter((part) => dataSet === undefined || part.dataSet === dataSet)) {
        for (const task of resultRows(study, part)) {
          rows.push(...task.rows);
          missing += task.missing;
          gone += task.gone;
        }
      }
    }
    if (rows.some(({ provenance }) => provenance)) rows.forEach((row) => row.provenance ??= "results");
    return { frame: verdictFrame(name, rows, { benchmark: dataSet ?? dataSets[0] }), name, missing, gone };
  } finally {
    for (const study of studies) study.close();
  }
}

/** Whether rows tell apart, in one frame, what a column says. */
export function hasColumn(name: FrameName | null, column: string): boolean {
  return name !== null && Object.hasOwn(FRAMES[name].columns, column);
}

/** What stands beside rows: samples under a condition, and of `gone` the rows. */
type Counts = Record<"missing" | "gone" | "otherwise" | "twice", number>;

const NOTHING: Counts = { missing: 0, gone: 0, otherwise: 0, twice: 0 };

/** The rows of a part of a study, those of one task at a time, and whether it has no verdict, or only an earlier way's, or that too. */
export function* resultRows(
  { protocol, judge, tasks }: Pick<StudyTasks, "protocol" | "judge" | "tasks">,
  part: StudyPart,
): Generator<{ rows: Record<string, unknown>[] } & Counts> {
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
  for (const { sample, condition, verdicts, simulated, served, gone, otherwise, twice } of tasks(part)) {
    const missing = condition !== null && Object.keys(verdicts).length === 0;
    if (condition !== null && !gone) open--;
    const behind = given({ served, provenance: simulated ? "simulated" : null });
    const rows = condition === null
      ? protocol.unasked!(sample, judge)
      : missing
      ? []
      : protocol.rows(sample, condition, verdicts, judge);
    if (gone) {
      yield { ...NOTHING, rows: [], gone: rows.length };
      continue;
    }
    yield {
      ...NOTHING,
      rows: rows.map((row) => {
        // What the protocol crosses stands behind what the run is named by.
        const both = named === undefined || condition === null || typeof row.condition !== "string"
          ? {}
          : { condition: `${named}, ${row.condition}` };
        return { ...before, ...row, ...both, ...behind };
      }),
      missing: Number(missing),
      otherwise: Number(otherwise),
      twice: Number(twice),
    };
  }
  if (open > 0) yield { ...NOTHING, rows: [], missing: open };
}
