import { globSync } from "node:fs";
import { basename, join } from "node:path";
import type { FrameName } from "../../results/frames.ts";
import { writeFrame } from "../../results/write_frame.ts";
import { journalResults } from "./journal_results.ts";

/** A results file that was written. */
export interface WrittenResults {
  path: string;
  /** The frame in it; null for a protocol with a table of its own. */
  name: FrameName | null;
  rows: number;
  /** Samples under a condition that have no verdict (yet). */
  missing: number;
}

/**
 * Derives a results file from every journal of a run's folder: `out/journals/<protocol>--<judge>.jsonl` becomes
 * `out/results/<protocol>--<judge>.<ending>`, whole or not at all. The files are what the readers (`readPairs`, …)
 * and every task with `--results` take; they can be made again at any time.
 *
 * @param ending `jsonl` (default), `csv` or `parquet`
 * @throws {RangeError} for a folder without journals
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeResults } from "judgebias/judge";
 *
 * assert.throws(() => writeResults(Deno.makeTempDirSync()), /wanted journals/);
 * ```
 */
export function writeResults(
  out: string,
  { ending = "jsonl" }: { ending?: "jsonl" | "csv" | "parquet" } = {},
): WrittenResults[] {
  const journals = globSync(join(out, "journals", "*.jsonl")).sort();
  if (journals.length === 0) throw new RangeError(`writeResults: wanted journals below ${out}, found none`);
  return journals.map((journal) => {
    const { frame, name, missing } = journalResults(journal);
    const path = join(out, "results", `${basename(journal, ".jsonl")}.${ending}`);
    writeFrame(frame, path);
    return { path, name, rows: frame.height, missing };
  });
}
