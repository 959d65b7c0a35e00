import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { journalResults } from "@/judge/results/journal_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import type { RunOptions } from "@/judge/run/run_options.ts";
import { simulatedServer } from "../simulated_server.ts";
import { completion, endpoint, json, repliesOf, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** A run of the base protocol on a small made-up study. */
function setting(folder: string, baseURL: string, more: Partial<RunOptions> = {}): RunOptions {
  const { data, images } = studyIn(folder, 12);
  return { ...runOf({ data, images }, baseURL, folder), ...more };
}

Deno.test("run: every sample and condition once, all that identifies a verdict in its line", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url, {
    conditions: { images: [true, false], orders: ["given", "swapped"], runs: 2 },
    decoding: { temperature: 0.7, seed: 5 },
  });
  const summary = await runJudge(options);
  assert.equal(summary.done, 12 * 8);
  assert.equal(summary.stopped, null);
  assert.deepEqual(summary.failures, []);
  const verdicts = repliesOf(summary.journal);
  assert.equal(new Set(verdicts.map(({ key }) => key)).size, 96);
  assert.equal(new Set(verdicts.map(({ sample_id }) => sample_id)).size, 12);
  const seen = verdicts.find(({ condition }) => condition.image)!;
  assert.equal(seen.model, "j-simulated");
  assert.equal(seen.reply.finishReason, "stop");
  assert.equal(seen.prompt.id, "base");
  assert.match(seen.prompt.sha256, /^[0-9a-f]{64}$/);
  assert.match(seen.images![0], /^[0-9a-f]{64}$/);
  assert.match(seen.reply.text, /\[\[[AB]\]\]/);
  assert.ok(seen.usage!.input > 0 && seen.latency_ms! >= 0 && seen.simulated);
  const { frame, name, missing } = journalResults(summary.journal);
  assert.deepEqual([name, frame.height, missing], ["pairs", 96, 0]);
});

Deno.test("run: what is done is not asked again, also when all is done; more runs ask only for what is new", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url);
  const first = await runJudge({ ...options, limit: 5 });
  const second = await runJudge(options);
  const third = await runJudge(options);
  const fourth = await runJudge({ ...options, conditions: { runs: 2 } });
  assert.deepEqual(
    [first, second, third, fourth].map(({ done, skipped }) => [done, skipped]),
    [[5, 0], [7, 5], [0, 12], [12, 12]],
  );
  assert.equal([...server.answers.values()].reduce((a, b) => a + b), 24);
});

Deno.test("run: another prompt, decoding or picture is another question; another human label is not", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url);
  await runJudge(options);
  const prompt = (await import("@/judge/prompts.ts")).PROMPTS.base;
  const changed = { base: { ...prompt, version: "2", text: `${prompt.text}\nBe brief.` } };
  assert.equal((await runJudge({ ...options, prompts: changed })).done, 12);
  assert.equal((await runJudge({ ...options, decoding: { temperature: 0.5 } })).done, 12);
  const [one, two] = readdirSync(`${folder.path}/images`).sort();
  writeFileSync(`${folder.path}/images/${one}`, readFileSync(`${folder.path}/images/${two}`));
  assert.equal((await runJudge(options)).done, 1);
  const text = readFileSync(options.data as string, "utf8");
  writeFileSync(options.data as string, text.replace('"human":"A"', '"human":"B"'));
  const corrected = await runJudge(options);
  assert.equal(corrected.done, 0);
  const human = (value: string) =>
    text.split("\n").filter((line) => line.includes(`"human":"${value}"`)).length;
  const { frame } = journalResults(corrected.journal);
  assert.equal([...frame.getColumn("human")].filter((value) => value === "B").length, human("B") + 1);
});

Deno.test("results: the verdicts of the last run's prompts, pictures and decoding, also when it asked nothing", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer({ traits: { noise: 1 } });
  const options = setting(folder.path, server.url);
  const choices = (journal: string) => journalResults(journal).frame.getColumn("choice").toArray().join("");
  const cold = { ...options, decoding: { temperature: 0 } }, seeded = { ...options, decoding: { seed: 4 } };
  const { journal } = await runJudge(cold);
  const first = choices(journal);
  await runJudge(seeded);
  const second = choices(journal);
  assert.notEqual(first, second);
  assert.equal((await runJudge(cold)).done, 0);
  assert.equal(choices(journal), first);
  assert.equal((await runJudge({ ...seeded, limit: 3 })).done, 0);
  const { frame, missing } = journalResults(journal);
  assert.deepEqual([frame.height, missing], [12, 0], "a limit hides nothing that was answered in this way");
  assert.equal((await runJudge(seeded)).done, 0);
  assert.equal(choices(journal), second);
});

Deno.test("run: 401 stops at once, and the key that it echoes is nowhere to be read", async () => {
  using folder = tempFolder();
  const key = "sk-test-never/to be seen".replace(/ /g, "_");
  await using server = await simulatedServer({ key: "another" });
  Deno.env.set("RUN_TEST_KEY", key);
  try {
    const summary = await runJudge(
      setting(folder.path, server.url, { keyVariable: "RUN_TEST_KEY", concurrency: 2 }),
    );
    assert.match(summary.stopped!, /^401.*Incorrect API key provided: \[secret\]/);
    assert.ok(summary.failures.length <= 2);
    const written = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile()
    )
      .map((entry) => readFileSync(`${entry.parentPath}/${entry.name}`, "latin1")).join("");
    assert.ok(written.includes("[secret]"));
    assert.ok(!(written + JSON.stringify(summary)).includes("never"));
  } finally {
    Deno.env.delete("RUN_TEST_KEY");
  }
});

Deno.test("run: a key that a judge repeats in its reply is not in the journal", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, request) =>
    json(response, 200, completion(`You sent ${request.headers.authorization}. [[A]]`))
  );
  Deno.env.set("RUN_TEST_KEY", "key-to-keep");
  try {
    const summary = await runJudge(setting(folder.path, server.url, { keyVariable: "RUN_TEST_KEY" }));
    const journal = readFileSync(summary.journal, "latin1");
    assert.equal(summary.done, 12);
    assert.ok(journal.includes("You sent Bearer [secret]. [[A]]") && !journal.includes("key-to-keep"));
  } finally {
    Deno.env.delete("RUN_TEST_KEY");
  }
});

Deno.test("run: a quota that is used up stops at once and is not retried; so does an unknown model", async () => {
  for (
    const [status, code] of [[429, "insufficient_quota"], [404, "model_not_found"], [403, "billing"]] as const
  ) {
    using folder = tempFolder();
    await using server = await endpoint((response) =>
      json(response, status, JSON.stringify({ error: { message: "no", code, type: code } }))
    );
    const summary = await runJudge(setting(folder.path, server.url, { concurrency: 2 }));
    assert.match(summary.stopped!, new RegExp(`^${status}`));
    assert.ok(server.count <= 2, `${server.count} requests`);
  }
});

Deno.test("run: a request that is refused fails alone, with its reason, and is asked again by the next run", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _request, count) =>
    count === 3
      ? json(response, 400, JSON.stringify({ error: { message: "image too blurry", code: "bad_image" } }))
      : json(response, 200, completion("[[B]]"))
  );
  const options = setting(folder.path, server.url, { concurrency: 1 });
  const summary = await runJudge(options);
  assert.deepEqual([summary.done, summary.failures.length], [11, 1]);
  assert.match(summary.failures[0].reason, /^400: .*image too blurry/);
  assert.equal(journalResults(summary.journal).missing, 1);
  const again = await runJudge(options);
  assert.deepEqual([again.done, again.skipped, again.failures.length], [1, 11, 0]);
});

Deno.test("run: an endpoint that is gone ends the run, with retries bounded", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 30);
  await using server = await endpoint((response) => json(response, 500, "{}"));
  const summary = await runJudge({
    ...runOf({ data, images }, server.url, folder.path),
    concurrency: 1,
    retries: 0,
  });
  assert.match(summary.stopped!, /20 calls in a row failed/);
  assert.equal(server.count, 20);
});

Deno.test("run: a sample whose picture is missing fails with its name; the others are judged", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url);
  rmSync(`${folder.path}/images/scene-00004.png`);
  const summary = await runJudge(options);
  assert.equal(summary.done, 11);
  assert.deepEqual(summary.failures.map(({ sample_id, reason }) => [sample_id, reason]), [
    ["simulated study/s-00004", "image scene-00004.png: no such file in the image folder"],
  ]);
});

Deno.test("run: the cost cap holds with many calls at a time, and over several runs", async () => {
  using folder = tempFolder();
  // Ten tokens out at 10 each: 100 a call.
  await using server = await endpoint((response) =>
    setTimeout(() => json(response, 200, completion("[[A]]")), 20)
  );
  const options = setting(folder.path, server.url, { prices: { input: 0, output: 10e6 }, concurrency: 1 });
  const first = await runJudge({ ...options, limit: 2 });
  assert.equal(first.cost, 200);
  const capped = await runJudge({ ...options, concurrency: 6, maxCost: 950 });
  assert.match(capped.stopped!, /cost cap of 950/);
  assert.equal(capped.cost, 900);
  const asked = server.count;
  assert.equal((await runJudge({ ...options, maxCost: 100 })).done, 0);
  assert.equal(server.count, asked);
  await assert.rejects(() => runJudge({ ...options, prices: undefined, maxCost: 1 }), /wanted prices/);
});

Deno.test("run: tokens that an endpoint does not report are estimated, marked, and count for the cap", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) =>
    json(response, 200, completion("x".repeat(396) + "[[A]]", { usage: undefined }))
  );
  const options = setting(folder.path, server.url, {
    prices: { input: 0, output: 1e6 },
    maxCost: 550,
    concurrency: 1,
  });
  const summary = await runJudge(options);
  const [verdict] = repliesOf(summary.journal);
  assert.deepEqual([verdict.usage!.output, verdict.usage!.estimated], [101, true]); // 401 characters / 4
  // 101 each; the first is taken for 400.
  assert.deepEqual([summary.done, summary.cost], [5, 505]);
});

Deno.test("run: no more than so many requests a minute, and no more than so many at a time", async () => {
  using folder = tempFolder();
  let now = 0, most = 0;
  const starts: number[] = [];
  await using server = await endpoint((response) => {
    starts.push(performance.now());
    most = Math.max(most, ++now);
    setTimeout(() => {
      now--;
      json(response, 200, completion("[[A]]"));
    }, 10);
  });
  // 240 a minute are 4 a second: the last of 12 calls comes after 2.75 seconds, on a busy machine later.
  const options = setting(folder.path, server.url, { perMinute: 240, concurrency: 3 }),
    began = performance.now();
  await runJudge(options);
  assert.equal(starts.length, 12);
  assert.ok(starts[11] - began > 2700, `${starts[11] - began} ms`);
  assert.ok(most <= 3);
});

Deno.test("run: interrupted, it waits for what is in flight, keeps it, and asks nothing more", async () => {
  using folder = tempFolder();
  const interruption = new AbortController();
  const open: Parameters<Parameters<typeof endpoint>[0]>[0][] = [];
  await using server = await endpoint((response, _request, count) => {
    open.push(response);
    if (count < 4) return;
    interruption.abort();
    setTimeout(() => open.splice(0).forEach((one) => json(one, 200, completion("[[A]]"))), 100);
  });
  const options = setting(folder.path, server.url, { concurrency: 4, signal: interruption.signal });
  const summary = await runJudge(options);
  assert.deepEqual([summary.stopped, summary.done, server.count], ["interrupted", 4, 4]);
  const rest = await runJudge({ ...options, signal: undefined });
  assert.deepEqual([rest.done, rest.skipped], [8, 4]);
});

Deno.test("run: two runs on one journal are refused", async () => {
  using folder = tempFolder();
  const begun = Promise.withResolvers<void>(), refused = Promise.withResolvers<void>();
  await using server = await endpoint(async (response) => {
    begun.resolve();
    await refused.promise;
    json(response, 200, completion("[[A]]"));
  });
  const options = setting(folder.path, server.url, { concurrency: 1 });
  const first = runJudge(options);
  await begun.promise;
  await assert.rejects(() => runJudge(options), { name: "JournalLocked" });
  refused.resolve();
  assert.equal((await first).done, 12);
});

Deno.test("run: bad options are refused before anything is asked or written", async () => {
  using folder = tempFolder();
  const options = setting(`${folder.path}/study`, "http://127.0.0.1:9/v1", { out: `${folder.path}/out` });
  const bad: [Partial<RunOptions>, RegExp][] = [
    [{ protocol: "tarot" }, /wanted a protocol of base,/],
    [{ judge: " " }, /model's name/],
    [{ baseURL: "ftp://h" }, /http\(s\) address/],
    [{ baseURL: "https://me:secret-word@h/v1" }, /without a key/],
    [{ concurrency: 0 }, /concurrency from 1 to/],
    [{ concurrency: NaN }, /concurrency/],
    [{ perMinute: 0 }, /rate/],
    [{ retries: -1 }, /retries/],
    [{ timeout: 0 }, /timeout/],
    [{ limit: 0 }, /limit/],
    [{ decoding: { temperature: 3 } }, /temperature/],
    [{ decoding: { heat: 1 } as never }, /heat/],
    [{ data: [{ item_id: "1" }] }, /query/],
    [{
      data: [{ item_id: "1", query: "", answer_a: "", answer_b: "" }, {
        item_id: 1,
        query: "",
        answer_a: "",
        answer_b: "",
      }],
    }, /another id/],
  ];
  for (const [change, message] of bad) {
    await assert.rejects(() => runJudge({ ...options, ...change }), (error: Error) => {
      assert.match(error.message, message);
      assert.ok(!error.message.includes("secret-word"));
      return true;
    });
  }
  assert.throws(() => readdirSync(`${folder.path}/out`));
});
