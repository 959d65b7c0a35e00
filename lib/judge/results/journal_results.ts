import { basename } from "node:path";
import type pl from "nodejs-polars";
import { findTableFiles } from "../../results/find_files.ts";
import type { FrameName } from "../../results/frames.ts";
import type { PlanEntry } from "../journal/entries.ts";
import type { Protocol } from "../protocol.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { readTasks } from "./read_tasks.ts";

/** A frame made from journals, and what it does not hold. */
export interface JournalResults {
  frame: pl.DataFrame;
  /** The frame's name; null for a protocol with a table of its own. */
  name: FrameName | null;
  /** Samples under a condition whose calls all failed or were not made yet: in no row. */
  missing: number;
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
 * @throws {ResultsError} for a damaged journal
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
  { protocol: own }: { protocol?: Protocol } = {},
): JournalResults {
  const journals = findTableFiles(path).map((file) => readTasks(file.path, own)).filter((found) =>
    found !== null
  );
  const names = [...new Set(journals.map(({ protocol }) => protocol.name))];
  if (names.length === 0) {
    throw new RangeError(`journalResults: wanted a journal with a plan, found none in ${path}`);
  }
  if (names.length > 1) {
    throw new RangeError(`journalResults: wanted one protocol, found ${names.join(", ")}`);
  }
  const [{ protocol, plans }] = journals;
  const rows: Record<string, unknown>[] = [];
  let missing = 0, simulated = 0;
  for (const { tasks } of journals) {
    for (const { judge, sample, condition, entries } of tasks()) {
      if (condition === null) {
        rows.push(...protocol.unasked!(sample, judge));
        continue;
      }
      const found = Object.entries(entries);
      if (found.length === 0) {
        missing++;
        continue;
      }
      const isSimulated = found.some(([, entry]) => entry.simulated === true);
      if (isSimulated) simulated++;
      const verdicts = Object.fromEntries(found.map(([step, { verdict }]) => [step, verdict]));
      const provenance = isSimulated ? { provenance: "simulated" } : {};
      rows.push(
        ...protocol.rows(sample, condition, verdicts, judge).map((row) => ({ ...row, ...provenance })),
      );
    }
  }
  if (simulated > 0) { for (const row of rows) row.provenance ??= "results"; }
  const frame = verdictFrame(protocol.frame, rows, { benchmark: studyName(plans) });
  return { frame, name: protocol.frame, missing };
}

/** What a study is called whose samples do not say it: the name of the data file. */
function studyName(plans: PlanEntry[]): string {
  const path = plans.findLast(({ data }) => data !== null)?.data;
  return path ? basename(path).replace(/\.(jsonl|ndjson|json)(\.gz)?$/i, "") : "study";
}
