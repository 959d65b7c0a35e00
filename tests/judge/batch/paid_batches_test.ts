import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import {
  type BatchLimits,
  ingestBatch,
  runBatch,
  type RunBatchOptions,
  runJudge,
  writeBatch,
} from "judgebias/judge";
import { FORMATS } from "@/judge/batch/formats.ts";
import { readStore } from "@/judge/store/store.ts";
import { simulatedServer } from "../simulated_server.ts";
import { completion, repliesOf, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

function setting(folder: string, baseURL: string, more: Partial<RunBatchOptions> = {}): RunBatchOptions {
  const { data, images } = studyIn(folder, 4);
  return {
    ...runOf({ data, images }, baseURL, `${folder}/out`),
    poll: 0,
    ...more,
  };
}
const NOWHERE = "http://127.0.0.1:9/v1";
const keysOf = (file: string) =>
  readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line).custom_id as string);
const answer = (custom_id: string, more = {}) =>
  JSON.stringify({
    ...{ custom_id, error: null, response: { status_code: 200, body: JSON.parse(completion("[[A]]")) } },
    ...more,
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

Deno.test("requests whose files are gone are asked for in words, not waited for and not written again", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url), batches = `${options.out}/batches`;
  await writeBatch(options);
  renameSync(batches, `${folder.path}/kept`);
  for (const act of [writeBatch, runBatch]) {
    await assert.rejects(
      () => act(options),
      /wanted the files of requests .*found 0 of them; put the folder back/,
    );
  }
  renameSync(`${folder.path}/kept`, batches);
  assert.equal((await runBatch(options)).done, 4);
  rmSync(batches, { recursive: true });
  assert.equal((await runBatch(options)).skipped, 4, "nobody waits for what was answered");
});

Deno.test("requests that were refused are asked again, others are still waited for; none is written twice", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, NOWHERE), answers = `${folder.path}/answers.jsonl`;
  const { files: [file] } = await writeBatch(options);
  const [refused, answered] = keysOf(file);
  writeFileSync(
    answers,
    [answer(refused, { response: { status_code: 400, body: {} } }), answer(answered)].join("\n"),
  );
  const { done, failed } = await ingestBatch(answers, options);
  assert.deepEqual([done, failed], [1, 1]);
  const { files } = await writeBatch(options);
  assert.deepEqual(files.map(keysOf).map((keys) => keys.length), [4, 1]);
  assert.deepEqual(keysOf(files[1]), [refused]);
  assert.equal((await writeBatch(options)).files.length, 2);
});

Deno.test("what is in files is not asked live, nor sent again where some was answered, unless they are withdrawn", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer({ latencyMs: 1 });
  const options = setting(folder.path, server.url), interruption = new AbortController();
  const { files: [file] } = await writeBatch(options), answers = `${folder.path}/answers.jsonl`;
  const { done, waiting } = await runJudge(options);
  assert.deepEqual([done, waiting], [0, 4]);
  writeFileSync(answers, answer(keysOf(file)[0]));
  assert.equal((await ingestBatch(answers, options)).done, 1);
  await assert.rejects(
    () => runBatch(options),
    /found answers to 0001\.input\.jsonl; take the rest .*0001\.withdrawn\.jsonl/,
  );
  renameSync(file, file.replace("input", "withdrawn"));
  assert.equal((await runJudge({ ...options, limit: 2 })).done, 1);
  const sent = await runBatch(options);
  assert.deepEqual([sent.done, sent.skipped], [2, 2]);
  assert.ok([...server.answers.values()].every((count) => count === 1));
  const other = { ...options, out: `${folder.path}/other`, poll: 1000, signal: interruption.signal };
  const batch = runBatch(other);
  while (!submitted(`${other.out}/journals/base--j.sqlite`)) {
    await new Promise((resume) => setTimeout(resume, 10));
  }
  interruption.abort();
  assert.match((await batch).stopped!, /interrupted/);
  const live = await runJudge({ ...options, out: other.out });
  assert.deepEqual([live.done, live.waiting], [0, 4]);
  assert.equal((await runBatch({ ...options, out: other.out })).done, 4);
});

Deno.test("files in one service's terms do not go to another's", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const options = setting(folder.path, server.url, { decoding: { max_completion_tokens: 100 } });
  await writeBatch({ ...options, format: "anthropic" });
  await assert.rejects(
    () => runBatch(options),
    /in the format openai, found 0001\.input\.jsonl in that of anthropic/,
  );
});

Deno.test("Google's batches know no effort: the protocol's is left out, one given by hand is refused", async () => {
  using folder = tempFolder();
  const line = { id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" };
  const options = setting(folder.path, NOWHERE, {
    ...{
      protocol: "score",
      judge: "gemini-2.5-pro",
      data: [{ ...line, unbiased_instruction: "What of it?" }],
    },
    format: "gemini",
  });
  assert.equal((await writeBatch(options)).files.length, 1);
  await assert.rejects(
    () => writeBatch({ ...options, decoding: { reasoning_effort: "low" } }),
    /Gemini's batches take, found reasoning_effort/,
  );
});

Deno.test("who answered is in the summary of an ingestion", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, NOWHERE), answers = `${folder.path}/answers.jsonl`;
  const { files: [file] } = await writeBatch(options);
  writeFileSync(answers, keysOf(file).map((key) => answer(key)).join("\n"));
  const { served, journal } = await ingestBatch(answers, options);
  assert.deepEqual(served, { "m-2026": 4 });
  assert.ok(repliesOf(journal).every(({ model }) => model === "m-2026"));
});

Deno.test("limits of 0 are refused, and each service's own are these", async () => {
  using folder = tempFolder();
  for (const limits of [{ requests: 0 }, { bytes: 0 }, { requests: NaN }]) {
    await assert.rejects(() => writeBatch(setting(folder.path, NOWHERE, { limits })), /limits of at least 1/);
  }
  const own = Object.fromEntries(Object.entries(FORMATS).map(([name, { limits }]) => [name, limits]));
  const limits: Record<keyof typeof FORMATS, BatchLimits> = {
    openai: { requests: 50_000, bytes: 200e6 },
    vllm: { requests: 50_000, bytes: 2e9 },
    anthropic: { requests: 100_000, bytes: 256e6 },
    gemini: { requests: 200_000, bytes: 2e9 },
    vertex: { requests: 200_000, bytes: 1e9 },
  };
  assert.deepEqual(own, limits);
});
