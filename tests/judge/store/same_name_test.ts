import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runJudge, simulatedServer, writeResults } from "judgebias/judge";
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
