import { requireOptions, requireText } from "../../progress/require.ts";
import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import { besideResults } from "../../results/read_report.ts";
import { ResultsError } from "../../results/results_error.ts";
import { fileError, writing } from "../../results/file_error.ts";
import { csvText } from "../../results/write_frame.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Protocol } from "../protocol.ts";
import { fileNameParts } from "../store/call_key.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { hasColumn, type JournalResults, resultRows } from "./journal_results.ts";
import { studyFiles, type StudyPart, type StudyTasks, studyTasks } from "./study_tasks.ts";

/** A results file that was written. */
export interface WrittenResults extends Pick<JournalResults, "name" | "missing" | "gone"> {
  /** Where the file is. */
  path: string;
  /** How many rows it has. */
  rows: number;
  /**
   * Samples under a condition that were answered to another prompt, decoding or endpoint than the last run's, or before they were
   * edited, alone. Where an earlier way has more of them the file is one below `unfinished`, and that below `results` has those.
   */
  otherwise: number;
  /** Samples under a condition that were answered to another prompt, decoding or endpoint too: those replies stay in the study alone. */
  twice: number;
  /** Further columns that hold nothing, though there are verdicts: what `columns` reads there is misspelt, or no reply says it. */
  empty: string[];
  /** Samples under a condition in all, answered or not. */
  judgments: number;
  /** How many of `missing` each condition or data set has, by its name, where the file holds several. */
  lacking: Record<string, number>;
}

type Ending = "jsonl" | "csv" | "parquet";

/** Rows that are in memory at a time; Parquet files, whose columns must be known whole, hold all. */
const ROWS = 20_000;

/**
 * Derives a results file from every study of a run's folder, or from the one that is named:
 * `out/journals/<protocol>--<judge>.sqlite` becomes `out/results/<protocol>--<judge>.<ending>`, whole or not at all. Where a
 * study holds several data sets or named conditions and its frame has no column that tells them apart, each has a file
 * (`<protocol>--<judge>--<data set>.<ending>`). Rows are of the last run's prompts, decoding and endpoint; as long as an
 * earlier run's answered more, those are below `out/unfinished`, and the earlier ones below `out/results`. Samples that the last run's
 * data has no more have no rows (`gone` counts them). The files are what the readers (`readPairs`, …) and every task with
 * `--results` take; they can be made again at any time. Memory does not grow with the study (but for Parquet).
 *
 * @param options.ending `jsonl` (default), `csv` or `parquet`
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
 * await assert.rejects(() => writeResults(Deno.makeTempDirSync()), /wanted journals/);
 * ```
 */
export async function writeResults(
  out: string,
  options: { ending?: Ending; journal?: string; protocol?: Protocol } = {},
): Promise<WrittenResults[]> {
  const { ending = "jsonl", journal, protocol } = requireOptions("writeResults", options, [
    "ending",
    "journal",
    "protocol",
  ]);
  requireText("writeResults", "the folder of a study", out);
  const folder = join(out, "journals");
  if (journal === undefined && !fs.existsSync(folder)) {
    throw new RangeError(`writeResults: wanted journals below ${out}, found none`);
  }
  const journals = journal === undefined ? studyFiles(folder) : [journal];
  const written: WrittenResults[] = [], bad: Error[] = [];
  for (const path of journals) {
    try {
      written.push(...await resultsOf(path, out, ending, protocol));
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

async function resultsOf(
  path: string,
  out: string,
  ending: Ending,
  own?: Protocol,
): Promise<WrittenResults[]> {
  const study = studyTasks(path, own), { parts, protocol: { frame } } = study;
  try {
    const oneSet = hasColumn(frame, "benchmark") || new Set(parts.map(({ dataSet }) => dataSet)).size === 1;
    const files = grouped(parts, ({ dataSet, named }) => {
      const own = hasColumn(frame, "condition") || named === undefined ? [] : [named];
      return [...(oneSet ? [] : [dataSet]), ...own].join("--");
    });
    const names = fileNameParts([...files.keys()]), written: WrittenResults[] = [];
    for (const [i, own] of [...files.values()].entries()) {
      const name = `${basename(path, ".sqlite")}${names[i] === "" ? "" : `--${names[i]}`}.${ending}`;
      const results = join(out, "results", name), unfinished = join(out, "unfinished", name);
      const last = await oneFile(study, own, results, { ending, unfinished });
      if (last.otherwise > 0) {
        const best = own.map((part) => study.wholest(part));
        // What is lacking in a part no earlier way has either: it was edited since. The others do not wait for it.
        const stays = best.some(({ whole }) => whole);
        if (stays && best.every(({ part }, i) => part.plans.length === own[i].plans.length)) {
          fs.renameSync(last.path, results);
          last.path = results;
        } else if (stays) {
          written.push(await oneFile(study, best.map(({ part }) => part), results, { ending }));
        }
      } else for (const path of [unfinished, besideResults(unfinished)]) fs.rmSync(path, { force: true });
      written.push(last);
    }
    // What the rows cannot say of themselves stands beside them, for whoever reports on the file.
    for (const { path, rows, judgments, missing } of written) {
      fs.writeFileSync(besideResults(path), `${JSON.stringify({ rows, judgments, missing })}\n`);
    }
    return written;
  } finally {
    study.close();
  }
}

async function oneFile(
  study: StudyTasks,
  parts: readonly StudyPart[],
  path: string,
  { ending, unfinished = path }: { ending: Ending; unfinished?: string },
): Promise<WrittenResults> {
  writing(path, () => fs.mkdirSync(dirname(path), { recursive: true }));
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    // Columns that come up late (a provenance) belong to all rows: then all is written again, with them.
    let columns: string[] = [], written: Awaited<ReturnType<typeof pass>>;
    do {
      written = await pass(study, parts, temporary, ending, columns);
      columns = written.columns;
    } while (!written.whole);
    const { columns: _columns, whole: _whole, ...counts } = written, { otherwise } = counts;
    // A second way of asking takes the place of the first when it has answered all that the first has.
    const to = otherwise === 0 ? path : unfinished;
    fs.mkdirSync(dirname(to), { recursive: true });
    fs.renameSync(temporary, to);
    return { path: to, name: study.protocol.frame, ...counts };
  } catch (error) {
    throw fileError(path, error);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Writes all rows, some at a time, as long as no column comes up that earlier rows lack. */
async function pass(
  study: StudyTasks,
  parts: readonly StudyPart[],
  path: string,
  ending: Ending,
  known: string[],
) {
  const file = fs.openSync(path, "w"), total = { rows: 0, missing: 0, gone: 0, otherwise: 0, twice: 0 };
  let columns = known, begun = false, rows: Record<string, unknown>[] = [];
  const names = partNames(parts), lacking: Record<string, number> = {}, filled = new Set<string>();
  let judgments = 0, isOk = false;
  const size = ending === "parquet" ? Infinity : ROWS;
  const write = async (): Promise<boolean> => {
    if (rows.length === 0 && begun) return true;
    if (columns.includes("provenance") || rows.some(({ provenance }) => provenance)) {
      for (const row of rows) row.provenance ??= "results";
    }
    const { frame: name } = study.protocol;
    const frame = wholeNumbers(verdictFrame(name, rows, { benchmark: parts[0].dataSet }), name);
    const more = frame.columns.filter((column) => !columns.includes(column));
    // Known columns first where a pass begins anew: rows without one have it empty.
    columns = [...columns, ...more];
    if (begun && more.length > 0) return false;
    const lacking = columns.filter((column) => !frame.columns.includes(column));
    const part = frame.withColumns(...lacking.map((column) => pl.lit(null).alias(column))).select(...columns);
    for (const { name, length, nullCount } of part.getColumns()) if (nullCount() < length) filled.add(name);
    isOk ||= rows.some(({ status }) => status === "ok");
    if (ending === "parquet") part.writeParquet(path, { compression: "lz4" });
    else {
      const bytes = new TextEncoder().encode(textOf(part, ending, begun));
      for (let written = 0; written < bytes.length;) written += fs.writeSync(file, bytes, written);
    }
    total.rows += rows.length;
    [begun, rows] = [true, []];
    // Frames are freed only when the program yields.
    await new Promise((resume) => setTimeout(resume));
    return true;
  };
  const isEmpty = (column: string) => isOk && !filled.has(column) && !hasColumn(study.protocol.frame, column);
  const told = () => ({ ...total, judgments, lacking, columns, empty: columns.filter(isEmpty) });
  try {
    for (const [i, part] of parts.entries()) {
      for (const task of resultRows(study, part)) {
        rows.push(...task.rows);
        judgments += task.missing || Number(task.gone === 0);
        for (const name of ["missing", "gone", "otherwise", "twice"] as const) total[name] += task[name];
        if (names && task.missing > 0) lacking[names[i]] = (lacking[names[i]] ?? 0) + task.missing;
        if (rows.length >= size && !await write()) return { ...told(), whole: false };
      }
    }
    const whole = await write();
    fs.fsyncSync(file);
    return { ...told(), whole };
  } finally {
    fs.closeSync(file);
  }
}

/** What tells the parts of a file apart, in words: data sets, conditions or both; null for one alone. */
function partNames(parts: readonly StudyPart[]): string[] | null {
  if (parts.length < 2) return null;
  const several = new Set(parts.map(({ dataSet }) => dataSet)).size > 1;
  return parts.map(({ dataSet, named }) =>
    several ? [dataSet, named].filter(Boolean).join(", ") : named ?? "no condition"
  );
}

/** Numbers of columns that are no frame's as whole ones where all are: 4, not 4.0. */
function wholeNumbers(frame: pl.DataFrame, name: Protocol["frame"]): pl.DataFrame {
  const whole = frame.columns.filter((column) =>
    !hasColumn(name, column) &&
    /Float/.test(String(frame.getColumn(column).dtype)) &&
    [...frame.getColumn(column)].every((value) => value === null || Number.isSafeInteger(value))
  );
  return frame.withColumns(...whole.map((column) => pl.col(column).cast(pl.Int64)));
}

function textOf(frame: pl.DataFrame, ending: "jsonl" | "csv", headed: boolean): string {
  if (ending === "jsonl") return frame.height === 0 ? "" : frame.writeJSON({ format: "lines" }).toString();
  const text = csvText(frame);
  return headed ? text.slice(text.indexOf("\n") + 1) : text;
}
