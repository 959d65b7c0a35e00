import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { ingestBatch, writeBatch } from "@/judge/batch/ingest_batch.ts";
import { runBatch, type RunBatchOptions } from "@/judge/batch/run_batch.ts";
import { writeResults } from "@/judge/results/write_results.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { readStore } from "@/judge/store/store.ts";
import { simulatedServer } from "../simulated_server.ts";
import { chatRequestSchema } from "../request_schema.ts";
import { completion, endpoint, json, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const TRAITS = { informativeness: 0.3, noise: 0.1, refusal: 0.05, malformed: 0.05 };

function setting(
  folder: string,
  baseURL: string,
  { pairs = 20, ...more }: Partial<RunBatchOptions> & { pairs?: number } = {},
): RunBatchOptions {
  const { data, images } = studyIn(folder, pairs);
  return { ...runOf({ data, images }, baseURL, `${folder}/batch`), poll: 0.01, ...more };
}

for (const protocol of ["base", "birch", "standard_ref"]) {
  Deno.test(`batch: ${protocol} gives the same results file as an interactive run, byte for byte`, async () => {
    using folder = tempFolder();
    await using server = await simulatedServer({ traits: TRAITS });
    const options = setting(folder.path, server.url, {
      protocol,
      conditions: { images: [true, false], orders: ["given", "swapped"], runs: 2 },
      decoding: { seed: 1 },
      limits: { requests: 15 },
      pairs: 10,
    });
    const batch = await runBatch(options);
    const interactive = await runJudge({ ...options, out: `${folder.path}/run` });
    assert.equal(batch.stopped, null);
    assert.deepEqual([batch.done, batch.unasked, batch.files], [interactive.done, interactive.unasked, []]);
    assert.equal(batch.foreign, 0, "no request stands in two lines");
    const [one] = await writeResults(options.out), [two] = await writeResults(`${folder.path}/run`);
    assert.equal(one.rows, 80);
    assert.equal(readFileSync(one.path, "utf8"), readFileSync(two.path, "utf8"));

    // Either way goes on where the other ended.
    assert.deepEqual([(await runJudge(options)).done, (await runBatch(options)).done], [0, 0]);
  });
}

Deno.test("batch: files keep within their limits and hold valid requests, each key once", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, "http://127.0.0.1:9/v1");
  const { files } = await writeBatch({ ...options, limits: { requests: 7, bytes: 30_000 } });
  assert.ok(files.length >= 3);
  const keys = files.flatMap((file) => {
    const text = readFileSync(file, "utf8"), lines = text.split("\n").slice(0, -1);
    assert.ok(lines.length <= 7 && text.length <= 30_000, `${lines.length} lines, ${text.length} bytes`);
    return lines.map((line) => {
      const { custom_id, method, url, body } = JSON.parse(line);
      assert.deepEqual([method, url], ["POST", "/v1/chat/completions"]);
      chatRequestSchema.parse(body);
      return custom_id;
    });
  });
  assert.equal(new Set(keys).size, 20);
  assert.deepEqual((await writeBatch(options)).files, files, "what is written is not written again");
  await assert.rejects(
    () => writeBatch({ ...options, out: `${folder.path}/b`, limits: { bytes: 50 } }),
    /at most 50 bytes/,
  );
});

Deno.test("batch: files for vLLM's runner: two rounds of write, run, ingest; errors, torn and foreign lines", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, "http://127.0.0.1:9/v1", { protocol: "birch" });
  const answers = `${folder.path}/answers`;
  Deno.mkdirSync(answers);
  const answer = (text: string, round: number) => {
    const { files } = round === 1 ? first : second;
    const lines = files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n")).map((line, i) => {
      const { custom_id } = JSON.parse(line);
      const failed = round === 1 && i === 0;
      return JSON.stringify({
        id: `vllm-${i}`,
        custom_id,
        response: {
          status_code: failed ? 400 : 200,
          request_id: "r",
          body: failed ? { message: "too long" } : JSON.parse(completion(text)),
        },
        error: failed ? "too long" : null,
      });
    });
    lines.reverse();
    writeFileSync(
      `${answers}/${round}.jsonl`,
      `${lines.join("\n")}\n\n{"custom_id":"ffff","response":null}\n{"custom`,
    );
  };
  const first = await writeBatch(options);
  answer("Revised Response A: x\n\nRevised Response B: y\n\nMerged Response: z", 1);
  const after = await ingestBatch(`${answers}/1.jsonl`, options);
  assert.deepEqual(
    [after.done, after.failures.length, after.files, after.foreign, after.torn],
    [19, 1, [], 1, 1],
  );
  assert.match(after.failures[0].reason, /^400: .*too long/);
  const second = await writeBatch(options);
  assert.equal(second.files.length, 1);
  assert.equal(
    readFileSync(second.files[0], "utf8").trim().split("\n").length,
    20,
    "19 judgments, and the anchor that failed",
  );
  answer("[[A]] Merged Response: z", 2);
  assert.equal((await ingestBatch(answers, options)).done, 20);
  assert.equal((await ingestBatch(answers, options)).done, 0);
});

/** An endpoint before another one: what that one answers may be changed, or (null) be cut off after it has acted. */
function before(url: string, changed: (method: string, path: string, answer: string) => string | null) {
  return endpoint(async (response, { method, url: path, headers }, _count, body) => {
    const answer = await fetch(url.replace("/v1", "") + path, {
      method,
      headers: { "content-type": headers["content-type"] ?? "application/json" },
      body: method === "GET" ? undefined : body,
    });
    const text = changed(method!, path!, await answer.text());
    if (text === null) response.socket?.destroy();
    else json(response, answer.status, text);
  });
}

Deno.test("batch: interrupted at every moment, it makes no batch twice and loses nothing", async () => {
  using folder = tempFolder();
  const seen = new Map<string, number>(), made: string[] = [];
  let interruption = new AbortController();
  await using server = await simulatedServer();
  // Every other request of each kind is cut off, and ends the run.
  await using proxy = await before(server.url, (method, path, answer) => {
    const kind = `${method} ${path}`, count = (seen.get(kind) ?? 0) + 1;
    if (kind === "POST /v1/batches") made.push(answer);
    seen.set(kind, count);
    if (count % 2 === 0) return answer;
    interruption.abort();
    return null;
  });
  const options = setting(folder.path, proxy.url, { limits: { requests: 8 }, retries: 0 });
  let summary, runs = 0;
  do {
    interruption = new AbortController();
    summary = await runBatch({ ...options, signal: interruption.signal });
  } while (summary.stopped !== null && ++runs < 100);
  assert.ok(seen.get("POST /v1/batches")! >= 3 && runs > 10, `${runs} interruptions`);
  assert.equal(made.length, 3, "20 requests in files of 8");
  assert.equal((await writeResults(options.out))[0].rows, 20);
  assert.equal((await runBatch(options)).skipped, 20);
});

Deno.test("batch: a file that finds no room waits until another is through; where none is under way the run stops", async () => {
  for (const refused of [2, 1]) {
    using folder = tempFolder();
    const made: string[] = [];
    let isRefused = false;
    await using server = await simulatedServer();
    await using proxy = await before(server.url, (method, path, answer) => {
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
    const { done, stopped } = await runBatch(setting(folder.path, proxy.url, { limits }));
    if (refused === 1) assert.match(stopped!, /^batch failed: token_limit_exceeded/);
    else assert.deepEqual([done, stopped, made.length], [20, null, 4]);
  }
});

Deno.test("batch: one that fails, expires or leaves lines out ends as listed failures; the key and quota stop it", async () => {
  for (const status of ["failed", "expired", "completed"]) {
    using folder = tempFolder();
    await using server = await endpoint((response, request) => {
      const { method, url } = request;
      if (url === "/v1/files") return json(response, 200, JSON.stringify({ id: "file-1" }));
      if (url?.startsWith("/v1/batches") && method === "GET" && !url.includes("batch_1")) {
        return json(response, 200, JSON.stringify({ object: "list", data: [], has_more: false }));
      }
      const errors = status === "failed"
        ? { data: [{ code: "invalid_json_line", message: "line 3" }] }
        : null;
      return json(
        response,
        200,
        JSON.stringify({ id: "batch_1", status, errors, output_file_id: null, error_file_id: null }),
      );
    });
    const summary = await runBatch(setting(folder.path, server.url));
    assert.deepEqual(
      [summary.done, summary.failures.length, summary.stopped, summary.files],
      [0, 20, null, []],
    );
    assert.match(
      summary.failures[0].reason,
      status === "failed" ? /invalid_json_line: line 3/ : /no answer to this request/,
    );
  }
  using folder = tempFolder();
  await using server = await simulatedServer({ key: "another" });
  Deno.env.set("BATCH_TEST_KEY", "key-to-keep");
  try {
    const summary = await runBatch(setting(folder.path, server.url, { keyVariable: "BATCH_TEST_KEY" }));
    assert.match(summary.stopped!, /^401.*provided: \[secret\]/);
    assert.equal(summary.files.length, 1, "the file waits");
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile()
    );
    for (const { parentPath, name } of files) {
      assert.ok(!readFileSync(`${parentPath}/${name}`, "latin1").includes("key-to-keep"), name);
    }
  } finally {
    Deno.env.delete("BATCH_TEST_KEY");
  }
});

Deno.test("batch: no request is written beyond the cost cap", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, "http://127.0.0.1:9/v1", {
    prices: { input: 1, output: 1000 },
    maxCost: 2.2,
  });
  // 400 tokens assumed per reply: 0.4 each, and a little for the request.
  const { stopped, files } = await writeBatch(options);
  assert.match(stopped!, /cost cap/);
  assert.equal(readFileSync(files[0], "utf8").trim().split("\n").length, 5);
  assert.deepEqual(readdirSync(options.out).sort(), ["batches", "journals"]);
});

Deno.test("batch: answers under other decoding, requests for answers, and empty files are errors that say so", async () => {
  using folder = tempFolder();
  const plan = setting(folder.path, "http://127.0.0.1:9/v1", { decoding: { max_completion_tokens: 200 } });
  const { files: [input] } = await writeBatch(plan);
  const answers = `${folder.path}/answers.jsonl`, journal = `${plan.out}/journals/base--j.sqlite`;
  const keys = readFileSync(input, "utf8").trim().split("\n").map((line) =>
    JSON.parse(line).custom_id as string
  );
  const answer = (key: string) =>
    JSON.stringify({
      custom_id: key,
      response: { status_code: 200, body: JSON.parse(completion("[[A]]")) },
      error: null,
    });
  writeFileSync(answers, keys.map(answer).join("\n"));
  const plans = () => {
    const store = readStore(journal);
    try {
      return store.plans().length;
    } finally {
      store.close();
    }
  };
  await assert.rejects(
    () => ingestBatch(answers, { ...plan, decoding: {} }),
    /RangeError: ingest: wanted .*, found decoding max_completion_tokens none \(the journal's plan: 200\)$/,
  );
  assert.equal(plans(), 1, "nothing is noted");
  await assert.rejects(() => ingestBatch(input, plan), /found 20 requests/);
  writeFileSync(`${folder.path}/empty.jsonl`, "");
  await assert.rejects(() => ingestBatch(`${folder.path}/empty.jsonl`, plan), /found no line$/);
  writeFileSync(`${folder.path}/other.jsonl`, `${answer("x")}\nnone`);
  await assert.rejects(
    () => ingestBatch(`${folder.path}/other.jsonl`, plan),
    /found 1 answers to calls of another plan, 1 lines that are no answer$/,
  );
  assert.equal((await ingestBatch(answers, plan)).done, keys.length);
  assert.equal((await ingestBatch(answers, plan)).duplicate, keys.length);
});

Deno.test("batch: files are written without a key, which sending wants", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, "http://127.0.0.1:9/v1", { keyVariable: "JUDGEBIAS_NO_SUCH_KEY" });
  assert.equal((await writeBatch(options)).files.length, 1);
  await assert.rejects(
    () => runBatch(options),
    /wanted the key in the environment variable JUDGEBIAS_NO_SUCH_KEY/,
  );
});
