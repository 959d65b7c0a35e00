import { refusing } from "../../results/said.ts";
import { requireOptions, requireText } from "../../progress/require.ts";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import pl from "nodejs-polars";
import { besideResults } from "../../results/read_report.ts";
import { ResultsError } from "../../results/results_error.ts";
import { writeFrame } from "../../results/write_frame.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Protocol } from "../protocol.ts";
import { fileNameParts } from "../store/call_key.ts";
import { verdictFrame } from "../verdict_frame.ts";
import type { FrameName } from "../../results/frames.ts";
import { hasColumn, studyFiles, studyOf, type StudyRows } from "./study_rows.ts";

/** A results file that was written. */
export interface WrittenResults {
  /** Where the file is. */
  path: string;
  /** The frame that its rows belong to; null for a protocol with a table of its own. */
  name: FrameName | null;
  /** How many rows it has. */
  rows: number;
  /**
   * Samples under a condition that were answered to another prompt, decoding or endpoint than the last run's, or before they were
   * edited, alone: the study keeps those replies, and they are results again when a run asks in their way.
   */
  otherwise: number;
  /** Rows of what the last run did not ask for (more samples, more `runs`, the other order, without the image) and an earlier one did: they stand beside its own. */
  earlier: number;
  /** Samples under a condition whose calls all failed or were not made yet: in no row. */
  missing: number;
  /** Rows of samples that were answered and that the data of the last run does not have: left out. */
  gone: number;
  /** Samples under a condition in all, answered or not. */
  judgments: number;
}

/**
 * Derives a results file from every study of a run's folder, or from the one that is named:
 * `out/journals/<protocol>--<judge>.sqlite` becomes `out/results/<protocol>--<judge>.jsonl`, whole or not at all. Where a
 * study holds several data sets or named conditions and its frame has no column that tells them apart, each has a file
 * (`<protocol>--<judge>--<data set>.jsonl`). Rows are of the last run's prompts, decoding and endpoint (`otherwise` counts what was
 * answered in an earlier way alone). Samples that the last run's data has no more have no rows (`gone` counts them). The files are what the readers (`readPairs`, …) and every task with
 * `--results` take; they can be made again at any time.
 *
 * @param options.journal only this one
 * @param options.protocol the protocol of studies that are of none of the library's
 * @throws {RangeError} for a folder without studies
 * @throws {ResultsError} when all others are written, for studies that cannot be turned into results
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeResults } from "judgebias/judge";
 *
 * const said = await writeResults(Deno.makeTempDirSync()).catch(String);
 * assert.match(String(said), /wanted journals/);
 * ```
 */
export async function writeResults(
  out: string,
  options: { journal?: string; protocol?: Protocol } = {},
): Promise<WrittenResults[]> {
  const { journal, protocol } = requireOptions("writeResults", options, ["journal", "protocol"]);
  requireText("writeResults", "the folder of a study", out);
  const folder = join(out, "journals");
  if (journal === undefined && !fs.existsSync(folder)) throw refusing("no_journals", { out });
  const journals = journal === undefined ? studyFiles(folder) : [journal];
  const written: WrittenResults[] = [], bad: Error[] = [];
  for await (const path of journals) {
    try {
      written.push(...resultsOf(path, out, protocol));
    } catch (error) {
      if (!(error instanceof ResultsError || error instanceof RangeError)) throw error;
      bad.push(error);
    }
  }
  if (bad.length === 0) return written;
  if (journals.length === 1) throw bad[0];
  const done = `${written.length} of ${journals.length} are written`,
    faults = bad.map(({ message }) => message);
  const expected = `journals that can be turned into results (${done}); ${faults.join("; ")}`;
  throw new ResultsError({ file: folder, expected });
}

function resultsOf(path: string, out: string, own?: Protocol): WrittenResults[] {
  const study = studyOf(path, own), { parts, protocol: { frame } } = study, written: WrittenResults[] = [];
  try {
    const oneSet = hasColumn(frame, "benchmark") || new Set(parts.map(({ dataSet }) => dataSet)).size === 1;
    const files = grouped(parts, ({ dataSet, named }) => {
      const own = hasColumn(frame, "condition") || named === undefined ? [] : [named];
      return [...(oneSet ? [] : [dataSet]), ...own].join("--");
    });
    const names = fileNameParts([...files.keys()]);
    for (const [i, own] of [...files.values()].entries()) {
      const name = `${basename(path, ".sqlite")}${names[i] === "" ? "" : `--${names[i]}`}.jsonl`;
      written.push(writeRows(frame, own[0].dataSet, study.rows(own), join(out, "results", name)));
    }
    return written;
  } finally {
    study.close();
  }
}

function writeRows(
  name: Protocol["frame"],
  dataSet: string,
  { rows, ...counts }: ReturnType<StudyRows["rows"]>,
  path: string,
): WrittenResults {
  const { judgments, missing } = counts;
  writeFrame(wholeNumbers(verdictFrame(name, rows, { benchmark: dataSet }), name), path);
  // What the rows cannot say of themselves stands beside them, for whoever reports on the file.
  fs.writeFileSync(besideResults(path), `${JSON.stringify({ rows: rows.length, judgments, missing })}\n`);
  return { path, name, rows: rows.length, ...counts };
}

function wholeNumbers(frame: pl.DataFrame, name: Protocol["frame"]): pl.DataFrame {
  const whole = frame.columns.filter((column) =>
    !hasColumn(name, column) &&
    /Float/.test(String(frame.getColumn(column).dtype)) &&
    [...frame.getColumn(column)].every((value) => value === null || Number.isSafeInteger(value))
  );
  return frame.withColumns(...whole.map((column) => pl.col(column).cast(pl.Int64)));
}
