import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { journalResults, runJudge, simulatedServer, writeResults } from "judgebias/judge";
import { tempFolder } from "../temp_folder.ts";

/** Two pairs about something, with the ids 1 and 2. */
const study = (of: string, more = {}) =>
  ["1", "2"].map((item_id) => ({
    ...{
      item_id,
      query: `${of} in ${item_id}?`,
      answer_a: "It is a red circle.",
      answer_b: "No.",
      human: "A",
    },
    ...more,
  }));
const file = (folder: string, name: string, lines: unknown[]) => {
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
};

Deno.test("two studies under one name are refused, given as values or behind a data set that is new", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const run = (data: string | unknown[], more = {}) =>
    runJudge({
      ...{ protocol: "base", data, judge: "j", baseURL: server.url, out: folder.path, silent: true },
      ...more,
    });
  assert.equal((await run(study("What is"))).done, 2);
  assert.equal((await run(study("What is"))).done, 0, "the same values are the same study");
  await assert.rejects(() => run(study("How many")), /one data set called study.*sample 1 differs.*dataSet/s);
  assert.equal((await run(study("How many"), { dataSet: "second" })).done, 2);
  await run(file(folder.path, "here/both", study("Who is", { benchmark: "old" })));
  await assert.rejects(
    () =>
      run(
        file(folder.path, "there/both", [
          ...study("Who is", { benchmark: "new" }),
          ...study("Where is", { benchmark: "old" }),
        ]),
      ),
    /one data set called old/,
  );
});

Deno.test("files of data sets whose names are alike but for signs stay apart", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const names = ["日本", "中国", "run 1", "run-1", "Case", "case", "a".repeat(90), `${"a".repeat(90)}b`];
  for (const dataSet of names) {
    await runJudge({
      ...{ protocol: "score", judge: "j", baseURL: server.url, out: folder.path, silent: true, dataSet },
      data: [{
        ...{ id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" },
        unbiased_instruction: `What of ${dataSet}?`,
      }],
    });
  }
  const paths = (await writeResults(folder.path)).map(({ path }) => path);
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, names.length);
  assert.ok(paths.some((path) => path.endsWith("--run-1.jsonl")), "a plain name stays plain");
});

/** Written by the library as it was before samples were named by their data set, and calls by their endpoint. */
const OLD = join(dirname(fileURLToPath(import.meta.url)), "old");

Deno.test("an older journal of two endpoints is taken for neither without a word", async () => {
  using folder = tempFolder();
  const journal = join(folder.path, "journals/standard_ref--j.jsonl");
  mkdirSync(dirname(journal));
  // The second run is said to have asked elsewhere.
  let plans = 0;
  const old = readFileSync(join(OLD, "standard_ref--j.jsonl"), "utf8")
    .replace(/:41933/g, (port) => plans++ === 0 ? port : ":8000");
  writeFileSync(journal, old);
  const run = (port: number, more = {}) =>
    runJudge({
      ...{ protocol: "standard_ref", data: join(OLD, "first.jsonl"), judge: "j", retries: 0, silent: true },
      ...{ baseURL: `http://127.0.0.1:${port}/v1`, out: folder.path },
      ...{ conditions: { orders: ["given" as const, "swapped" as const] }, ...more },
    });
  await assert.rejects(
    () => run(8000),
    /of http:.*:41933.*, http:.*:8000.*--endpoint http:.*:8000\/v1 takes all/s,
  );
  const named = await run(8000, { endpoint: "http://127.0.0.1:8000/v1" });
  assert.deepEqual([named.done, named.skipped], [0, 12]);
  assert.equal(journalResults(journal).frame.height, 6);
});
