import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import {
  planJudge,
  PROMPTS,
  type Protocol,
  PROTOCOLS,
  reread,
  runBatch,
  writeResults,
} from "judgebias/judge";
import { simulatedServer } from "../simulated_server.ts";
import { completion, holds, place, refusal, repliesOf, samples, saying } from "../study.ts";
import { journalResults } from "../journal_results.ts";

const choices = (journal: string) => journalResults(journal).frame.getColumn("choice").toArray().join("");

/** The base protocol as a user's own, with this parser. */
function own(parse: Protocol["steps"][number]["parse"]): Protocol {
  const { steps: [step], ...rest } = PROTOCOLS.base;
  return { ...rest, name: "own", steps: [{ ...step, parse }] };
}

Deno.test("run: every sample and condition once, all that identifies a verdict in its line", async () => {
  await using at = await place(simulatedServer(), {
    ...{ pairs: 12, decoding: { temperature: 0.7, seed: 5 } },
    conditions: { images: [true, false], orders: ["given", "swapped"], runs: 2 },
  });
  const summary = await at.run(), verdicts = repliesOf(summary.journal);
  holds(summary, { done: 96, stopped: null, failures: [] });
  assert.equal(new Set(verdicts.map(({ key }) => key)).size, 96);
  assert.equal(new Set(verdicts.map(({ sample_id }) => sample_id)).size, 12);
  const { prompt, images, reply, usage, latency_ms, ...seen } = verdicts.find((one) => one.condition.image)!;
  holds({ ...seen, ...reply, ...prompt, image: images![0] }, {
    ...{ model: "j-simulated", finishReason: "stop", id: "base", simulated: true, text: /\[\[[AB]\]\]/ },
    ...{ sha256: /^[0-9a-f]{64}$/, image: /^[0-9a-f]{64}$/ },
  });
  assert.ok(usage!.input > 0 && latency_ms! >= 0);
  const { frame, name, missing } = journalResults(summary.journal);
  assert.deepEqual([name, frame.height, missing], ["pairs", 96, 0]);
});

Deno.test("run: what is done is not asked again; another prompt, decoding or picture is another question, another human label is not", async () => {
  await using at = await place(simulatedServer(), { pairs: 12 });
  const asked = async (more = {}) => {
    const { done, skipped } = await at.run(more);
    return [done, skipped];
  };
  assert.deepEqual(await asked({ limit: 5 }), [5, 0]);
  assert.deepEqual(await asked(), [7, 5]);
  assert.deepEqual(await asked(), [0, 12]);
  assert.deepEqual(await asked({ conditions: { runs: 2 } }), [12, 12]);
  assert.equal([...at.server.answers.values()].reduce((a, b) => a + b), 24);
  const base = { ...PROMPTS.base, version: "2", text: `${PROMPTS.base.text}\nBe brief.` };
  assert.deepEqual(await asked({ prompts: { base } }), [12, 0]);
  assert.deepEqual(await asked({ decoding: { temperature: 0.5 } }), [12, 0]);
  const [one, two] = readdirSync(`${at.path}/images`).sort().map((name) => `${at.path}/images/${name}`);
  writeFileSync(one, readFileSync(two));
  assert.deepEqual(await asked(), [1, 11]);
  const data = at.options.data as string, text = readFileSync(data, "utf8");
  writeFileSync(data, text.replace('"human":"A"', '"human":"B"'));
  const { done, journal } = await at.run();
  assert.equal(done, 0);
  const rows = journalResults(journal).frame.toRecords().filter(({ run }) => run === 1);
  assert.equal(rows.filter(({ human }) => human === "B").length, text.split('"human":"B"').length);
  rmSync(`${at.path}/images/scene-00004.png`);
  const { failures, skipped } = await at.run();
  assert.deepEqual([skipped, failures.map(({ sample_id, reason }) => [sample_id, reason])], [11, [
    ["simulated study/s-00004", "image scene-00004.png: no such file in the image folder"],
  ]]);
});

Deno.test("results: the verdicts of the last run's prompts, pictures and decoding, also when it asked nothing", async () => {
  await using at = await place(simulatedServer({ traits: { noise: 1 } }), { pairs: 12 });
  const cold = { decoding: { temperature: 0 } }, seeded = { decoding: { seed: 4 } };
  const { journal } = await at.run(cold), first = choices(journal);
  await at.run(seeded);
  const second = choices(journal);
  assert.notEqual(first, second);
  for (const [way, seen] of [[cold, first], [{ ...seeded, limit: 3 }, second], [seeded, second]] as const) {
    assert.equal((await at.run(way)).done, 0);
    // A limit hides nothing that was answered in this way.
    assert.equal(choices(journal), seen);
  }
});

Deno.test("results are of the last way of asking, whose part it is; what was answered otherwise alone is counted", async () => {
  await using at = await place(saying("[[A]]"));
  const run = async (more = {}) => {
    const { journal } = await at.run(more);
    const [{ path, rows, otherwise }] = await writeResults(at.path, { journal });
    assert.equal(readFileSync(path, "utf8").trim().split("\n").length, rows);
    return [rows, otherwise];
  };
  const decoding = { temperature: 0.5 };
  assert.deepEqual(await run(), [5, 0]);
  assert.deepEqual(await run({ decoding, limit: 2 }), [2, 3]);
  assert.deepEqual(await run(), [5, 0], "asked as before, it is there as before");
  // Another part is whole, whatever this one lacks.
  assert.deepEqual(await run({ condition: "c" }), [10, 0]);
  assert.deepEqual(await run({ decoding }), [10, 0]);
  // An edited sample takes from another condition what was said of it, and no more.
  const data = samples(5).with(0, { ...samples(1)[0], answer_a: "A cow." });
  assert.deepEqual(await run({ decoding, data, dataSet: "study" }), [9, 1]);
  const again = { data, dataSet: "study", decoding, condition: "runs" };
  await at.run({ ...again, conditions: { runs: 3 } });
  const { journal } = await at.run({ ...again, conditions: { runs: 2 } });
  holds((await writeResults(at.path, { journal }))[0], { rows: 9 + 15, earlier: 5 });
  await at.run({ ...again, conditions: { runs: 2 }, limit: 2 });
  holds((await writeResults(at.path, { journal }))[0], { rows: 9 + 15, earlier: 5 + 6 });
  assert.deepEqual(readdirSync(`${at.path}/results`).sort(), [".base--j.jsonl.json", "base--j.jsonl"]);
});

Deno.test("a judge of one's own that gives no reply fails its calls with what it must give, unless a filter refused them", async () => {
  await using at = await place(saying("[[A]]"));
  for (const given of [null, "[[A]]", { text: "[[A]]" }] as never[]) {
    const { done, failures } = await at.run({ judge: { name: "mine", ask: () => given } });
    assert.deepEqual([done, failures.length], [0, 5]);
    assert.match(failures[0].reason, /wanted \{ name: "mine", ask: .*whose ask gave/);
  }
  // What it throws is an endpoint's error, maybe: a filter's refusal is one whoever passes it on.
  const ask = () => Promise.reject(Object.assign(new Error("no"), { status: 400, code: "content_filter" }));
  holds(await at.run({ judge: { name: "filtered", ask } }), { statuses: { refused: 5 }, failed: 0 });
  const wrong = /wanted the model's name, or \{ name: "mine", .*found something else/;
  await assert.rejects(at.run({ judge: (() => null) as never }), wrong);
});

Deno.test("another server with the same model's name inherits nothing; one that moved does, by name", async () => {
  await using at = await place(saying("[[A]]"));
  await using other = await saying("[[B]]");
  const { url } = at.server, two = { baseURL: other.url };
  assert.equal((await at.run({ baseURL: `${url}/` })).done, 5);
  assert.equal((await planJudge({ ...at.options, ...two })).done, 0);
  const { done, journal } = await at.run({ ...two, limit: 2 });
  assert.deepEqual([done, choices(journal)], [2, "BB"], "no mixture of two servers");
  assert.deepEqual([(await at.run()).done, choices(journal)], [0, "AAAAA"]);
  assert.equal((await at.run({ ...two, endpoint: url })).done, 0, "the same server under another address");
});

Deno.test("a reply is on the disk before it is read; a parser that throws ends the run, and its replies are kept; mended, it reads what was paid", async () => {
  await using at = await place(saying("[[B]]"), { concurrency: 1 });
  const seen: string[] = [];
  const broken = own(() => {
    seen.push(repliesOf(`${at.path}/journals/own--j.sqlite`).map(({ verdict }) => verdict.reason).join());
    throw new TypeError("no such field");
  });
  const fault = /protocol own, step judgment, sample 0: its read: .*no such field/;
  const journal = `${at.path}/journals/own--j.sqlite`;
  for (const _ of [1, 2]) await assert.rejects(at.run({ protocol: broken }), fault);
  assert.deepEqual([seen[0], at.server.count], ["stored, not read yet", 1], "nothing more is paid");
  for (const read of [journalResults, reread]) {
    await assert.rejects(async () => await read(journal, { protocol: broken }), fault);
  }
  const protocol = own(() => ({ status: "ok", values: { choice: "B" } }));
  holds(await at.run({ protocol }), { done: 4, skipped: 1, statuses: { ok: 4 } });
  assert.ok(
    repliesOf(journal).every(({ reply, verdict }) => reply.text === "[[B]]" && verdict.status === "ok"),
  );
  assert.deepEqual(new Set(journalResults(journal, { protocol }).frame.getColumn("choice")), new Set(["B"]));
  assert.equal((await writeResults(at.path, { protocol }))[0].rows, 5);
  await assert.rejects(() => writeResults(at.path), /wanted a protocol of .*option protocol.*found own/);
});

Deno.test("run: the cost cap holds with many calls at a time, and over several runs", async () => {
  // Ten tokens out at 10 each, and 1000 in, which are estimated at about 100, at 0.1: 200 a call.
  const reply = completion("[[A]]", { usage: { prompt_tokens: 1000, completion_tokens: 10 } });
  const slow = saying(() => new Promise((said) => setTimeout(() => said([200, reply]), 20)));
  await using at = await place(slow, { data: samples(12), prices: { input: 1e5, output: 10e6 } });
  assert.equal((await at.run({ limit: 2 })).cost, 400);
  holds(await at.run({ concurrency: 6, maxCost: 1900 }), { stopped: /cost cap of 1900/, cost: 1800 });
  const asked = at.server.count;
  assert.deepEqual([(await at.run({ maxCost: 100 })).done, at.server.count], [0, asked]);
  // Each run costs what its own prices say, one without any what the first after it say.
  const half = { prices: { input: 5e4, output: 5e6 } };
  holds(await at.run({ ...half, maxCost: 1050 }), { stopped: /cost cap/, done: 0, cost: 1800 });
  holds(await at.run({ ...half, maxCost: 1950 }), { stopped: /cost cap/, done: 1, cost: 1900 });
  assert.equal((await planJudge({ ...at.options, prices: undefined })).spent, 1900);
  holds(await at.run({ prices: undefined, limit: 11 }), { done: 1, cost: null });
  holds(await at.run({ ...half, limit: 11 }), { done: 0, cost: 2000 });
  holds(await at.run({ limit: 11 }), { done: 0, cost: 2000 });
});

Deno.test("run: no more than so many requests a minute, and no more than so many at a time; latency is the endpoint's alone", async () => {
  let now = 0, most = 0;
  const starts: number[] = [];
  const server = saying((count) => {
    starts.push(performance.now());
    most = Math.max(most, ++now);
    return new Promise((said) => setTimeout(() => (now--, said("[[A]]")), count > 6 ? 100 : 10));
  });
  await using at = await place(server, { data: samples(18), concurrency: 3 });
  // 120 a minute are 2 a second: the last of 6 calls waits 2.5 seconds, on a busy machine longer.
  const began = performance.now(), { journal } = await at.run({ perMinute: 120, concurrency: 6, limit: 6 });
  assert.ok(starts.length === 6 && starts[5] - began > 2450, `${starts[5] - began} ms`);
  const slowest = Math.max(...repliesOf(journal).map(({ latency_ms }) => latency_ms!));
  assert.ok(slowest < 2000, `${slowest} ms`);
  await at.run();
  assert.deepEqual([starts.length, most], [18, 3]);
});

Deno.test("run: interrupted, it waits for what is in flight, keeps it, and asks nothing more", async () => {
  const interruption = new AbortController(), open: (() => void)[] = [];
  const server = saying((count) =>
    new Promise((said) => {
      if (count > 4) return said("[[A]]");
      open.push(() => said("[[A]]"));
      if (count < 4) return;
      interruption.abort();
      setTimeout(() => open.forEach((one) => one()), 100);
    })
  );
  await using at = await place(server, { data: samples(12), concurrency: 4 });
  const { stopped, done } = await at.run({ signal: interruption.signal });
  assert.deepEqual([stopped, done, at.server.count], ["interrupted", 4, 4]);
  holds(await at.run(), { done: 8, skipped: 4 });
});

Deno.test("run: while nothing but known calls comes by, timers and interruptions get their turn", async () => {
  const interruption = new AbortController();
  let looked = 0, resuming = false;
  // Samples are looked at once before the run, and once by it: there the interruption is asked for, at the next turn.
  const protocol: Protocol = {
    ...{ ...PROTOCOLS.base, name: "shared" },
    // One call answers all conditions of a sample: 2,400 are passed by for 100 that are made.
    steps: PROTOCOLS.base.steps.map((step) => ({ ...step, key: () => "one for all" })),
    conditions(options, sample) {
      if (resuming && ++looked === 101) setTimeout(() => interruption.abort());
      return PROTOCOLS.base.conditions(options, sample);
    },
  };
  await using at = await place(simulatedServer(), {
    ...{ protocol, data: samples(100), concurrency: 64, conditions: { runs: 24 } },
  });
  assert.equal((await at.run()).done, 100);
  resuming = true;
  const { stopped, skipped } = await at.run({ signal: interruption.signal });
  assert.equal(stopped, "interrupted");
  assert.ok(skipped < 2400, `${skipped}`);
});

Deno.test("where nobody listens the run ends at once, in words, and has cost nothing", async () => {
  const gone = await saying("[[A]]"), baseURL = gone.url;
  await gone[Symbol.asyncDispose]();
  const prices = { input: 1e6, output: 1e6 },
    words = /nobody answers at http:\/\/127\.0\.0\.1:\d+ \(connection refused\)/;
  const asked = { baseURL, data: samples(40), concurrency: 8, retries: 5, prices };
  await using at = await place(saying("[[A]]"), asked);
  const soon = (seconds: number) => seconds < 5, stopped = new RegExp(`${words.source}; nothing was sent`);
  holds(await at.run(), { stopped, tokens: { input: 0, output: 0 }, cost: 0, seconds: soon });
  holds(await runBatch({ ...at.options, out: `${at.path}/batch`, poll: 30 }), { stopped, seconds: soon });
});

/** What a run draws on a terminal. */
async function drawn(run: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [], { stderr } = process;
  Object.defineProperty(stderr, "columns", { value: 60, configurable: true });
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
  const [status, body] = refusal(429, "rate_limit_exceeded");
  const server = saying((count) =>
    count > 1 ? "[[A]]" : [status as number, body as string, { "retry-after": "3" }]
  );
  const prices = { input: 1e6, output: 1e6 };
  await using at = await place(server, { retries: 5, silent: false, prices });
  const began = Date.now(), lines = await drawn(() => at.run());
  const [said] = lines.flatMap((line) => {
    const found = /waiting: 429: the endpoint asks to wait 3 s, until (\d\d):(\d\d):(\d\d)/.exec(line);
    return found ? [found.slice(1).map(Number)] : [];
  });
  const until = new Date(began).setHours(said[0], said[1], said[2]);
  // A clock without a date: past midnight it is another day's.
  const wait = (until - began + 86_400_000) % 86_400_000;
  assert.ok(wait >= 2000 && wait < 30_000, `${wait} ms`);
  assert.match(lines.at(-1)!, /5\/5/);
  // Each reply is 110 tokens, at 1 each.
  for (
    const [, tokens, cost] of lines.join("\n").matchAll(
      /0 failed, [\d.]+ calls\/s, (\d+) tokens, cost ([\d.]+)/g,
    )
  ) {
    assert.deepEqual([Number(tokens) % 110, `${tokens}.00`], [0, cost]);
  }
  assert.match(lines.join("\n"), /, (110|220|330|440|550) tokens/);
  assert.doesNotMatch(lines.at(-1)!, /the endpoint asks/);
});

Deno.test("run: calls that hang are counted in the progress line, with how long they have, not the limit that 429 set", async () => {
  const hanging = saying(() => new Promise<never>(() => {}));
  await using at = await place(hanging, {
    data: samples(2),
    retries: 0,
    concurrency: 2,
    timeout: 2.5,
    silent: false,
  });
  const lines = await drawn(() => at.run());
  assert.match(lines.join("\n"), /waiting: 2 calls without an answer for [12] s \(--timeout 2.5\)/);
  // Where the line before took several rows of 60 characters, it is drawn over from its first one.
  for (const [i, line] of lines.entries()) {
    const [, before = ""] = lines[i - 1]?.trimEnd().split("\x1b[J") ?? [];
    const up = Math.ceil(before.length / 60) - 1;
    assert.ok(line.startsWith(`${up > 0 ? `\x1b[${up}A` : ""}\r\x1b[J`), JSON.stringify(line));
  }
});

Deno.test("a clock that jumps by days while a run goes on changes no verdict, no order and no wait", async () => {
  // The server's own timers jump too, and close connections: more retries than that.
  const asked = { pairs: 30, protocol: "birch", retries: 50 };
  await using at = await place(simulatedServer({ traits: { noise: 0.3 } }), asked);
  const calm = await at.run({ out: `${at.path}/calm` }), { now } = Date;
  let jumps = 0;
  Date.now = () => now() + (++jumps % 2 === 0 ? 1 : -1) * 86_400_000 * jumps;
  try {
    const jumping = await at.run({ out: `${at.path}/jumping` });
    holds(jumping, { done: 60, failed: 0, seconds: (seconds: number) => seconds < 3600 });
    const [one, two] = [jumping, calm].map(({ journal }) => journalResults(journal).frame.toRecords());
    assert.deepEqual(one, two);
  } finally {
    Date.now = now;
  }
});
