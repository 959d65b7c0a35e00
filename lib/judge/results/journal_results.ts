import { refusing } from "../../results/said.ts";
import { requireOptions } from "../../progress/require.ts";
import type pl from "nodejs-polars";
import type { FrameName } from "../../results/frames.ts";
import type { Protocol } from "../protocol.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { hasColumn, studyFiles, studyOf, type StudyRows } from "./study_rows.ts";

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
  const studies: StudyRows[] = [];
  try {
    for (const file of studyFiles(path)) studies.push(studyOf(file, own));
    const names = [...new Set(studies.map(({ protocol }) => protocol.name))];
    if (names.length > 1) throw refusing("one_protocol", { names: names.join(", ") });
    const [{ protocol: { frame: name } }] = studies;
    const dataSets = [...new Set(studies.flatMap(({ parts }) => parts.map((part) => part.dataSet)))];
    if (dataSet === undefined && dataSets.length > 1 && !hasColumn(name, "benchmark")) {
      const why = `${name ?? "a table"} has no column for it`;
      throw refusing("data_set", { dataSets: dataSets.join(", "), why });
    }
    const found = studies.map(({ parts, rows }) =>
      rows(parts.filter((part) => dataSet === undefined || part.dataSet === dataSet))
    );
    const [missing, gone] = (["missing", "gone"] as const).map((count) =>
      found.reduce((sum, one) => sum + one[count], 0)
    );
    const benchmark = dataSet ?? dataSets[0];
    const frame = verdictFrame(name, found.flatMap(({ rows }) => rows), { benchmark });
    return { frame, name, missing, gone };
  } finally {
    for (const study of studies) study.close();
  }
}
