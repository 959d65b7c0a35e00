import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  journalResults,
  planJudge,
  type Protocol,
  PROTOCOLS,
  runBatch,
  runJudge,
  type RunOptions,
  writeResults,
} from "judgebias/judge";
import { completion, endpoint, json, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const samples = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ item_id: `${i}`, query: `What is in ${i}?`, answer_a: "A cat.", answer_b: "A dog.", human: "A" },
  }));
const setting = (out: string, baseURL: string, more: Partial<RunOptions> = {}): RunOptions => ({
  ...{
    protocol: "base",
    data: samples(5),
    judge: "j",
    baseURL,
    out,
    silent: true,
    concurrency: 1,
    retries: 0,
  },
  ...more,
});
const verdicts = (journal: string) => repliesOf(journal);
const choosing = (letter: string) => endpoint((response) => json(response, 200, completion(`[[${letter}]]`)));

/** The base protocol as a user's own, with this parser. */
function own(parse: Protocol["steps"][number]["parse"]): Protocol {
  const { steps: [step], ...rest } = PROTOCOLS.base;
  return { ...rest, name: "own", steps: [{ ...step, parse }] };
}

Deno.test("a reply is on the disk before it is read", async () => {
  using folder = tempFolder();
  await using server = await choosing("B");
  const seen: string[] = [];
  const looking = own(({ text }) => {
    const stored = repliesOf(`${folder.path}/journals/own--j.sqlite`);
    seen.push(stored.map(({ reply, verdict }) => `${reply.text} ${verdict.reason}`).join());
    return { status: "ok", values: { choice: text } };
  });
  const data = samples(1);
  const { journal } = await runJudge(setting(folder.path, server.url, { protocol: looking, data }));
  assert.deepEqual(seen, ["[[B]] stored, not read yet"]);
  assert.deepEqual(verdicts(journal).map(({ verdict }) => verdict.values), [{ choice: "[[B]]" }]);
});

Deno.test("a parser that throws costs a status, not the reply; mended, it reads what was paid", async () => {
  using folder = tempFolder();
  await using server = await choosing("B");
  const broken = own(() => {
    throw new TypeError("no such field");
  });
  const first = await runJudge(setting(folder.path, server.url, { protocol: broken }));
  assert.deepEqual([first.done, first.statuses], [5, { unparsable: 5 }]);
  assert.match(first.example!.reason, /parser failed: no such field/);
  assert.ok(verdicts(first.journal).every(({ reply }) => reply.text === "[[B]]"));
  const again = await runJudge(setting(folder.path, server.url, { protocol: broken }));
  assert.deepEqual([again.done, again.skipped, server.count], [0, 5, 5]);
  const mended = own(() => ({ status: "ok", values: { choice: "B" } }));
  const { frame } = journalResults(first.journal, { protocol: mended });
  assert.deepEqual(new Set(frame.getColumn("choice")), new Set(["B"]));
  const [{ rows }] = await writeResults(folder.path, { protocol: mended });
  assert.equal(rows, 5);
  await assert.rejects(() => writeResults(folder.path), /wanted a protocol of .*option protocol.*found own/);
});

Deno.test("another server with the same model's name inherits nothing; one that moved does, by name", async () => {
  using folder = tempFolder();
  await using one = await choosing("A");
  await using two = await choosing("B");
  const run = (baseURL: string, more = {}) => runJudge(setting(folder.path, baseURL, more));
  const choices = (journal: string) => journalResults(journal).frame.getColumn("choice").toArray().join("");
  assert.equal((await run(`${one.url}/`)).done, 5);
  assert.equal((await planJudge(setting(folder.path, two.url))).done, 0);
  const second = await run(two.url, { limit: 2 });
  assert.equal(second.done, 2);
  assert.equal(choices(second.journal), "BB", "no mixture of two servers");
  assert.equal((await run(one.url)).done, 0);
  assert.equal(choices(second.journal), "AAAAA");
  assert.equal((await run(two.url, { endpoint: one.url })).done, 0, "the same server under another address");
});

Deno.test("samples that are refused are asked last by the next run, and stop nobody else's", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _, count) =>
    count > 20 && count <= 30
      ? json(response, 200, completion("[[A]]"))
      : json(response, 400, JSON.stringify({ error: { message: "bad picture" } }))
  );
  const options = setting(folder.path, server.url, { data: samples(30) });
  const first = await runJudge(options);
  assert.match(first.stopped!, /20 calls in a row failed/);
  // The ten that were not asked come first; then the 20, all of which are asked once more.
  const second = await runJudge(options);
  assert.deepEqual([second.stopped, second.done, second.failed], [null, 10, 20]);
});

Deno.test("once others were answered, a refusal is about its own call, whatever its words", async () => {
  for (
    const [status, code] of [[403, "forbidden"], [404, "not_found"], [400, "insufficient_quota"]] as const
  ) {
    using folder = tempFolder();
    await using server = await endpoint((response, _, count) =>
      count % 6 === 3
        ? json(response, status, JSON.stringify({ error: { message: code, code } }))
        : json(response, 200, completion("[[A]]"))
    );
    const options = setting(folder.path, server.url);
    const first = await runJudge(options);
    assert.deepEqual([first.stopped, first.done, first.failed], [null, 4, 1], `${status}`);
    assert.equal((await runJudge(options)).done, 1);
  }
});

Deno.test("latency is the endpoint's, without the wait for the rate cap", async () => {
  using folder = tempFolder();
  await using server = await choosing("A");
  const asked = { data: samples(3), perMinute: 60, concurrency: 3 };
  const { journal } = await runJudge(setting(folder.path, server.url, asked));
  const slowest = Math.max(...verdicts(journal).map(({ latency_ms }) => latency_ms!));
  assert.ok(slowest < 950, `${slowest} ms, where calls wait one and two seconds`);
});

Deno.test("where nobody listens the run ends at once, in words, and has cost nothing", async () => {
  using folder = tempFolder();
  let url = "";
  {
    await using server = await choosing("A");
    url = server.url;
  }
  const prices = { input: 1e6, output: 1e6 };
  const { stopped, tokens, cost, seconds } = await runJudge(
    setting(folder.path, url, { data: samples(40), concurrency: 8, retries: 5, prices }),
  );
  assert.match(
    stopped!,
    /nobody answers at http:\/\/127\.0\.0\.1:\d+ \(connection refused\); nothing was sent/,
  );
  assert.deepEqual([tokens, cost], [{ input: 0, output: 0 }, 0]);
  assert.ok(seconds < 5, `${seconds} s`);
  const batch = await runBatch({ ...setting(`${folder.path}/batch`, url), retries: 5, poll: 30 });
  assert.match(batch.stopped!, /nobody answers at .*nothing was sent/);
  assert.ok(batch.seconds < 5, `${batch.seconds} s`);
});

Deno.test("a whole reply under another type than JSON's is taken, not paid twice", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(completion("[[A]]"));
  });
  const { done } = await runJudge(setting(folder.path, server.url, { retries: 2 }));
  assert.deepEqual([done, server.count], [5, 5]);
});

Deno.test("who answered is in summary and results, by the endpoint's own words", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _, count) =>
    json(response, 200, completion("[[A]]", { model: count > 3 ? "gpt-3.5-cheap" : "j" }))
  );
  const { served, journal } = await runJudge(setting(folder.path, server.url, { concurrency: 1 }));
  assert.deepEqual(served, { j: 3, "gpt-3.5-cheap": 2 });
  const { frame } = journalResults(journal);
  assert.deepEqual(frame.getColumn("served").toArray(), [null, null, null, "gpt-3.5-cheap", "gpt-3.5-cheap"]);
});

Deno.test("results never shrink: a second way of asking has a file of its own until it has answered as much", async () => {
  using folder = tempFolder();
  await using server = await choosing("A");
  const run = async (more = {}) => {
    const { journal } = await runJudge(setting(folder.path, server.url, more));
    const { path, rows, otherwise } = (await writeResults(folder.path, { journal })).at(-1)!;
    return { path, rows, otherwise };
  };
  const lines = (path: string) => readFileSync(path, "utf8").trim().split("\n").length;
  const whole = await run(), decoding = { temperature: 0.5 };
  assert.deepEqual([whole.rows, whole.otherwise], [5, 0]);
  const part = await run({ decoding, limit: 2 });
  assert.deepEqual([part.rows, part.otherwise, lines(whole.path)], [2, 3, 5]);
  assert.match(part.path, /unfinished\/base--j\.jsonl$/);
  // Another part is whole, whatever this one lacks.
  await run({ condition: "c" });
  assert.deepEqual([lines(whole.path), lines(part.path)], [10, 7]);
  assert.deepEqual(await run({ decoding }), { path: whole.path, rows: 10, otherwise: 0 });
  assert.throws(() => readFileSync(part.path), { code: "ENOENT" });
});
