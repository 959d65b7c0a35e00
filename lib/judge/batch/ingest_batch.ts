import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTableFiles } from "../../results/find_files.ts";
import { ResultsError } from "../../results/results_error.ts";
import { unpacked } from "../plan/unpacked.ts";
import { bytesAt } from "../journal/bytes_at.ts";
import { isCallKey } from "../journal/call_key.ts";
import { readLines } from "../journal/read_lines.ts";
import { openDatabase } from "../journal/sqlite.ts";
import { writeBatchState } from "./batch_state.ts";
import type { BatchOptions, BatchSummary } from "./batch_options.ts";
import { type BatchSession, openBatch } from "./batch_session.ts";
import { readAnswer, requestKey } from "./formats/index.ts";

/**
 * Takes output and error files of batches (OpenAI's, vLLM's batch runner's, Anthropic's, the Gemini API's, Vertex AI's; also
 * gzip) into the journal of the plan that their input files were written for. Any order, any number of files and times:
 * what is known stays. An input file counts as answered when each of its requests has an answer or an error; failed ones
 * are asked again by the next `writeBatch`.
 *
 * @param answers files, folder or glob
 * @throws {ResultsError} when there is no such file, one cannot be unpacked, or none holds an answer to this plan
 * @throws {RangeError} for decoding or prompts that no run of the journal had, naming them
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ingestBatch } from "judgebias/judge";
 *
 * const options = { protocol: "base", data: [], judge: "j", baseURL: "http://127.0.0.1:8000/v1", out: "nowhere" };
 * await assert.rejects(() => ingestBatch("absent.jsonl", options), /absent/);
 * ```
 */
export async function ingestBatch(
  answers: string | readonly string[],
  options: BatchOptions,
): Promise<BatchSummary> {
  const files = findTableFiles(answers);
  const folder = mkdtempSync(join(tmpdir(), "judgebias-answers-"));
  try {
    const paths: string[] = [];
    for (const [i, file] of files.entries()) paths.push(await unpacked(file, join(folder, `${i}.jsonl`)));
    const session = await openBatch(options, "ingests");
    try {
      await ingestFiles(session, paths, join(folder, "places"), files.map(({ path }) => path));
      return session.summary();
    } finally {
      await session.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Where each answer stands is noted first, by the call that it answers; then input file after input file is settled, some
 * calls at a time, so that memory does not grow with the answers, whatever their order.
 */
async function ingestFiles(
  session: BatchSession,
  paths: readonly string[],
  places: string,
  names: readonly string[],
): Promise<void> {
  const { state, folder, journal: { index }, longest } = session;
  const database = openDatabase(places);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    database.exec("CREATE TABLE answer (key TEXT, file INTEGER, at INTEGER, size INTEGER); BEGIN");
    const insert = database.prepare("INSERT INTO answer VALUES (?, ?, ?, ?)");
    /** Answers to calls of each input file that nobody has taken. */
    const left = new Map<number, number>();
    const found = { answers: 0, ours: 0, requests: 0, others: 0 };
    for (const [file, path] of paths.entries()) {
      for (const { text, at, end } of readLines(path, { longest })) {
        if (text?.trim() === "") continue;
        const answer = text === null ? null : readAnswer(text);
        if (!answer) {
          session.count({ torn: 1 });
          found[requestKey(text ?? "") ? "requests" : "others"]++;
          continue;
        }
        found.answers++;
        const { key } = answer, ours = isCallKey(key);
        const request = ours ? index.requestOf(key) : undefined;
        if (ours && (request || index.has(key))) found.ours++;
        if (ours && index.has(key)) session.count({ duplicate: 1 });
        else if (!request) session.count({ foreign: 1 });
        else {
          insert.run(key, file, at, end - at);
          left.set(request.shard, (left.get(request.shard) ?? 0) + 1);
        }
      }
    }
    if (found.ours === 0) throw nothingFor(names, found);
    database.exec("COMMIT; CREATE INDEX by_key ON answer (key, file, at, size)");
    // One question for all keys, as JSON: as many questions would take longer than all else.
    const placesOf = database.prepare(
      "SELECT file, at, size FROM answer WHERE key IN (SELECT value FROM json_each(?)) ORDER BY file, at",
    );
    for (const [number, shard] of state.shards.entries()) {
      let answers = left.get(number);
      if (answers === undefined) continue;
      let open = false;
      for await (const waiting of session.waitingIn(shard)) {
        const found = placesOf.all(JSON.stringify([...waiting.keys()])).map(placeOf);
        answers -= found.length;
        const { done, failed } = await session.ingest(linesAt(paths, found), waiting);
        open ||= [...waiting.keys()].some((key) =>
          !done.has(key) && !failed.has(key) && index.requestOf(key)?.failed === false
        );
      }
      // The plan asks for them no more.
      session.count({ foreign: answers });
      if (shard.status === "written" && !open) shard.status = "done";
      writeBatchState(folder, state);
    }
  } finally {
    database.close();
  }
}

/** Files without any answer to this plan's calls are most likely the wrong ones. */
function nothingFor(
  names: readonly string[],
  { answers, requests, others }: { answers: number; requests: number; others: number },
): ResultsError {
  const lines = [
    ...(answers > 0 ? [`${answers} answers to calls of another plan`] : []),
    ...(requests > 0 ? [`${requests} requests (files of a batch's input, which await their answers)`] : []),
    ...(others > 0 ? [`${others} lines that are no answer`] : []),
  ];
  return new ResultsError({
    file: names.join(", "),
    expected: `answers to calls of this plan, found ${lines.join(", ") || "no line"}`,
  });
}

interface Place {
  file: number;
  at: number;
  size: number;
}

function placeOf({ file, at, size }: Record<string, unknown>): Place {
  return { file: Number(file), at: Number(at), size: Number(size) };
}

function* linesAt(paths: readonly string[], places: Iterable<Place>): Generator<string> {
  let opened = -1, descriptor = -1;
  try {
    for (const { file, at, size } of places) {
      if (file !== opened) {
        if (opened >= 0) closeSync(descriptor);
        descriptor = openSync(paths[file], "r");
        opened = file;
      }
      yield new TextDecoder().decode(bytesAt(descriptor, at, size));
    }
  } finally {
    if (opened >= 0) closeSync(descriptor);
  }
}
