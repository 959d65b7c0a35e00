import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { readAnswer } from "@/judge/batch/answers.ts";
import { settleReply } from "@/judge/parse/settle_reply.ts";
import { parseBracketChoice } from "@/judge/parse/parse_choice.ts";
import { openTables } from "@/judge/store/tables.ts";
import { ingestBatch, runBatch, writeBatch, writeResults } from "judgebias/judge";
import { completion, endpoint, json, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** Batch lines in the providers' own formats, beside the project; not part of it. */
const LAYOUTS = new URL("../../../../shared/layouts/batch/", import.meta.url);

/** Verdicts and lines without one, as the description of the slices counts them. */
const COUNTS: [file: string[], verdicts: number, without: number][] = [
  [["openai/output.jsonl", "openai/errors.jsonl"], 6, 3],
  [["vllm/output.jsonl"], 5, 3],
  [["anthropic/results.jsonl"], 4, 5],
  [["gemini_api/output.jsonl"], 5, 3],
];

Deno.test({
  name: "formats: lines of five providers, verdicts and failures counted as in their description",
  ignore: !existsSync(LAYOUTS), // the slices lie beside the project (../shared/layouts) and are not part of it
  fn() {
    const answersIn = (file: string) =>
      readFileSync(new URL(file, LAYOUTS), "utf8").trim().split("\n").map((line) => readAnswer(line)!);
    for (const [files, verdicts, without] of COUNTS) {
      const answers = files.flatMap(answersIn);
      const read = answers.map((answer) =>
        "reply" in answer ? settleReply(answer.reply.reply, parseBracketChoice).status : "failed"
      );
      assert.deepEqual(
        [read.filter((status) => status === "ok").length, read.filter((status) => status !== "ok").length],
        [verdicts, without],
        files.join(),
      );
      assert.ok(answers.every(({ key }) => key.startsWith("made-pair-")));
      for (const answer of answers) if ("reason" in answer) assert.match(answer.reason, /^\S+: \S/);
    }
    // A token's number is turned into its text, and fillers weigh nothing.
    const [vllm] = answersIn("vllm/output.jsonl");
    assert.ok("reply" in vllm);
    assert.equal(vllm.reply.reply.tokens?.[0].token, "A");
    // Vertex names its rows by nothing but the request: ours carry a label, and lines without it are not ours.
    const vertex = readFileSync(new URL("gemini_vertex/predictions.jsonl", LAYOUTS), "utf8").trim().split(
      "\n",
    );
    assert.deepEqual(vertex.map((line) => readAnswer(line)), [null, null, null, null]);
    const labelled = vertex.map((line) => readAnswer(line.replace("made_id", "judgebias"))!);
    assert.deepEqual(labelled.map((answer) => "reply" in answer), [true, true, true, false]);
  },
});

Deno.test("formats: a line with an error, or of another status than 200, is no answer whatever else it holds", () => {
  const body = JSON.parse(completion("Judgement: [[A]]"));
  const lines: [object, RegExp | null][] = [
    [{ response: { status_code: 200, body }, error: null }, null],
    [{ response: { status_code: 200, body }, error: { message: "late" } }, /200: late/],
    [{ response: { status_code: 400, body }, error: null }, /^400: /],
    [{ response: { status_code: 400, body: { error: { message: "bad" } } }, error: null }, /400: bad/],
  ];
  for (const [line, reason] of lines) {
    const answer = readAnswer(JSON.stringify({ custom_id: "judgebias-1", ...line }))!;
    assert.equal("reply" in answer, reason === null);
    if ("reason" in answer) assert.match(answer.reason, reason!);
  }
  const empty = { custom_id: "judgebias-1", result: { type: "succeeded", message: {} } };
  assert.deepEqual(readAnswer(JSON.stringify(empty)), {
    key: "judgebias-1",
    reason: "UnusableReply: a message without content",
    usage: null,
  });
});

/** How each service would answer a line of its own. */
const SERVICES: Record<string, (line: Record<string, never>, text: string) => unknown> = {
  openai: ({ custom_id }, text) => ({
    custom_id,
    response: { status_code: 200, body: JSON.parse(completion(text)) },
  }),
  vllm: ({ custom_id }, text) => ({
    ...{ id: "vllm-1", custom_id, error: null },
    response: { status_code: 200, body: JSON.parse(completion(text)) },
  }),
  anthropic: ({ custom_id }, text) => ({
    custom_id,
    result: {
      type: "succeeded",
      message: {
        ...{ id: "m", model: "m", stop_reason: "end_turn", usage: { input_tokens: 5, output_tokens: 3 } },
        content: [{ type: "thinking", thinking: "Judgement: [[B]]" }, { type: "text", text }],
      },
    },
  }),
  gemini: ({ key }, text) => ({ key, response: geminiResponse(text) }),
  vertex: ({ request }, text) => ({ status: "", request, response: geminiResponse(text) }),
};

const geminiResponse = (text: string) => ({
  candidates: [{
    content: { parts: [{ text: "Judgement: [[B]]", thought: true }, { text }], role: "model" },
    finishReason: "STOP",
  }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, thoughtsTokenCount: 4 },
});

for (const [format, answer] of Object.entries(SERVICES)) {
  Deno.test(`formats: ${format}, written in shards, answered in any order, packed, twice, taken once`, async () => {
    using folder = tempFolder();
    const { data, images } = studyIn(folder.path, 7);
    const options = {
      ...{ protocol: "base", data, images, judge: "j", baseURL: "http://127.0.0.1:9/v1", out: folder.path },
      ...{ decoding: { max_completion_tokens: 500, temperature: 0 }, silent: true },
      ...{ format: format as "openai", limits: { requests: 3 } },
    };
    const { files } = await writeBatch(options);
    assert.equal(files.length, 3);
    const lines = files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
    assert.equal(lines.length, 7);
    for (const line of lines) assert.match(line, /image\/png/);
    const answers = lines.map((line) => JSON.stringify(answer(JSON.parse(line), "Judgement: [[A]]")))
      .reverse();
    // The last line without its line break, one answer twice, one line torn in the middle of the file.
    const text = [answers[0], '{"custom', ...answers].join("\n");
    writeFileSync(`${folder.path}/answers.jsonl.gz`, gzipSync(text));
    const summary = await ingestBatch(`${folder.path}/answers.jsonl.gz`, options);
    assert.deepEqual(
      [summary.done, summary.duplicate, summary.torn, summary.foreign, summary.failed, summary.files],
      [7, 1, 1, 0, 0, []],
    );
    assert.deepEqual(summary.statuses, { ok: 7 });
    const again = await ingestBatch(`${folder.path}/answers.jsonl.gz`, options);
    assert.deepEqual([again.done, again.duplicate, again.skipped, again.files], [0, 8, 0, []]);
    const [{ path, rows }] = await writeResults(folder.path);
    assert.equal(rows, 7);
    // What was thought (B) is not what was said.
    assert.equal(readFileSync(path, "utf8").match(/"choice":"A"/g)?.length, 7);
    assert.deepEqual((await writeBatch(options)).files, []);
  });
}

Deno.test("formats: a parameter that a provider does not take is refused, not left out", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 1);
  const write = (format: "anthropic" | "gemini", decoding: Record<string, unknown>) =>
    writeBatch({
      ...{
        protocol: "base",
        data,
        images,
        judge: "j",
        baseURL: "http://h/v1",
        out: `${folder.path}/${format}`,
      },
      ...{ decoding, format, silent: true },
    });
  await assert.rejects(() => write("anthropic", {}), /max_completion_tokens=N/);
  await assert.rejects(
    () => write("anthropic", { max_completion_tokens: 9, seed: 1 }),
    /found seed; .*seed=null/,
  );
  await assert.rejects(() => write("gemini", { reasoning_effort: "low" }), /reasoning_effort=null/);
});

Deno.test("formats: images by reference are the same calls as images inlined", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 3);
  const options = {
    ...runOf({ data, images }, "http://h/v1", folder.path),
    ...{ format: "vllm" as const },
  };
  const keys = (files: string[]) =>
    files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n")).map((line) =>
      JSON.parse(line).custom_id
    );
  const referred = await writeBatch({ ...options, imageURLs: "file:///mnt/images/" });
  const text = readFileSync(referred.files[0], "utf8");
  assert.match(text, /"url":"file:\/\/\/mnt\/images\/scene-00001\.png"/);
  assert.doesNotMatch(text, /base64/);
  const inlined = await writeBatch({ ...options, out: `${folder.path}/other` });
  assert.deepEqual(keys(referred.files), keys(inlined.files));
});

Deno.test("batch: one that was made before a crash is found behind hundreds of others", async () => {
  using folder = tempFolder();
  let made = 0, mark = "";
  const batch = (i: number, more = {}) => ({
    id: `b${i}`,
    status: "completed",
    created_at: 2e9 - i,
    metadata: {},
    input_file_id: "x",
    ...more,
  });
  await using server = await endpoint(async (response, request) => {
    const url = new URL(request.url!, "http://h");
    if (url.pathname === "/v1/files") return json(response, 200, '{"id":"file-1"}');
    if (request.method === "GET" && url.pathname === "/v1/batches") {
      const from = Number(url.searchParams.get("after")?.slice(1) ?? -1) + 1;
      const page = Array.from({ length: 100 }, (_, i) => batch(from + i));
      if (mark !== "" && from === 200) {
        page[50] = batch(250, { metadata: { judgebias_shard: mark }, input_file_id: "file-1" });
      }
      return json(
        response,
        200,
        JSON.stringify({ object: "list", data: page, has_more: from < 300, last_id: page[99].id }),
      );
    }
    if (request.method === "POST" && url.pathname === "/v1/batches") {
      made++;
      return json(response, 500, "{}");
    }
    await new Promise((resume) => setTimeout(resume));
    json(response, 200, JSON.stringify(batch(250, { output_file_id: null, error_file_id: null })));
  });
  const { data, images } = studyIn(folder.path, 2);
  const options = {
    ...runOf({ data, images }, server.url, folder.path),
    ...{ poll: 0.01, retries: 0 },
  };
  const first = await runBatch(options);
  assert.match(first.stopped!, /500/);
  assert.equal(made, 1);
  mark = createHash("sha256").update(readFileSync(`${folder.path}/batches/base--j/0001.input.jsonl`)).digest(
    "hex",
  );
  await runBatch(options);
  assert.equal(made, 1, "it was found on the third page");
});

Deno.test("batch: a study that names a file outside its folder is refused", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 1);
  const options = runOf({ data, images }, "http://127.0.0.1:9/v1", folder.path);
  const { journal } = await writeBatch(options), tables = openTables(journal, { write: true });
  tables.exec("UPDATE batch SET json = replace(json, '0001.input.jsonl', '../../../../etc/passwd')");
  tables.close();
  await assert.rejects(() => writeBatch(options), /found .*etc\/passwd; the study's file is damaged/);
});
