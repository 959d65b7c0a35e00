import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { RunBatchOptions } from "@/judge/batch/run_batch.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import type { RunOptions } from "@/judge/run/run_options.ts";
import { simulatedStudy, type StudyPair } from "@/judge/simulated/simulated_study.ts";
import { linesOf, type ReplyLine } from "@/judge/results/kept_replies.ts";
import { readStore } from "@/judge/store/store.ts";
import { tempFolder } from "./temp_folder.ts";

/** A made-up study in a folder: its pairs, also as a file, and its pictures. */
export function studyIn(
  folder: string,
  pairs: number,
  seed = 1,
): { pairs: StudyPair[]; data: string; images: string } {
  const images = `${folder}/images`, data = `${folder}/study.jsonl`;
  mkdirSync(folder, { recursive: true });
  const made = simulatedStudy({ pairs, seed, folder: images });
  writeFileSync(data, made.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
  return { pairs: made, data, images };
}

/** A pair without a picture. */
export const pairOf = (item_id: string, query: string, human = "A", more = {}) => ({
  ...{ item_id, query, answer_a: `${query} It is a red circle.`, answer_b: `${query} No.`, human },
  ...more,
});

/** A data file of these lines. */
export function dataFile(folder: string, name: string, lines: readonly unknown[]): string {
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

/** Pairs without pictures, with the ids 0, 1, …. */
export const samples = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ item_id: `${i}`, query: `What is in picture ${i}?`, answer_a: "A cat.", answer_b: "A dog." },
    human: "A",
  }));

/** What an endpoint answers: a completion with this text, or a status, a body and headers. */
type Said = string | [status: number, body: string | Uint8Array, headers?: Record<string, string>];

/** The same to every request, or what its number, its body and the request itself bring. */
export type Answers =
  | Said
  | ((count: number, body: string, request: IncomingMessage) => Said | Promise<Said>);

/** An endpoint that answers so. */
export const saying = (answers: Answers) =>
  endpoint(async (response, request, count, body) => {
    const said = typeof answers === "function" ? await answers(count, body, request) : answers;
    const [status, text, headers] = typeof said === "string" ? [200, completion(said)] : said;
    json(response, status, text, headers);
  });

/** An error as an endpoint words it. */
export const refusal = (status: number, code: string, message = code): Said => [
  status,
  JSON.stringify({ error: { message, code, type: code } }),
];

/** Where nothing is asked. */
export const NOWHERE = { url: "http://127.0.0.1:9/v1", [Symbol.asyncDispose]: () => Promise.resolve() };

/** A study in a folder of its own (as `tempFolder` makes it) and an endpoint that it asks; both go with the test. `pairs`: so many with pictures. */
export async function place<Server extends { url: string } & AsyncDisposable>(
  asked: Server | Promise<Server>,
  { pairs, disk, ...more }: Partial<RunBatchOptions & RunOptions> & { pairs?: number; disk?: boolean } = {},
) {
  const folder = tempFolder({ disk }), { path } = folder, server = await asked;
  const study = pairs === undefined ? null : studyIn(path, pairs);
  const options = {
    ...{ protocol: "base", judge: "j", baseURL: server.url, out: path, silent: true },
    ...study ? { data: study.data, images: study.images } : { data: samples(5), concurrency: 1, retries: 0 },
    ...more,
  };
  return {
    ...{ path, server, options, pairs: study?.pairs ?? [] },
    run: (asked: Partial<RunOptions> = {}) => runJudge({ ...options, ...asked }),
    /** A data file of these lines. */
    file: (name: string, lines: readonly unknown[]) => dataFile(path, name, lines),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Runs with a key in a variable of its own: the files of a parallel run share their environment. */
export async function withKey<Value>(key: string, run: (variable: string) => Promise<Value>): Promise<Value> {
  const variable = `TEST_KEY_${crypto.randomUUID().slice(0, 8)}`;
  Deno.env.set(variable, key);
  try {
    return await run(variable);
  } finally {
    Deno.env.delete(variable);
  }
}

/** Whether fields are as wanted: text by a pattern, what a function says of them, all else by value. */
export function holds(found: object, wanted: Record<string, unknown>, name = ""): void {
  for (const [field, value] of Object.entries(wanted)) {
    const own = (found as Record<string, unknown>)[field], said = `${name}: ${field} is ${Deno.inspect(own)}`;
    if (value instanceof RegExp) assert.match(String(own), value, said);
    else if (typeof value === "function") assert.ok(value(own), said);
    else assert.deepEqual(own, value, said);
  }
}

/** What JSON says is wanted: a text between slashes is a pattern, `atMost` and `near` are bounds of a number. */
export const wantedOf = (found: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(found).map(([field, value]) => {
      if (typeof value === "string" && value.startsWith("/")) return [field, new RegExp(value.slice(1, -1))];
      const { atMost, near } = Object(value);
      if (near !== undefined) return [field, (own: number) => Math.abs(own - near) < 1e-12];
      return [field, atMost === undefined ? value : (own: number) => own <= atMost];
    }),
  );

/** Lines of JSON in a file. */
export const jsonLines = (path: string) =>
  readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

/** The replies in a study's file. */
export function repliesOf(journal: string): ReplyLine[] {
  const store = readStore(journal);
  try {
    return [...linesOf(store)].filter((entry) => entry.kind === "reply");
  } finally {
    store.close();
  }
}

/** An endpoint that answers every request with `respond`, and counts them. */
export async function endpoint(
  respond: (response: ServerResponse, request: IncomingMessage, count: number, body: string) => void,
) {
  let count = 0;
  const server = createServer((request, response) => {
    text(request).then((body) => respond(response, request, ++count, body), () => {});
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get count() {
      return count;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Body of a chat completion that says this. */
export function completion(text: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    ...{ id: "c", object: "chat.completion", model: "m-2026" },
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    ...more,
  });
}

/** Sends JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}
