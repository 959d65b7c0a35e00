import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { scenePicture } from "@/judge/simulated/simulated_study.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { scrubbers } from "@/judge/transport/secrets.ts";
import { usableReply } from "@/judge/transport/usable_reply.ts";
import { completion, endpoint, json, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const SAMPLE = { item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" };
const samples = (count: number) => Array.from({ length: count }, (_, i) => ({ ...SAMPLE, item_id: `${i}` }));
const setting = (out: string, url: string, count = 1) => ({
  ...{ protocol: "base", data: samples(count), judge: "ollama/llava", baseURL: url, out, silent: true },
  ...{ concurrency: 1, retries: 0 },
});

// A variable of its own: the files of a parallel run share their environment.
async function withKey<Value>(key: string, run: (variable: string) => Promise<Value>): Promise<Value> {
  Deno.env.set("OUTSIDE_TEST_KEY", key);
  try {
    return await run("OUTSIDE_TEST_KEY");
  } finally {
    Deno.env.delete("OUTSIDE_TEST_KEY");
  }
}

Deno.test("a key is taken out of a message before the message is cut", () => {
  const key = "k".repeat(38);
  const { scrubMessage } = scrubbers([key]);
  for (let before = 250; before < 310; before++) {
    assert.doesNotMatch(scrubMessage(`${"x".repeat(before)} ${key} more`), /kk/);
  }
});

Deno.test("a key that is a word of the study's own leaves it readable", async () => {
  for (const key of ["ollama", "sample", "verdict", "judgment"]) {
    using folder = tempFolder();
    await using server = await endpoint((response) =>
      json(response, 200, completion(`The key is ${key}.\nJudgement: [[A]]`, { model: "ollama/llava" }))
    );
    const { journal, done } = await withKey(
      key,
      (keyVariable) => runJudge({ ...setting(folder.path, server.url), keyVariable }),
    );
    assert.equal(done, 1);
    const verdict = repliesOf(journal)[0];
    assert.deepEqual([verdict.model, verdict.step], ["ollama/llava", "judgment"]);
    assert.match(verdict.reply.text, /The key is \[secret\]/);
  }
});

Deno.test("what an endpoint says reaches the terminal without its escape sequences", async () => {
  using folder = tempFolder();
  const said = JSON.stringify({ error: { message: "\u001b]0;owned\u0007 no \u202e way" } });
  await using server = await endpoint((response) => json(response, 400, said));
  const { failures } = await runJudge(setting(folder.path, server.url));
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(failures[0].reason, /[\u0000-\u001f\u007f-\u009f\u202e]/);
  assert.match(failures[0].reason, /owned no way/);
});

Deno.test("tokens of a reply that failed after it was made count, and so do those that nobody counted", async () => {
  using folder = tempFolder();
  const failed = { choices: [{ message: { content: "x" }, finish_reason: "error" }] };
  await using server = await endpoint((response, _, count) => {
    if (count === 1) return json(response, 200, completion("", failed));
    if (count === 2) {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write("{");
      return setTimeout(() => response.socket?.destroy(), 5);
    }
    json(response, 200, completion("Judgement: [[A]]"));
  });
  const summary = await runJudge({ ...setting(folder.path, server.url), retries: 3 });
  const [verdict] = repliesOf(summary.journal);
  assert.ok(verdict.lost?.estimated);
  // Attempt 1: 100 and 10 as the endpoint counts; attempt 2: cut, estimated at the request's tokens and 400.
  assert.ok(verdict.lost.input > 100 && verdict.lost.output === 410, JSON.stringify(verdict.lost));
  assert.deepEqual(summary.tokens, { input: 100 + verdict.lost.input, output: 10 + verdict.lost.output });
});

Deno.test("a cap holds where every reply is counted and none is usable", async () => {
  using folder = tempFolder();
  const failed = completion("", { choices: [{ message: { content: "x" }, finish_reason: "error" }] });
  await using server = await endpoint((response) => json(response, 200, failed));
  const summary = await runJudge({
    ...setting(folder.path, server.url, 200),
    prices: { input: 1e6, output: 1e6 },
    maxCost: 2000,
  });
  assert.match(summary.stopped!, /cost cap|in a row/);
  assert.equal(summary.tokens.input, server.count * 100);
  assert.ok(summary.cost! <= 2500, `${summary.cost}`);
});

Deno.test("a count of tokens that cannot be is no count", () => {
  const usage = (prompt_tokens: unknown, completion_tokens: unknown) =>
    usableReply(JSON.parse(completion("x", { usage: { prompt_tokens, completion_tokens } }))).usage;
  assert.deepEqual(usage(5, 3), { input: 5, output: 3 });
  for (const absurd of [-5, 1.5, 1e12, "7", null]) {
    assert.equal(usage(absurd, 3), null);
    assert.equal(usage(5, absurd), null);
  }
});

Deno.test("a reply over the limit is not read to its end, packed or not", async () => {
  using folder = tempFolder();
  const bomb = gzipSync(Buffer.alloc(50e6, " "));
  await using server = await endpoint((response, _, count) => {
    response.writeHead(200, {
      "content-type": "application/json",
      ...(count === 1 ? { "content-encoding": "gzip" } : {}),
    });
    response.end(count === 1 ? bomb : Buffer.alloc(3e6, " "));
  });
  const summary = await runJudge({ ...setting(folder.path, server.url, 2), maxReplyBytes: 2e6, retries: 4 });
  assert.equal(server.count, 2, "not asked again");
  for (const { reason } of summary.failures) assert.match(reason, /more than 2000000 bytes/);
});

Deno.test("a Retry-After over the limit ends the run and says when to come back", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => json(response, 429, "{}", { "retry-after": "7200" }));
  const summary = await runJudge({ ...setting(folder.path, server.url, 5), retries: 3, longestWait: 600 });
  assert.match(summary.stopped!, /asks to wait 7200 s, until \d\d:\d\d:\d\d; run again then/);
  assert.equal(server.count, 1);
});

Deno.test("replies that cannot be read are counted, one is shown, and the run ends after 20 of them", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => json(response, 200, completion("Both are fine.")));
  const summary = await runJudge(setting(folder.path, server.url, 120));
  assert.match(summary.stopped!, /first 20 replies brought no verdict/);
  assert.deepEqual(summary.statuses, { unparsable: 20 });
  assert.equal(summary.example?.text, "Both are fine.");
  using other = tempFolder();
  const all = await runJudge({ ...setting(other.path, server.url, 30), giveUpAfter: 0 });
  assert.deepEqual([all.stopped, all.statuses.unparsable], [null, 30]);
});

Deno.test("a step that conditions share and that failed is asked once in a run", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => json(response, 400, '{"error":{"message":"no"}}'));
  const summary = await runJudge({
    ...setting(folder.path, server.url, 3),
    protocol: "standard_ref",
    conditions: { orders: ["given", "swapped"] },
  });
  assert.deepEqual([server.count, summary.failed], [3, 3]);
});

Deno.test("pictures under way keep within a limit of bytes, however many calls there may be", async () => {
  using folder = tempFolder();
  // 5.3 MB each, 7.1 MB as base64: two fit into 15 MB.
  const { default: sharp } = await import("sharp");
  const gif = Buffer.concat([await sharp(scenePicture(["red ring"])).gif().toBuffer(), Buffer.alloc(5.3e6)]);
  for (let i = 0; i < 6; i++) writeFileSync(`${folder.path}/${i}.gif`, gif);
  let underWay = 0, most = 0;
  await using server = await endpoint((response) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      json(response, 200, completion("Judgement: [[A]]"));
    }, 30);
  });
  const { done } = await runJudge({
    ...setting(folder.path, server.url),
    data: samples(6).map((sample, i) => ({ ...sample, image: `${i}.gif` })),
    ...{ images: folder.path, concurrency: 6, maxBytesInFlight: 15e6 },
  });
  assert.equal(done, 6);
  assert.ok(most >= 1 && most <= 2, `${most} at a time`);
});
