import pl from "nodejs-polars";
import { findTableFiles } from "../../results/find_files.ts";
import type { Protocol } from "../protocol.ts";
import { secondsPerItem } from "../seconds_per_item.ts";
import { readTasks } from "./read_tasks.ts";

/**
 * Seconds that a judged item takes (Table 6 of the informativeness-bias paper) by judge and protocol, from journals
 * of any protocols (a file, a folder, a glob): the latencies of an item's calls added up. A call that several
 * conditions share counts for each of them. Items that are not finished, and replies of a batch, which have no
 * latency, are left out. Columns as in `secondsPerItem`; with replies of a simulated judge, `provenance` says so.
 *
 * @throws {ResultsError} for a damaged journal
 * @throws {RangeError} where no journal has a plan
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalSeconds } from "judgebias/judge";
 *
 * const path = `${Deno.makeTempDirSync()}/empty.jsonl`;
 * Deno.writeTextFileSync(path, "");
 * assert.throws(() => journalSeconds(path), /wanted a journal with a plan/);
 * ```
 */
export function journalSeconds(
  path: string | readonly string[],
  { protocol: own }: { protocol?: Protocol } = {},
): pl.DataFrame {
  const journals = findTableFiles(path).map((file) => readTasks(file.path, own)).filter((found) =>
    found !== null
  );
  if (journals.length === 0) {
    throw new RangeError(`journalSeconds: wanted a journal with a plan, found none in ${path}`);
  }
  const judges: string[] = [],
    protocols: string[] = [],
    items: string[] = [],
    seconds: (number | null)[] = [];
  let simulated = false;
  for (const { protocol, tasks, close } of journals) {
    for (const { judge, dataSet, sampleId, condition, entries } of tasks()) {
      // Samples that need no asking have no call, and so no seconds.
      if (protocol.steps.some(({ name }) => entries[name] === undefined)) continue;
      for (const entry of Object.values(entries)) {
        judges.push(judge);
        protocols.push(protocol.name);
        items.push(JSON.stringify([dataSet, sampleId, condition]));
        seconds.push(entry.latency_ms === null ? null : entry.latency_ms / 1000);
        simulated ||= entry.simulated === true;
      }
    }
    close();
  }
  const frame = secondsPerItem(pl.DataFrame([
    pl.Series("judge", judges, pl.Utf8),
    pl.Series("protocol", protocols, pl.Utf8),
    pl.Series("item_id", items, pl.Utf8),
    pl.Series("seconds", seconds, pl.Float64),
  ]));
  return simulated ? frame.withColumns(pl.lit("simulated").alias("provenance")) : frame;
}
