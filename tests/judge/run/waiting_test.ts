import assert from "node:assert/strict";
import process from "node:process";
import type { Protocol } from "@/judge/protocol.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { traffic } from "@/judge/transport/repeated.ts";
import { completion, endpoint, json, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** What a run draws on a terminal. */
async function drawn(run: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [], { stderr } = process;
  const terminal = Object.getOwnPropertyDescriptor(stderr, "isTTY"), { write } = stderr;
  Object.defineProperty(stderr, "isTTY", { value: true, configurable: true });
  stderr.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
  try {
    await run();
  } finally {
    stderr.write = write;
    delete (stderr as { isTTY?: boolean }).isTTY;
    if (terminal) Object.defineProperty(stderr, "isTTY", terminal);
  }
  return lines;
}

Deno.test("run: while all calls wait, the progress line says why and until when, and nothing of it afterwards", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 6);
  await using server = await endpoint((response, _request, count) => {
    if (count > 1) return json(response, 200, completion("[[A]]"));
    response.setHeader("retry-after", "3");
    json(response, 429, JSON.stringify({ error: { message: "Rate limit", code: "rate_limit_exceeded" } }));
  });
  const began = Date.now();
  const lines = await drawn(() =>
    runJudge({
      ...{
        protocol: "base",
        data,
        images,
        judge: "j",
        baseURL: server.url,
        out: folder.path,
        concurrency: 1,
      },
    })
  );
  const said = lines.flatMap((line) =>
    /waiting: 429: the endpoint asks to wait 3 s, until (\d\d):(\d\d):(\d\d)/.exec(line)?.slice(1).map(
      Number,
    ) ?? []
  );
  assert.ok(said.length > 0, lines.join("\n"));
  const until = new Date(began);
  until.setHours(said[0], said[1], said[2]);
  // A clock without a date: past midnight it is another day's.
  const wait = (until.getTime() - began + 86_400_000) % 86_400_000;
  assert.ok(wait >= 2000 && wait < 30_000, `${wait} ms`);
  assert.match(lines.at(-1)!, /6\/6/);
  assert.doesNotMatch(lines.at(-1)!, /the endpoint asks/);
});

Deno.test("traffic: of several waits the one that ends last is the one that is told", () => {
  const lane = traffic(8);
  lane.note("429: until noon", 60_000);
  lane.note("429: until eleven", 1000);
  assert.equal(lane.reason, "429: until noon");
  lane.note("503: until one", 120_000);
  assert.equal(lane.reason, "503: until one");
});

Deno.test("run: while nothing but known calls comes by, timers and interruptions get their turn", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const interruption = new AbortController();
  let looked = 0, resuming = false;
  // Samples are looked at once before the run, and once by it: there the interruption is asked for, at the next turn.
  const protocol: Protocol = {
    ...PROTOCOLS.base,
    // One call answers all conditions of a sample: 2,400 are passed by for 100 that are made.
    steps: PROTOCOLS.base.steps.map((step) => ({ ...step, key: () => "one for all" })),
    conditions(options, sample) {
      if (resuming && ++looked === 101) setTimeout(() => interruption.abort());
      return PROTOCOLS.base.conditions(options, sample);
    },
  };
  const data = Array.from({ length: 100 }, (_, i) => ({
    ...{
      item_id: `${i}`,
      query: `What is in picture ${i}?`,
      answer_a: "A cat.",
      answer_b: "A dog.",
      human: "A",
    },
  }));
  const options = {
    ...{ protocol, data, judge: "j", baseURL: server.url, out: folder.path, silent: true, concurrency: 64 },
    conditions: { runs: 24 },
  };
  assert.equal((await runJudge(options)).done, 100);
  resuming = true;
  const { stopped, skipped } = await runJudge({ ...options, signal: interruption.signal });
  assert.equal(stopped, "interrupted");
  assert.ok(skipped < 2400, `${skipped}`);
});

Deno.test("a clock that jumps by days while a run goes on changes no verdict, no order and no wait", async () => {
  using folder = tempFolder();
  const { pairs, images } = studyIn(folder.path, 30);
  await using server = await simulatedServer({ traits: { noise: 0.3 } });
  // The server's own timers jump too, and close connections: more retries than that.
  const told = { protocol: "birch", data: pairs, images, judge: "j", baseURL: server.url, silent: true };
  const options = { ...told, retries: 50 };
  const calm = await runJudge({ ...options, out: `${folder.path}/calm` });
  const { now } = Date;
  let jumps = 0;
  Date.now = () => now() + (++jumps % 2 === 0 ? 1 : -1) * 86_400_000 * jumps;
  try {
    const { done, failed, seconds, journal } = await runJudge({ ...options, out: `${folder.path}/jumping` });
    assert.deepEqual([done, failed], [60, 0]);
    assert.ok(seconds < 3600, `${seconds} s`);
    assert.deepEqual(
      journalResults(journal).frame.toRecords(),
      journalResults(calm.journal).frame.toRecords(),
    );
  } finally {
    Date.now = now;
  }
});
