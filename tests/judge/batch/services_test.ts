import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { runBatch, writeResults } from "judgebias/judge";
import { endpoint, json, repliesOf, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Said = { status?: number; body: unknown; headers?: Record<string, string> };

/** A service that answers what it is asked with a status, a body, and headers. */
async function service(answer: (asked: Asked, origin: string) => Said) {
  const asked: Asked[] = [];
  const server = await endpoint((response, { method, url, headers }, _count, body) => {
    const one = { method: method!, path: url!, headers, body };
    asked.push(one);
    const { status = 200, body: said, headers: more } = answer(one, origin);
    json(response, status, typeof said === "string" ? said : JSON.stringify(said), more);
  });
  const { origin } = new URL(server.url);
  return { ...server, origin, asked };
}

const SAID = "Judgement: [[A]]";

/** Anthropic's Message Batches as its description has them: in progress at the first look, ended at the second. */
function anthropic(
  { lose = 0, fail = 0, keep = true }: { lose?: number; fail?: number; keep?: boolean } = {},
) {
  const batches: { id: string; requests: { custom_id: string }[]; looks: number }[] = [];
  let lost = 0, failed = 0;
  const record = ({ id, requests, looks }: typeof batches[number]) => ({
    ...{ id, type: "message_batch", created_at: new Date().toISOString() },
    processing_status: looks > 1 ? "ended" : "in_progress",
    request_counts: { processing: requests.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  });
  return {
    batches,
    answer({ method, path, body }: Asked): { status?: number; body: unknown } {
      const error = (status: number, type: string) => ({
        status,
        body: { type: "error", error: { type, message: type } },
      });
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
      if (!results) {
        batch.looks++;
        return { body: record(batch) };
      }
      const message = {
        ...{
          id: "m",
          model: "claude",
          stop_reason: "end_turn",
          usage: { input_tokens: 50, output_tokens: 7 },
        },
        content: [{ type: "thinking", thinking: "[[B]]" }, { type: "text", text: SAID }],
      };
      const lines = batch.requests.map(({ custom_id }, i) =>
        JSON.stringify({
          custom_id,
          result: i === 1 && Number(id.slice(9)) < 3 ? { type: "expired" } : { type: "succeeded", message },
        })
      );
      return { body: lines.reverse().join("\n") };
    },
  };
}

function study(folder: string, origin: string, path = "/v1") {
  const { data, images } = studyIn(folder, 5);
  return {
    ...runOf({ data, images }, `${origin}${path}`, folder, "base", "claude"),
    ...{ poll: 0.01, retries: 2, decoding: { max_completion_tokens: 400, temperature: 0 } },
  };
}

Deno.test("batch at Anthropic: submitted in shards, waited for, taken; what expired is asked again", async () => {
  using folder = tempFolder();
  const desk = anthropic({ fail: 1 });
  await using server = await service(desk.answer);
  Deno.env.set("JUDGEBIAS_TEST_ANTHROPIC", "sk-ant-test-key");
  const options = {
    ...study(folder.path, server.origin),
    ...{ format: "anthropic" as const, limits: { requests: 3 }, keyVariable: "JUDGEBIAS_TEST_ANTHROPIC" },
  };
  const first = await runBatch(options);
  assert.deepEqual([first.done, first.failed, first.stopped], [3, 2, null]);
  assert.deepEqual(desk.batches.map(({ requests }) => requests.length), [3, 2]);
  const made = server.asked.find(({ method }) => method === "POST")!;
  assert.deepEqual([made.headers["x-api-key"], made.headers["anthropic-version"]], [
    "sk-ant-test-key",
    "2023-06-01",
  ]);
  assert.equal(made.headers.authorization, undefined);
  const [{ params }] = JSON.parse(made.body).requests;
  assert.deepEqual([params.model, params.max_tokens], ["claude", 400]);
  assert.equal(params.messages[0].content.some((part: { type: string }) => part.type === "image"), true);
  const second = await runBatch(options);
  assert.deepEqual([second.done, second.skipped], [2, 3]);
  const [{ rows }] = await writeResults(folder.path);
  assert.equal(rows, 5);
  assert.ok(!readFileSync(second.journal, "latin1").includes("sk-ant-test-key"));
  for (const { verdict } of repliesOf(second.journal)) assert.equal(verdict.values.choice, "A");
});

Deno.test("batch at Anthropic: made, but its answer lost: found again by its keys, not by its size, and not made twice", async () => {
  for (const keep of [true, false]) {
    using folder = tempFolder();
    const desk = anthropic({ lose: 1, keep });
    await using server = await service(desk.answer);
    const options = { ...study(folder.path, server.origin), format: "anthropic" as const };
    const first = await runBatch(options);
    assert.match(
      first.stopped!,
      /may have been submitted already: msgbatch_1 .*Nothing was sent again; run again/,
    );
    const second = await runBatch(options);
    assert.deepEqual([second.stopped, second.done + second.failed], [null, 5]);
    assert.equal(desk.batches.length, keep ? 1 : 2, "a colleague's batch is nobody's answer to ours");
  }
});

/** The Gemini API's files and batches. */
function gemini({ lose = 0 }: { lose?: number } = {}) {
  const files = new Map<string, string>(),
    batches: { name: string; display: string; file: string; looks: number }[] = [];
  let lost = 0;
  const record = ({ name, display, file, looks }: typeof batches[number]) => ({
    ...{ name, done: looks > 1 },
    metadata: { displayName: display, state: looks > 1 ? "BATCH_STATE_SUCCEEDED" : "BATCH_STATE_RUNNING" },
    ...(looks > 1 ? { response: { responsesFile: `files/answers-${file.slice(6)}` } } : {}),
  });
  return {
    files,
    batches,
    answer({ method, path, body, headers }: Asked, origin: string) {
      if (path === "/upload/v1beta/files" && headers["x-goog-upload-command"] === "start") {
        return { body: {}, headers: { "x-goog-upload-url": `${origin}/upload/v1beta/files?upload_id=1` } };
      }
      if (path.startsWith("/upload/v1beta/files?")) {
        const name = `files/f${files.size}`;
        files.set(name, body);
        return { body: { file: { name } } };
      }
      if (path === "/v1beta/models/gemini-x:batchGenerateContent") {
        const { batch } = JSON.parse(body);
        const name = `batches/b${batches.length}`;
        batches.push({ name, display: batch.display_name, file: batch.input_config.file_name, looks: 0 });
        return lost++ < lose
          ? { status: 503, body: { error: { message: "try again" } } }
          : { body: record(batches.at(-1)!) };
      }
      if (path.startsWith("/v1beta/batches?")) return { body: { operations: batches.map(record) } };
      const batch = batches.find(({ name }) => path === `/v1beta/${name}`);
      if (batch && method === "GET") {
        batch.looks++;
        return { body: record(batch) };
      }
      const file = /^\/download\/v1beta\/files\/answers-(f\d+):download\?alt=media$/.exec(path)![1];
      const lines = files.get(`files/${file}`)!.trim().split("\n").map((line) =>
        JSON.parse(line).key as string
      );
      const response = {
        candidates: [{ content: { parts: [{ text: SAID }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 5 },
      };
      return { body: lines.map((key) => JSON.stringify({ key, response })).join("\n") };
    },
  };
}

Deno.test("batch at Google: uploaded, submitted under the file's mark, waited for, taken; a lost answer makes none twice", async () => {
  using folder = tempFolder();
  const desk = gemini({ lose: 1 });
  await using server = await service(desk.answer);
  Deno.env.set("JUDGEBIAS_TEST_GEMINI", "AIza-test-key");
  const options = {
    ...study(folder.path, server.origin, "/v1beta/openai"),
    ...{ judge: "gemini-x", format: "gemini" as const, limits: { requests: 3 } },
    keyVariable: "JUDGEBIAS_TEST_GEMINI",
  };
  const { done, failed, stopped } = await runBatch(options);
  assert.deepEqual([done, failed, stopped], [5, 0, null]);
  assert.deepEqual(desk.batches.map(({ file }) => file), ["files/f0", "files/f1"]);
  assert.ok(
    server.asked.every(({ headers }) =>
      headers["x-goog-api-key"] === "AIza-test-key" && !headers.authorization
    ),
  );
  const again = await runBatch(options);
  assert.deepEqual([again.done, again.skipped], [0, 5]);
});

Deno.test("batch: a service that names another host for the key, or refuses it, ends the run in words; Vertex takes files only", async () => {
  using folder = tempFolder();
  const desk = gemini();
  await using server = await service((asked, origin) => {
    const said = desk.answer(asked, origin);
    return asked.path === "/upload/v1beta/files"
      ? { ...said, headers: { "x-goog-upload-url": "http://127.0.0.2:1/" } }
      : said;
  });
  const away = await runBatch({
    ...study(folder.path, server.origin, "/v1beta"),
    judge: "gemini-x",
    format: "gemini",
  });
  assert.match(away.stopped!, /another host/);
  await using refusing = await service(() => ({
    status: 401,
    body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
  }));
  using other = tempFolder();
  const refused = await runBatch({ ...study(other.path, refusing.origin), format: "anthropic" });
  assert.match(refused.stopped!, /401: invalid x-api-key/);
  assert.equal(refusing.asked.length, 1);
  await assert.rejects(
    () => runBatch({ ...study(other.path, refusing.origin), format: "vertex" }),
    /wanted the format openai, anthropic, gemini at an endpoint, found vertex/,
  );
});
