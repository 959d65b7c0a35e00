import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { runBatch, writeResults } from "judgebias/judge";
import { holds, place, refusal, repliesOf, saying, withKey } from "../study.ts";

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  origin: string;
}

type Said = { status?: number; body: unknown; headers?: Record<string, string> };

/** A service that answers what it is asked with a status, a body, and headers; a study of five pairs that asks it. */
async function study(
  answer: (asked: Asked) => Said,
  { at: path = "/v1", ...more }: Record<string, unknown> = {},
) {
  const asked: Asked[] = [];
  const server = saying((_count, body, { method, url, headers }) => {
    asked.push({ method: method!, path: url!, headers, body, origin: `http://${headers.host}` });
    const { status = 200, body: said, headers: more } = answer(asked.at(-1)!);
    return [status, typeof said === "string" ? said : JSON.stringify(said), more];
  });
  const at = await place(server, {
    ...{ pairs: 5, judge: "claude", poll: 0.01, retries: 2 },
    decoding: { max_completion_tokens: 400, temperature: 0 },
    ...more,
  });
  const options = { ...at.options, baseURL: `${new URL(at.server.url).origin}${path}` };
  return { ...at, asked, batch: (more = {}) => runBatch({ ...options, ...more }) };
}

const SAID = "Judgement: [[A]]";

/** Anthropic's Message Batches as its description has them: in progress at the first look, ended at the second. */
function anthropic({ lose = 0, fail = 0, keep = true } = {}) {
  const batches: { id: string; requests: { custom_id: string }[]; looks: number }[] = [];
  let lost = 0, failed = 0;
  const record = ({ id, requests, looks }: typeof batches[number]) => ({
    ...{ id, type: "message_batch", created_at: new Date().toISOString() },
    processing_status: looks > 1 ? "ended" : "in_progress",
    request_counts: { processing: requests.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  });
  const error = (status: number, type: string) => ({
    status,
    body: { type: "error", error: { type, message: type } },
  });
  const usage = { input_tokens: 50, output_tokens: 7 };
  const content = [{ type: "thinking", thinking: "[[B]]" }, { type: "text", text: SAID }];
  const message = { id: "m", model: "claude", stop_reason: "end_turn", usage, content };
  return {
    batches,
    answer({ method, path, body }: Asked): Said {
      if (method === "POST" && path === "/v1/messages/batches") {
        if (failed++ < fail) return error(529, "overloaded_error");
        const requests: { custom_id: string }[] = JSON.parse(body).requests;
        // Made, but the answer is lost on its way; or it was not, and a colleague's of the same size was, with one question in common.
        const own = keep || lost >= lose;
        const made = own ? requests : requests.map((one, i) => i === 0 ? one : { custom_id: `theirs-${i}` });
        batches.push({ id: `msgbatch_${batches.length + 1}`, requests: made, looks: 0 });
        return lost++ < lose ? error(500, "api_error") : { body: record(batches.at(-1)!) };
      }
      if (path.startsWith("/v1/messages/batches?")) {
        for (const batch of batches) batch.looks++;
        // A page each, newest first.
        const after = batches.findIndex(({ id }) => path.includes(`after_id=${id}`));
        const [batch] = (after < 0 ? batches : batches.slice(0, after)).slice(-1);
        const data = batch ? [record(batch)] : [];
        return { body: { data, has_more: batch !== undefined && batch !== batches[0], last_id: batch?.id } };
      }
      const [, id, results] = /^\/v1\/messages\/batches\/([^/]+)(\/results)?$/.exec(path)!;
      const batch = batches.find((one) => one.id === id)!;
      if (!results) return { body: record({ ...batch, looks: ++batch.looks }) };
      const lines = batch.requests.map(({ custom_id }, i) => {
        const result = i === 1 && Number(id.slice(9)) < 3
          ? { type: "expired" }
          : { type: "succeeded", message };
        return JSON.stringify({ custom_id, result });
      });
      return { body: lines.reverse().join("\n") };
    },
  };
}

Deno.test("batch at Anthropic: submitted in shards, waited for, taken; what expired is asked again", async () => {
  const desk = anthropic({ fail: 1 });
  await using at = await study(desk.answer, { format: "anthropic", limits: { requests: 3 } });
  await withKey("sk-ant-test-key", async (keyVariable) => {
    holds(await at.batch({ keyVariable }), { done: 3, failed: 2, stopped: null });
    assert.deepEqual(desk.batches.map(({ requests }) => requests.length), [3, 2]);
    const made = at.asked.find(({ method }) => method === "POST")!;
    holds(made.headers, { "x-api-key": "sk-ant-test-key", "anthropic-version": "2023-06-01" });
    assert.equal(made.headers.authorization, undefined);
    const [{ params }] = JSON.parse(made.body).requests;
    assert.deepEqual([params.model, params.max_tokens], ["claude", 400]);
    assert.ok(params.messages[0].content.some((part: { type: string }) => part.type === "image"));
    const second = await at.batch({ keyVariable });
    holds(second, { done: 2, skipped: 3 });
    assert.equal((await writeResults(at.path))[0].rows, 5);
    assert.ok(!readFileSync(second.journal, "latin1").includes("sk-ant-test-key"));
    for (const { verdict } of repliesOf(second.journal)) assert.equal(verdict.values.choice, "A");
  });
});

Deno.test("batch at Anthropic: made, but its answer lost: found again by its keys, not by its size, and not made twice", async () => {
  for (const keep of [true, false]) {
    const desk = anthropic({ lose: 1, keep });
    await using at = await study(desk.answer, { format: "anthropic" });
    const words = /may have been submitted already: msgbatch_1 .*Nothing was sent again; run again/;
    assert.match((await at.batch()).stopped!, words);
    const { stopped, done, failed } = await at.batch();
    assert.deepEqual([stopped, done + failed], [null, 5]);
    assert.equal(desk.batches.length, keep ? 1 : 2, "a colleague's batch is nobody's answer to ours");
  }
});

/** The Gemini API's files and batches. */
function gemini({ lose = 0, uploads = "" } = {}) {
  const files = new Map<string, string>(),
    batches: { name: string; display: string; file: string; looks: number }[] = [];
  let lost = 0;
  const record = ({ name, display, file, looks }: typeof batches[number]) => ({
    ...{ name, done: looks > 1 },
    metadata: { displayName: display, state: looks > 1 ? "BATCH_STATE_SUCCEEDED" : "BATCH_STATE_RUNNING" },
    ...(looks > 1 ? { response: { responsesFile: `files/answers-${file.slice(6)}` } } : {}),
  });
  return {
    batches,
    answer({ method, path, body, headers, origin }: Asked): Said {
      if (path === "/upload/v1beta/files" && headers["x-goog-upload-command"] === "start") {
        const url = uploads || `${origin}/upload/v1beta/files?upload_id=1`;
        return { body: {}, headers: { "x-goog-upload-url": url } };
      }
      if (path.startsWith("/upload/v1beta/files?")) {
        const name = `files/f${files.size}`;
        files.set(name, body);
        return { body: { file: { name } } };
      }
      if (path === "/v1beta/models/gemini-x:batchGenerateContent") {
        const { batch } = JSON.parse(body), name = `batches/b${batches.length}`;
        batches.push({ name, display: batch.display_name, file: batch.input_config.file_name, looks: 0 });
        const again = { status: 503, body: { error: { message: "try again" } } };
        return lost++ < lose ? again : { body: record(batches.at(-1)!) };
      }
      if (path.startsWith("/v1beta/batches?")) return { body: { operations: batches.map(record) } };
      const batch = batches.find(({ name }) => path === `/v1beta/${name}`);
      if (batch && method === "GET") return { body: record({ ...batch, looks: ++batch.looks }) };
      const file = /^\/download\/v1beta\/files\/answers-(f\d+):download\?alt=media$/.exec(path)![1];
      const response = {
        candidates: [{ content: { parts: [{ text: SAID }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 5 },
      };
      const lines = files.get(`files/${file}`)!.trim().split("\n");
      return {
        body: lines.map((line) => JSON.stringify({ key: JSON.parse(line).key, response })).join("\n"),
      };
    },
  };
}

const GEMINI = { judge: "gemini-x", format: "gemini" };

Deno.test("batch at Google: uploaded, submitted under the file's mark, waited for, taken; a lost answer makes none twice", async () => {
  const desk = gemini({ lose: 1 });
  await using at = await study(desk.answer, { ...GEMINI, at: "/v1beta/openai", limits: { requests: 3 } });
  await withKey("AIza-test-key", async (keyVariable) => {
    holds(await at.batch({ keyVariable }), { done: 5, failed: 0, stopped: null });
    assert.deepEqual(desk.batches.map(({ file }) => file), ["files/f0", "files/f1"]);
    for (const { headers } of at.asked) {
      holds(headers, { "x-goog-api-key": "AIza-test-key", authorization: undefined });
    }
    holds(await at.batch({ keyVariable }), { done: 0, skipped: 5 });
  });
});

Deno.test("batch: a service that names another host for the key, or refuses it, ends the run in words; Vertex takes files only", async () => {
  await using away = await study(gemini({ uploads: "http://127.0.0.2:1/" }).answer, {
    ...GEMINI,
    at: "/v1beta",
  });
  assert.match((await away.batch()).stopped!, /another host/);
  const [status, body] = refusal(401, "authentication_error", "invalid x-api-key");
  await using at = await study(() => ({ status: status as number, body }), { format: "anthropic" });
  assert.match((await at.batch()).stopped!, /401: invalid x-api-key/);
  assert.equal(at.asked.length, 1);
  const words = /wanted the format openai, anthropic, gemini at an endpoint, found vertex/;
  await assert.rejects(() => at.batch({ format: "vertex" }), words);
});
