import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ResultsError } from "../../results/results_error.ts";
import { askOf, wayOf } from "./call_place.ts";
import type { Condition, Decoding, Protocol, Reply, ReplyVerdict, Usage } from "../protocol.ts";
import { PROTOCOLS } from "../protocols/index.ts";
import type { StoredPlan } from "./entries.ts";
import { keyBytes, type ReplyFacts, type Shown } from "./queries.ts";
import { readLines } from "./read_lines.ts";
import { rowWriters, type Sums } from "./rows.ts";
import { openTables } from "./tables.ts";

/** A line of a journal that an earlier release wrote. */
type Line =
  | { kind: "plan" } & StoredPlan
  | { kind: "sample"; sha256: string; data_set: string; index: number; sample_id: string; sample: unknown }
  | { kind: "again"; key: string }
  | { kind: "failure"; reason: string } & CallLine
  | { kind: "verdict"; verdict: ReplyVerdict; reply: Reply; endpoint: string }
    & CallLine
    & Omit<ReplyFacts, "usage">
    & Omit<Shown, "tokens">;

interface CallLine {
  key: string;
  at: string;
  step: string;
  data_set: string;
  sample_id: string;
  condition: Condition;
  attempts: number;
  usage: Usage | null;
  lost?: Usage;
  prompt: { id: string; version: string; sha256: string };
  decoding: Decoding;
}

/**
 * Takes a journal of lines over into a study's file, which is there when all of it is. The journal stays as it is.
 *
 * @throws {ResultsError} for a damaged journal, and for one that cannot be taken over, with the way out
 */
export function importJournal(journal: string, path: string, own?: Protocol): void {
  requireNoBatches(journal);
  const partly = `${path}.part`;
  const remove = () =>
    ["", "-wal", "-shm", "-journal"].forEach((end) => rmSync(`${partly}${end}`, { force: true }));
  remove();
  const tables = openTables(partly, { write: true });
  try {
    const sums: Sums = { input: 0, output: 0, longest: 0, turn: 0 }, rows = rowWriters(tables, sums);
    tables.exec("PRAGMA journal_mode = OFF; BEGIN");
    let protocol: Protocol | undefined;
    const take = (line: Line) => {
      if (line.kind === "plan") {
        const { kind: _, ...plan } = line;
        if (plan.data_sets === undefined || plan.endpoint === undefined) throw tooOld(journal);
        protocol ??= plan.protocol === own?.name ? own : PROTOCOLS[plan.protocol];
        if (!protocol) {
          throw new RangeError(
            `judge: wanted a known protocol, found ${plan.protocol}; give it as the option protocol`,
          );
        }
        return rows.plan(plan);
      }
      if (line.kind === "sample") {
        const { data_set: dataSet, sample_id: id, index, sha256, sample: value } = line;
        return void rows.sample({ dataSet, id, index, sha256, value });
      }
      const known = (key: string) => tables.sql("SELECT id FROM call WHERE key = ?").get(keyBytes(key))?.id;
      if (line.kind === "again") return rows.again(Number(known(line.key) ?? -1));
      const { key, condition, data_set: dataSet, sample_id: id, attempts, usage, lost, at } = line;
      const stored = tables.sql("SELECT id, json, place, sha256 FROM sample WHERE data_set = ? AND name = ?")
        .get(dataSet, id);
      const step = protocol?.steps.find(({ name }) => name === line.step);
      if (!stored || !step) return;
      if (line.kind === "failure") {
        return rows.failure(Number(stored.id), {
          at,
          step: line.step,
          condition,
          reason: line.reason,
          attempts,
          usage,
          lost,
        });
      }
      const value = JSON.parse(String(stored.json));
      const sample = { dataSet, id, index: Number(stored.place), sha256: String(stored.sha256), value };
      const { seed } = line.decoding;
      const first = seed === undefined ? line.decoding : { ...line.decoding, seed: seed - condition.run + 1 };
      const call = rows.call({
        ...{ key, sample, condition, step, ask: askOf(step, value, condition) },
        way: wayOf(line.prompt, first, line.endpoint),
        shown: { request_sha256: line.request_sha256, images: line.images, tokens: usage?.input ?? 0 },
      });
      const { via, latency_ms, model, response_id, simulated } = line;
      rows.reply(call, {
        ...{ said: line.reply, verdict: line.verdict },
        about: {
          ...{
            at,
            via,
            attempts,
            latency_ms,
            usage: usage ?? { input: 0, output: 0 },
            lost,
            model,
            response_id,
          },
          simulated,
        },
      });
    };
    for (const { text, line, last } of readLines(journal)) {
      const parsed = parsedLine(text ?? "");
      if (parsed) take(parsed);
      // A torn last line is a crash, one before it is damage.
      else if (!last) {
        throw new ResultsError({
          file: journal,
          line,
          expected: "a whole line of a journal; the file is damaged",
        });
      }
    }
    for (const [name, value] of Object.entries(sums)) {
      tables.sql("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);
    }
    tables.exec("COMMIT; PRAGMA journal_mode = DELETE");
    tables.close();
    renameSync(partly, path);
  } catch (error) {
    tables.close();
    remove();
    throw error;
  }
}

function parsedLine(text: string): Line | null {
  try {
    const line = JSON.parse(text);
    return ["plan", "sample", "again", "failure", "verdict"].includes(line?.kind) ? line : null;
  } catch {
    return null;
  }
}

function tooOld(file: string): ResultsError {
  return new ResultsError({
    file,
    expected:
      "a journal that names samples by their data set and calls by their endpoint; this one is older. Run it once more " +
      "with a release that still wrote lines, and its data (nothing is asked again), or write elsewhere (--out)",
  });
}

/** Requests that wait for answers under an earlier release are not known here, and would be paid again. */
function requireNoBatches(journal: string): void {
  const state = join(dirname(dirname(journal)), "batches", basename(journal, ".jsonl"), "state.json");
  if (!existsSync(state)) return;
  const { shards = [] } = JSON.parse(readFileSync(state, "utf8")) as { shards?: { status: string }[] };
  if (shards.every(({ status }) => status === "done")) return;
  throw new ResultsError({
    file: state,
    expected:
      "batches whose answers are all there; those of an earlier release are taken by that release (--batch, --ingest), " +
      "which then leaves a journal that this one takes over",
  });
}
