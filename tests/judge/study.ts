import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { runJudge } from "@/judge/run/run_judge.ts";
import type { RunOptions } from "@/judge/run/run_options.ts";
import { simulatedStudy, type StudyPair } from "@/judge/simulated/simulated_study.ts";
import { type FailureLine, linesOf, type ReplyLine } from "@/judge/store/export_replies.ts";
import { readStore } from "@/judge/store/store.ts";

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

/** What a run over a study is told: who judges it by which protocol, where, and where to. */
export const runOf = <Data, Images>(
  { data, images }: { data: Data; images: Images },
  baseURL: string,
  out: string,
  protocol = "base",
  judge = "j",
) => ({ protocol, data, images, judge, baseURL, out, silent: true });

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

/** Runs of the base protocol at an endpoint, into a folder. */
export const runsIn = (out: string, { url }: { url: string }) => (data: RunOptions["data"], more = {}) =>
  runJudge({ protocol: "base", data, judge: "j", baseURL: url, out, silent: true, ...more });

/** What a study's file holds: its replies, then its failures. */
export function entriesOf(journal: string): (ReplyLine | FailureLine)[] {
  const store = readStore(journal);
  try {
    return [...linesOf(store)];
  } finally {
    store.close();
  }
}

/** The replies alone. */
export function repliesOf(journal: string): ReplyLine[] {
  return entriesOf(journal).filter((entry) => entry.kind === "reply");
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
    id: "c",
    object: "chat.completion",
    model: "m-2026",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    ...more,
  });
}

/** Sends JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}
