import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { ingestBatch, writeBatch, writeResults } from "judgebias/judge";
import { completion, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const data = Array.from({ length: 300 }, (_, i) => ({
  item_id: `${i}`,
  query: `What is shown in picture ${i}?`,
  answer_a: `A cat, number ${i}.`,
  answer_b: `A dog, number ${i}.`,
  human: "A",
}));

function options(out: string) {
  return {
    ...{ protocol: "base", data, judge: "j", baseURL: "http://127.0.0.1:9/v1", out, silent: true },
    conditions: { orders: ["given", "swapped"] as ("given" | "swapped")[], runs: 4 },
  };
}

Deno.test("batch: of 2,400 calls every answer is counted once, the first of two counts, failed and absent ones stay open", async () => {
  using folder = tempFolder();
  const own = options(folder.path), { files: [file] } = await writeBatch(own);
  const keys = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line).custom_id);
  const line = (custom_id: string, letter: string, status_code = 200) => {
    const body = status_code === 200 ? JSON.parse(completion(`[[${letter}]]`)) : { message: "too long" };
    return JSON.stringify({ id: "r", custom_id, response: { status_code, body }, error: null });
  };
  const paths = ["one", "two"].map((name) => `${folder.path}/${name}.jsonl`);
  // Backwards, so that neighbours in the file are in other pages; call 3 has no answer, 5 an error, 7 an error and an answer.
  const first = keys.map((key, i) => i === 3 ? "" : line(key, "A", i === 5 || i === 7 ? 400 : 200)).reverse();
  const foreign = line("0".repeat(40), "A"), longer = line(`${keys[0]}ff`, "A");
  writeFileSync(paths[0], [...first, foreign, '{"custom'].join("\n"));
  writeFileSync(
    paths[1],
    [line(keys[7], "B"), line(keys[0], "B"), line(keys[2399], "B"), longer, "[]"].join("\n"),
  );

  const found = await ingestBatch(paths, own);
  const { done, failed, duplicate, foreign: strange, torn, files } = found;
  assert.deepEqual({ done, failed, duplicate, strange, torn, files }, {
    ...{ done: 2398, failed: 2, duplicate: 2, strange: 2, torn: 2 },
    files: [file],
  });
  const letters = new Map<string, unknown>();
  for (const { key, reply } of repliesOf(found.journal)) {
    assert.ok(!letters.has(key), "one reply per call");
    letters.set(key, reply.text);
  }
  assert.deepEqual([0, 3, 5, 7, 2399].map((i) => letters.get(keys[i])), [
    ...["[[A]]", undefined, undefined, "[[B]]", "[[A]]"],
  ]);
  assert.equal((await writeResults(folder.path))[0].rows, 2398);

  const again = await ingestBatch(paths, own);
  assert.deepEqual([again.done, again.duplicate, again.foreign], [0, 2401, 2]);
  writeFileSync(paths[0], line(keys[3], "A"));
  const last = await ingestBatch(paths[0], own);
  assert.deepEqual([last.done, last.files], [1, []], "the error is asked again in another file");
});
