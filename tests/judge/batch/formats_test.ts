import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { ingestBatch, runBatch, writeBatch, writeResults } from "judgebias/judge";
import { readAnswer } from "@/judge/batch/answers.ts";
import type { BatchFormat } from "@/judge/batch/formats.ts";
import { parseBracketChoice } from "@/judge/parse/parsers.ts";
import { settleReply } from "@/judge/parse/settle_reply.ts";
import { holds, jsonLines, NOWHERE, place, samples, saying, wantedOf } from "../study.ts";
import { answerTo, keysIn } from "./answers.ts";

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
  name: "formats: lines of four providers, verdicts and failures counted as in their description",
  ignore: !existsSync(LAYOUTS), // the slices lie beside the project (../shared/layouts) and are not part of it
  fn() {
    const linesIn = (file: string) => readFileSync(new URL(file, LAYOUTS), "utf8").trim().split("\n");
    for (const [files, verdicts, without] of COUNTS) {
      const answers = files.flatMap(linesIn).map((line) => readAnswer(line)!);
      const ok = answers.filter((one) =>
        "reply" in one && settleReply(one.reply.reply, parseBracketChoice).status === "ok"
      );
      assert.deepEqual([ok.length, answers.length - ok.length], [verdicts, without], files.join());
      assert.ok(answers.every(({ key }) => key.startsWith("made-pair-")));
      for (const answer of answers) if ("reason" in answer) assert.match(answer.reason, /^\S+: \S/);
    }
    // A token's number is turned into its text, and fillers weigh nothing.
    const vllm = readAnswer(linesIn("vllm/output.jsonl")[0])!;
    assert.ok("reply" in vllm);
    assert.equal(vllm.reply.reply.tokens?.[0].token, "A");
  },
});

Deno.test("formats: a line with an error, or of another status than 200, is no answer whatever else it holds, but a filter's refusal is one", () => {
  for (const { line, reason, refusal } of jsonLines("tests/judge/batch/answers.jsonl")) {
    const answer = readAnswer(JSON.stringify({ custom_id: "judgebias-1", ...line }))!;
    const found = "reply" in answer ? { refusal: answer.reply.reply.refusal } : { reason: answer.reason };
    const wanted = wantedOf(refusal === undefined ? { reason } : { refusal });
    holds({ key: answer.key, ...found }, { key: "judgebias-1", ...wanted }, JSON.stringify(line));
  }
});

const geminiResponse = (text: string) => ({
  candidates: [{
    content: { parts: [{ text: "Judgement: [[B]]", thought: true }, { text }], role: "model" },
    finishReason: "STOP",
  }],
  usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, thoughtsTokenCount: 4 },
});

/** How each service would answer a line of its own; what was thought (B) is not what was said. */
const SERVICES: Record<BatchFormat, (line: Record<string, never>, text: string) => unknown> = {
  openai: ({ custom_id }, text) => ({ ...answerTo(custom_id, text), error: undefined }),
  vllm: ({ custom_id }, text) => answerTo(custom_id, text),
  anthropic: ({ custom_id }, text) => {
    const content = [{ type: "thinking", thinking: "Judgement: [[B]]" }, { type: "text", text }];
    const usage = { input_tokens: 5, output_tokens: 3 };
    const message = { id: "m", model: "m", stop_reason: "end_turn", usage, content };
    return { custom_id, result: { type: "succeeded", message } };
  },
  gemini: ({ key }, text) => ({ key, response: geminiResponse(text) }),
};

for (const [format, answer] of Object.entries(SERVICES) as [BatchFormat, typeof SERVICES.openai][]) {
  Deno.test(`formats: ${format}, written in shards, answered in any order, packed, twice, taken once`, async () => {
    await using at = await place(NOWHERE, {
      ...{ pairs: 7, format, limits: { requests: 3 } },
      decoding: { max_completion_tokens: 500, temperature: 0 },
    });
    const { files } = await writeBatch(at.options), lines = files.flatMap(jsonLines);
    assert.deepEqual([files.length, lines.length], [3, 7]);
    for (const line of lines) assert.match(JSON.stringify(line), /image\/png/);
    const answers = lines.map((line) => JSON.stringify(answer(line, "Judgement: [[A]]"))).reverse();
    // The last line without its line break, one answer twice, one line torn in the middle of the file.
    const packed = `${at.path}/answers.jsonl.gz`;
    writeFileSync(packed, gzipSync([answers[0], '{"custom', ...answers].join("\n")));
    const taken = { done: 7, duplicate: 1, torn: 1, foreign: 0, failed: 0, files: [], statuses: { ok: 7 } };
    holds(await ingestBatch(packed, at.options), taken);
    holds(await ingestBatch(packed, at.options), { done: 0, duplicate: 8, skipped: 0, files: [] });
    const [{ path, rows }] = await writeResults(at.path);
    assert.deepEqual([rows, readFileSync(path, "utf8").match(/"choice":"A"/g)?.length], [7, 7]);
    assert.deepEqual((await writeBatch(at.options)).files, []);
  });
}

Deno.test("formats: a parameter that a provider does not take is refused, not left out; a protocol's effort is left out where none is known", async () => {
  await using at = await place(NOWHERE);
  for (const { format, asked, words } of jsonLines("tests/judge/batch/formats.jsonl")) {
    const written = writeBatch({ ...at.options, ...asked, format, out: `${at.path}/${format}` });
    if (words) await assert.rejects(written, new RegExp(words));
    else assert.equal((await written).files.length, 1);
  }
});

Deno.test("formats: images by reference are the same calls as images inlined", async () => {
  await using at = await place(NOWHERE, { pairs: 3, format: "vllm" });
  const referred = await writeBatch({ ...at.options, imageURLs: "file:///mnt/images/" });
  const text = readFileSync(referred.files[0], "utf8");
  assert.match(text, /"url":"file:\/\/\/mnt\/images\/scene-00001\.png"/);
  assert.doesNotMatch(text, /base64/);
  const inlined = await writeBatch({ ...at.options, out: `${at.path}/other` });
  assert.deepEqual(keysIn(...referred.files), keysIn(...inlined.files));
});

Deno.test("batch: one that was made before a crash is found behind hundreds of others", async () => {
  let made = 0, mark = "";
  const batch = (i: number, more = {}) => ({
    ...{ id: `b${i}`, status: "completed", created_at: 2e9 - i, metadata: {}, input_file_id: "x", ...more },
  });
  const server = saying((_count, _body, request) => {
    const { pathname, searchParams } = new URL(request.url!, "http://h"), { method } = request;
    if (pathname === "/v1/files") return [200, '{"id":"file-1"}'];
    if (pathname !== "/v1/batches") {
      return [200, JSON.stringify(batch(250, { output_file_id: null, error_file_id: null }))];
    }
    if (method === "POST") {
      made++;
      return [500, "{}"];
    }
    const from = Number(searchParams.get("after")?.slice(1) ?? -1) + 1;
    const data = Array.from({ length: 100 }, (_, i) => batch(from + i));
    const own = { metadata: { judgebias_shard: mark }, input_file_id: "file-1" };
    if (mark !== "" && from === 200) data[50] = batch(250, own);
    return [200, JSON.stringify({ object: "list", data, has_more: from < 300, last_id: data[99].id })];
  });
  await using at = await place(server, { data: samples(2), poll: 0.01 });
  assert.match((await runBatch(at.options)).stopped!, /500/);
  assert.equal(made, 1);
  mark = createHash("sha256").update(readFileSync(`${at.path}/batches/base--j/0001.input.jsonl`)).digest(
    "hex",
  );
  await runBatch(at.options);
  assert.equal(made, 1, "it was found on the third page");
});
