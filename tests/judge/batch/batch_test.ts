import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import {
  exportReplies,
  ingestBatch,
  planJudge,
  runBatch,
  runJudge,
  writeBatch,
  writeResults,
} from "judgebias/judge";
import { FORMATS } from "@/judge/batch/formats.ts";
import { readStore } from "@/judge/store/store.ts";
import { openTables } from "@/judge/store/tables.ts";
import { simulatedServer } from "../simulated_server.ts";
import { chatRequestSchema } from "../request_schema.ts";
import {
  endpoint,
  holds,
  json,
  jsonLines,
  NOWHERE,
  place,
  repliesOf,
  samples,
  saying,
  withKey,
} from "../study.ts";
import { answerTo, asLines, failed, keysIn } from "./answers.ts";
import { journalResults } from "../journal_results.ts";

const counted = (found: object, ...fields: string[]) => fields.map((field) => Reflect.get(found, field));

for (const protocol of ["base", "birch", "standard_ref"]) {
  Deno.test(`batch: ${protocol} gives the same results file as an interactive run, byte for byte`, async () => {
    const traits = { informativeness: 0.3, noise: 0.1, refusal: 0.05, malformed: 0.05 };
    await using at = await place(simulatedServer({ traits }), {
      ...{ pairs: 10, protocol, poll: 0.01, decoding: { seed: 1 }, limits: { requests: 15 } },
      conditions: { images: [true, false], orders: ["given", "swapped"], runs: 2 },
    });
    const out = `${at.path}/batch`, options = { ...at.options, out }, run = await at.run();
    const batch = await runBatch(options);
    // No request stands in two lines.
    holds(batch, { stopped: null, done: run.done, unasked: run.unasked, files: [], foreign: 0 });
    const [one] = await writeResults(out), [two] = await writeResults(at.path);
    assert.equal(one.rows, 80);
    assert.equal(readFileSync(one.path, "utf8"), readFileSync(two.path, "utf8"));
    // Either way goes on where the other ended.
    assert.deepEqual([(await runJudge(options)).done, (await runBatch(options)).done], [0, 0]);
  });
}

Deno.test("batch: files keep within their limits and hold valid requests, each key once; they are written without a key, which sending wants", async () => {
  await using at = await place(NOWHERE, { pairs: 20, keyVariable: "JUDGEBIAS_NO_SUCH_KEY" });
  const written = async (out: string, limits = {}) =>
    (await writeBatch({ ...at.options, out: `${at.path}/${out}`, limits })).files;
  const files = await written("whole"), [whole] = files, lines = readFileSync(whole, "utf8").split(/(?<=\n)/);
  for (const { method, url, body } of jsonLines(whole)) {
    assert.deepEqual([method, url], ["POST", "/v1/chat/completions"]);
    chatRequestSchema.parse(body);
  }
  assert.equal(new Set(keysIn(whole)).size, 20);
  assert.deepEqual(await written("whole"), files, "what is written is not written again");
  const sevens = await written("sevens", { requests: 7 });
  assert.deepEqual(sevens.map((file) => jsonLines(file).length), [7, 7, 6]);
  // The first two fill a file to its last byte.
  const bytes = Buffer.byteLength(lines[0] + lines[1]), narrow = await written("narrow", { bytes });
  assert.equal(readFileSync(narrow[0], "utf8"), lines[0] + lines[1]);
  assert.ok(narrow.every((file) => Deno.statSync(file).size <= bytes));
  assert.deepEqual(keysIn(...narrow), keysIn(whole));
  const wrong: [limits: object, words: RegExp][] = [
    [{ bytes: Buffer.byteLength(lines[0]) - 1 }, /requests of at most \d+ bytes, found one of/],
  ];
  for (const none of [{ requests: 0 }, { bytes: 0 }, { requests: NaN }]) {
    wrong.push([none, /limits of at least 1/]);
  }
  for (const [limits, words] of wrong) {
    await assert.rejects(() => writeBatch({ ...at.options, out: `${at.path}/b`, limits }), words);
  }
  // The longest is refused behind files that are whole: of these and of the plan nothing is left.
  const most = Math.max(...lines.map((line) => Buffer.byteLength(line)));
  const some = { requests: 1, bytes: most - 1 }, left = (folder: string) => [...Deno.readDirSync(folder)];
  await assert.rejects(() => writeBatch({ ...at.options, out: `${at.path}/b`, limits: some }), wrong[0][1]);
  const names = left(`${at.path}/b/journals`).concat(left(`${at.path}/b`));
  assert.deepEqual(names.map(({ name }) => name), ["journals"]);
  const keyless = /wanted the key in the environment variable JUDGEBIAS_NO_SUCH_KEY/;
  await assert.rejects(() => runBatch(at.options), keyless);
  const judge = { name: "mine", ask: () => Promise.resolve({ reply: { text: "A" } }) };
  const said = /found a judge of one's own, which runJudge/;
  await assert.rejects(() => runBatch({ ...at.options, judge }), said);
  const limits = Object.entries(FORMATS).map(([name, { limits }]) =>
    [name, ...Object.values(limits)].join(" ")
  );
  const openai = ["openai 50000 200000000", "vllm 50000 2000000000", "anthropic 100000 256000000"];
  assert.deepEqual(limits, [...openai, "gemini 200000 2000000000"]);
});

Deno.test("batch: files for vLLM's runner: two rounds of write, run, ingest; errors, torn and foreign lines", async () => {
  await using at = await place(NOWHERE, { data: samples(20), protocol: "birch" });
  const folder = `${at.path}/answers`;
  Deno.mkdirSync(folder);
  const answer = (round: number, says: string, files: string[]) => {
    const lines = keysIn(...files).map((key, i) =>
      round === 1 && i === 0 ? failed(key) : answerTo(key, says)
    );
    const rest = ["", '{"custom_id":"ffff","response":null}', '{"custom'];
    writeFileSync(`${folder}/${round}.jsonl`, asLines([...lines.reverse(), ...rest]));
  };
  const first = await writeBatch(at.options);
  answer(1, "Revised Response A: x\n\nRevised Response B: y\n\nMerged Response: z", first.files);
  const after = await ingestBatch(`${folder}/1.jsonl`, at.options);
  holds(after, { done: 19, failed: 1, files: [], foreign: 1, torn: 1, served: { "m-2026": 19 } });
  assert.match(after.failures[0].reason, /^400: .*too long/);
  const { files } = await writeBatch(at.options);
  // 19 judgments, and the anchor that failed.
  assert.deepEqual(files.map((file) => jsonLines(file).length), [20]);
  answer(2, "[[A]] Merged Response: z", files);
  const { done, journal } = await ingestBatch(folder, at.options);
  assert.deepEqual([done, (await ingestBatch(folder, at.options)).done], [20, 0]);
  assert.ok(repliesOf(journal).every(({ model }) => model === "m-2026"));
});

Deno.test("batch: of 2,400 calls every answer is counted once, the first of two counts, failed and absent ones stay open", async () => {
  const conditions = { orders: ["given" as const, "swapped" as const], runs: 4 };
  await using at = await place(NOWHERE, { data: samples(300), conditions });
  const { files: [file] } = await writeBatch(at.options), keys = keysIn(file);
  const paths = ["one", "two"].map((name) => `${at.path}/${name}.jsonl`);
  // Backwards, so that neighbours in the file are in other pages; call 3 has no answer, 5 an error, 7 an error and an answer.
  const first = keys.map((key, i) => i === 3 ? "" : i === 5 || i === 7 ? failed(key) : answerTo(key))
    .reverse();
  writeFileSync(paths[0], asLines([...first, answerTo("0".repeat(40)), "{"]));
  const later = [7, 0, 2399].map((i) => answerTo(keys[i], "[[B]]"));
  writeFileSync(paths[1], asLines([...later, answerTo(`${keys[0]}ff`), "[]"]));
  const found = await ingestBatch(paths, at.options);
  holds(found, { done: 2398, failed: 2, duplicate: 2, foreign: 2, torn: 2, files: [file] });
  assert.equal(found.otherwise.length, 2, "two say something else than the answer before");
  const replies = repliesOf(found.journal);
  const letters = new Map(replies.map(({ key, reply }) => [key, reply.text]));
  assert.equal(letters.size, replies.length, "one reply per call");
  const wanted = ["[[A]]", undefined, undefined, "[[B]]", "[[A]]"];
  assert.deepEqual([0, 3, 5, 7, 2399].map((i) => letters.get(keys[i])), wanted);
  assert.equal((await writeResults(at.path))[0].rows, 2398);
  holds(await ingestBatch(paths, at.options), { done: 0, failed: 0, duplicate: 2402, foreign: 2 });
  writeFileSync(paths[0], asLines([answerTo(keys[3])]));
  // The error is asked again in another file.
  holds(await ingestBatch(paths[0], at.options), { done: 1, files: [] });
});

/** An endpoint before another one: what that one answers may be changed, or (null) be cut off after it has acted. */
function before(url: string, changed: (method: string, path: string, answer: string) => string | null) {
  return endpoint(async (response, { method, url: path, headers }, _count, body) => {
    const answer = await fetch(url.replace("/v1", "") + path, {
      ...{ method, body: method === "GET" ? undefined : body },
      headers: { "content-type": headers["content-type"] ?? "application/json" },
    });
    const text = changed(method!, path!, await answer.text());
    if (text === null) response.socket?.destroy();
    else json(response, answer.status, text);
  });
}

Deno.test("batch: interrupted at every moment, it makes no batch twice and loses nothing", async () => {
  const seen = new Map<string, number>(), made: string[] = [];
  let interruption = new AbortController();
  await using server = await simulatedServer();
  // Every other request of each kind is cut off, and ends the run.
  const proxy = before(server.url, (method, path, answer) => {
    const kind = `${method} ${path}`, count = (seen.get(kind) ?? 0) + 1;
    if (kind === "POST /v1/batches") made.push(answer);
    seen.set(kind, count);
    if (count % 2 === 0) return answer;
    interruption.abort();
    return null;
  });
  await using at = await place(proxy, { data: samples(20), limits: { requests: 8 }, poll: 0.01 });
  let summary, runs = 0;
  do {
    interruption = new AbortController();
    summary = await runBatch({ ...at.options, signal: interruption.signal });
  } while (summary.stopped !== null && ++runs < 100);
  assert.ok(seen.get("POST /v1/batches")! >= 3 && runs > 10, `${runs} interruptions`);
  assert.equal(made.length, 3, "20 requests in files of 8");
  assert.equal((await writeResults(at.path))[0].rows, 20);
  holds(await runBatch(at.options), { skipped: 20, unasked: 0 });
});

Deno.test("batch: a file that finds no room waits until another is through; where none is under way the run stops", async () => {
  for (const refused of [2, 1]) {
    const made: string[] = [];
    let isRefused = false;
    await using server = await simulatedServer();
    const proxy = before(server.url, (method, path, answer) => {
      if (method === "POST" && path === "/v1/batches") made.push(JSON.parse(answer).id);
      const nth = 1 + made.indexOf(path.slice("/v1/batches/".length));
      if (nth === 0 || method !== "GET") return answer;
      const status = nth === refused ? "failed" : isRefused || refused === 1 ? null : "in_progress";
      if (status === null) return answer;
      isRefused ||= status === "failed";
      const errors = { data: [{ code: "token_limit_exceeded", message: "enqueued" }] };
      return JSON.stringify({ ...JSON.parse(answer), status, errors: status === "failed" ? errors : null });
    });
    const limits = { requests: refused === 1 ? 20 : 8 };
    await using at = await place(proxy, { data: samples(20), poll: 0.01, limits });
    const { done, stopped } = await runBatch(at.options);
    if (refused === 1) assert.match(stopped!, /^batch failed: token_limit_exceeded/);
    else assert.deepEqual([done, stopped, made.length], [20, null, 4]);
  }
});

Deno.test("batch: one that fails, expires or leaves lines out ends as listed failures; the key and quota stop it", async () => {
  const line3 = { data: [{ code: "invalid_json_line", message: "line 3" }] };
  const cases = [
    ["failed", /invalid_json_line: line 3/],
    ["expired", /no answer to this request/],
    ["completed", /no answer to this request/],
  ] as const;
  for (const [status, reason] of cases) {
    const files = { output_file_id: null, error_file_id: null };
    const batch = { id: "batch_1", status, errors: status === "failed" ? line3 : null, ...files };
    const server = saying((_count, _body, { method, url }) => {
      if (url === "/v1/files") return [200, '{"id":"file-1"}'];
      const isList = url?.startsWith("/v1/batches") && method === "GET" && !url.includes("batch_1");
      return [200, JSON.stringify(isList ? { object: "list", data: [], has_more: false } : batch)];
    });
    await using at = await place(server, { poll: 0.01 });
    const summary = await runBatch(at.options);
    holds(summary, { done: 0, failed: 5, stopped: null, files: [] });
    assert.match(summary.failures[0].reason, reason);
    exportReplies(summary.journal, `${at.path}/lines.jsonl`);
    assert.deepEqual(jsonLines(`${at.path}/lines.jsonl`).map(({ attempts }) => attempts), [1, 1, 1, 1, 1]);
  }
  await using at = await place(simulatedServer({ key: "another" }));
  const summary = await withKey("key-to-keep", (keyVariable) => runBatch({ ...at.options, keyVariable }));
  assert.match(summary.stopped!, /^401.*provided: \[secret\]/);
  assert.deepEqual(summary.files, [], "nothing waits that was not sent");
  for (const path of globSync(`${at.path}/**/*.*`)) {
    assert.ok(!readFileSync(path, "latin1").includes("key-to-keep"), path);
  }
});

Deno.test("batch: no request is written or sent beyond the cost cap or the limit, whatever was written before", async () => {
  const prices = { input: 1, output: 2000 }, decoding = { max_completion_tokens: 200 };
  const options = { data: samples(20), prices, maxCost: 2.2, decoding, poll: 0.01 };
  await using at = await place(simulatedServer(), options);
  // Per reply 200 tokens, at which it is cut: 0.4 each, and a little for the request.
  const { stopped, files } = await writeBatch(at.options);
  assert.match(stopped!, /cost cap/);
  assert.equal(jsonLines(files[0]).length, 5);
  assert.deepEqual(readdirSync(at.path).sort(), ["batches", "journals"]);
  holds(await runBatch({ ...at.options, limit: 2 }), { done: 2, stopped: null, files: [], waiting: 0 });
  // What fits is sent in one go where replies are known, 0.0322 each: files of three beside the one of before.
  const all = await runBatch({ ...at.options, limits: { requests: 3 }, maxCost: 0.5 });
  holds(all, { stopped: /cost cap of 0.5/, done: 13, skipped: 2, files: [] });
  assert.equal(globSync(`${at.path}/batches/*/*.input.jsonl`).length, 6);
  holds(await runBatch({ ...at.options, maxCost: 0.5 }), {
    stopped: /cost cap of 0.5/,
    done: 0,
    skipped: 15,
  });
  await using first = await place(NOWHERE, { ...options, decoding: {}, maxCost: 50 });
  holds(await writeBatch(first.options), { stopped: /the first 10 go alone/, waiting: 10 });
});

Deno.test("batch: answers are to the plan of their requests whatever is asked now; requests for answers, empty files, other folders' files are errors that say so", async () => {
  await using at = await place(NOWHERE, { decoding: { max_completion_tokens: 200 } });
  const { files: [input], journal } = await writeBatch(at.options), keys = keysIn(input);
  const answers = at.file("answers", keys.map((key) => answerTo(key))), empty = at.file("empty", []);
  const other = `${at.path}/other.jsonl`;
  writeFileSync(other, asLines([answerTo("x"), "none"]));
  const cases: [file: string, words: RegExp][] = [
    [input, /5 lines without an answer/],
    [empty, /0 lines without an answer$/],
    [other, /found 1 answer to calls of another plan, 1 line without an answer$/],
  ];
  for (const [file, words] of cases) await assert.rejects(() => ingestBatch(file, at.options), words);
  assert.equal((await ingestBatch(answers, { ...at.options, decoding: {} })).done, keys.length);
  const store = readStore(journal);
  assert.equal(store.plans().length, 1, "nothing is noted");
  store.close();
  assert.deepEqual(journalResults(journal).missing, 0);
  assert.equal((await ingestBatch(answers, at.options)).duplicate, keys.length);
  const tables = openTables(journal, { write: true });
  tables.exec("UPDATE batch SET json = replace(json, '0001.input.jsonl', '../../../../etc/passwd')");
  tables.close();
  await assert.rejects(() => writeBatch(at.options), /found .*etc\/passwd; the study's file is damaged/);
});

Deno.test("a file that may have been sent is not withdrawn by its name: its calls would be paid for twice", async () => {
  await using at = await place(simulatedServer(), { poll: 0 });
  const { files: [file] } = await writeBatch(at.options);
  const tables = openTables(`${at.path}/journals/base--j.sqlite`, { write: true });
  tables.exec(`UPDATE batch SET json = replace(json, '"sent":null', '"sent":1')`);
  tables.close();
  renameSync(file, file.replace("input", "withdrawn"));
  assert.deepEqual(counted(await at.run(), "done", "waiting"), [0, 5]);
});

Deno.test("requests whose files are gone are asked for in words, not waited for and not written again", async () => {
  await using at = await place(simulatedServer(), { poll: 0 });
  const batches = `${at.path}/batches`, kept = `${at.path}/kept`;
  await writeBatch(at.options);
  renameSync(batches, kept);
  for (const act of [writeBatch, runBatch]) {
    const words = /wanted the files of requests .*found 0 of them; put the folder back/;
    await assert.rejects(() => act(at.options), words);
  }
  renameSync(kept, batches);
  assert.equal((await runBatch(at.options)).done, 5);
  rmSync(batches, { recursive: true });
  assert.equal((await runBatch(at.options)).skipped, 5, "nobody waits for what was answered");
});

Deno.test("requests that were refused are asked again, others are still waited for; none is written twice", async () => {
  await using at = await place(NOWHERE);
  const { files: [file] } = await writeBatch(at.options), [refused, answered] = keysIn(file);
  const answers = at.file("answers", [failed(refused), answerTo(answered)]);
  holds(await ingestBatch(answers, at.options), { done: 1, failed: 1 });
  holds(await ingestBatch(answers, at.options), { done: 0, failed: 0, duplicate: 2 });
  const { files } = await writeBatch(at.options);
  assert.deepEqual(files.map((file) => keysIn(file).length), [5, 1]);
  assert.deepEqual(keysIn(files[1]), [refused]);
  assert.equal((await writeBatch(at.options)).files.length, 2);
});

/** Whether a study's batch is known to be at the service. */
function submitted(journal: string): boolean {
  if (!existsSync(journal)) return false;
  const store = readStore(journal);
  try {
    return store.batches().some(({ status }) => status === "submitted");
  } finally {
    store.close();
  }
}

Deno.test("what is in files is not asked live, nor sent again where some was answered, unless they are withdrawn; nor does it go to another service", async () => {
  await using at = await place(simulatedServer({ latencyMs: 1 }), { poll: 0 });
  const { files: [file] } = await writeBatch(at.options), interruption = new AbortController();
  assert.deepEqual(counted(await at.run(), "done", "waiting"), [0, 5]);
  assert.equal((await ingestBatch(at.file("answers", [answerTo(keysIn(file)[0])]), at.options)).done, 1);
  const words = /found answers to 0001\.input\.jsonl; take the rest .*0001\.withdrawn\.jsonl/;
  await assert.rejects(() => runBatch(at.options), words);
  renameSync(file, file.replace("input", "withdrawn"));
  assert.equal((await at.run({ limit: 2 })).done, 1);
  assert.deepEqual(counted(await runBatch(at.options), "done", "skipped"), [3, 2]);
  assert.ok([...at.server.answers.values()].every((count) => count === 1));
  const other = { ...at.options, out: `${at.path}/other` },
    batch = runBatch({ ...other, poll: 1000, signal: interruption.signal });
  while (!submitted(`${other.out}/journals/base--j.sqlite`)) {
    await new Promise((resume) => setTimeout(resume, 10));
  }
  interruption.abort();
  assert.match((await batch).stopped!, /interrupted/);
  assert.deepEqual(counted(await runJudge(other), "done", "waiting"), [0, 5]);
  holds(await planJudge(other), { done: 0, waiting: 5 });
  assert.equal((await runBatch(other)).done, 5);
  const third = { ...at.options, out: `${at.path}/third`, decoding: { max_completion_tokens: 100 } };
  await writeBatch({ ...third, format: "anthropic" });
  const said = /in the format openai, found 0001\.input\.jsonl in that of anthropic/;
  await assert.rejects(() => runBatch(third), said);
});
