import type pl from "nodejs-polars";
import { findTableFiles } from "../../results/find_files.ts";
import { type FrameName, FRAMES } from "../../results/frames.ts";
import type { Protocol } from "../protocol.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { type JournalTasks, readTasks } from "./read_tasks.ts";

/** A frame made from journals, and what it does not hold. */
export interface JournalResults {
  /** The rows of every sample and condition of which any call was answered. */
  frame: pl.DataFrame;
  /** The frame's name; null for a protocol with a table of its own. */
  name: FrameName | null;
  /** Samples under a condition whose calls all failed or were not made yet: in no row. */
  missing: number;
  /** Samples that an older run wrote under their id alone, and that no run has named since: in no row. */
  unnamed: number;
}

/**
 * Derives the result frame from journals (a file, a folder or glob of them, of one protocol): one call from what
 * judges said to what metrics read. Rows are in the order of data and conditions, whatever the order of the replies,
 * so that interactive, resumed and batch runs of one plan give the same frame. Where a journal was run with several
 * prompts or decodings, the last run's count.
 *
 * A step without a usable verdict gives null values, as its protocol says; a sample without any verdict gives no row
 * and is counted in `missing`. Replies of a simulated judge make the column `provenance` say "simulated".
 *
 * @param options.dataSet only the samples of this data set; needed where journals hold several and the frame has no column
 *   that tells them apart
 * @throws {ResultsError} for a damaged journal, or one of a time before samples were named by their data set
 * @throws {RangeError} for journals of several protocols, or of a protocol that the library does not know
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalResults } from "judgebias/judge";
 *
 * const path = `${Deno.makeTempDirSync()}/empty.jsonl`;
 * Deno.writeTextFileSync(path, "");
 * assert.throws(() => journalResults(path), /wanted a journal with a plan/);
 * ```
 */
export function journalResults(
  path: string | readonly string[],
  { protocol: own, dataSet }: { protocol?: Protocol; dataSet?: string } = {},
): JournalResults {
  const journals: JournalTasks[] = [];
  try {
    for (const file of findTableFiles(path)) {
      const found = readTasks(file.path, own);
      if (found) journals.push(found);
    }
    const names = [...new Set(journals.map(({ protocol }) => protocol.name))];
    if (names.length === 0) {
      throw new RangeError(`journalResults: wanted a journal with a plan, found none in ${path}`);
    }
    if (names.length > 1) {
      throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
    }
    const [{ protocol: { frame: name } }] = journals;
    const dataSets = [...new Set(journals.flatMap(({ dataSets }) => dataSets))];
    if (dataSet === undefined && dataSets.length > 1 && !tellsDataSets(name)) {
      throw new RangeError(
        `journalResults: wanted dataSet, one of ${dataSets.join(", ")}: ${
          name ?? "a table"
        } has no column for it`,
      );
    }
    const all = { rows: [] as Record<string, unknown>[], missing: 0, simulated: false };
    for (const journal of journals) {
      for (const { rows, missing, simulated } of resultRows(journal, { dataSet, size: Infinity })) {
        all.rows = all.rows.length === 0 ? rows : all.rows.concat(rows);
        all.missing += missing;
        all.simulated ||= simulated;
      }
    }
    if (all.simulated) { for (const row of all.rows) row.provenance ??= "results"; }
    const frame = verdictFrame(name, all.rows, { benchmark: dataSet ?? dataSets[0] });
    return {
      frame,
      name,
      missing: all.missing,
      unnamed: journals.reduce((sum, { unnamed }) => sum + unnamed, 0),
    };
  } finally {
    for (const journal of journals) journal.close();
  }
}

/** Whether rows of several data sets can stand in one frame. */
export function tellsDataSets(name: FrameName | null): boolean {
  return name !== null && Object.hasOwn(FRAMES[name].columns, "benchmark");
}

/** Some rows of a journal. */
export interface ResultRows {
  rows: Record<string, unknown>[];
  /** Samples under a condition without any verdict. */
  missing: number;
  /** Samples under a condition that have an answer to another prompt, decoding or endpoint than the last run's alone. */
  otherwise: number;
  /** A simulated judge answered at least once. */
  simulated: boolean;
}

/** The rows of a journal, so many or a few more at a time. */
export function* resultRows(
  { protocol, tasks }: Pick<JournalTasks, "protocol" | "tasks">,
  { dataSet, size }: { dataSet?: string; size: number },
): Generator<ResultRows> {
  const named = tellsDataSets(protocol.frame);
  let part: ResultRows = { rows: [], missing: 0, otherwise: 0, simulated: false };
  for (const { judge, sample, dataSet: name, condition, entries, otherwise } of tasks(dataSet)) {
    if (otherwise) part.otherwise++;
    const more = named ? { benchmark: name } : {};
    if (condition === null) {
      part.rows.push(...protocol.unasked!(sample, judge).map((row) => ({ ...more, ...row })));
    } else {
      const found = Object.entries(entries);
      if (found.length === 0) {
        part.missing++;
        continue;
      }
      const simulated = found.some(([, entry]) => entry.simulated === true);
      part.simulated ||= simulated;
      const verdicts = Object.fromEntries(found.map(([step, { verdict }]) => [step, verdict]));
      const provenance = simulated ? { provenance: "simulated" } : {};
      for (const row of protocol.rows(sample, condition, verdicts, judge)) {
        part.rows.push({ ...more, ...row, ...provenance });
      }
    }
    if (part.rows.length < size) continue;
    yield part;
    part = { rows: [], missing: 0, otherwise: 0, simulated: part.simulated };
  }
  yield part;
}
