import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { journalResults, runJudge, simulatedServer, writeResults } from "judgebias/judge";
import { tempFolder } from "../temp_folder.ts";

const pair = (item_id: string, query: string, human = "A", more = {}) => ({
  ...{ item_id, query, answer_a: `${query} It is a red circle.`, answer_b: `${query} No.`, human },
  ...more,
});
const file = (folder: string, name: string, lines: unknown[]) => {
  const path = join(folder, `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
};

Deno.test("two data files share a folder: ids that both have stay apart, and each row keeps its own", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const one = file(folder.path, "one", ["1", "2"].map((id) => pair(id, `What is in ${id}?`)));
  const two = file(folder.path, "two", ["2", "3"].map((id) => pair(id, `How many in ${id}?`, "B")));
  const run = (data: string, more = {}) =>
    runJudge({
      protocol: "base",
      data,
      judge: "j",
      baseURL: server.url,
      out: folder.path,
      silent: true,
      ...more,
    });
  const first = await run(one, { conditions: { runs: 2 } });
  const second = await run(two);
  assert.deepEqual([first.done, second.done, second.skipped], [4, 2, 0]);
  const { frame, missing } = journalResults(second.journal);
  const rows = frame.toRecords().map(({ benchmark, item_id, run, human }) =>
    `${benchmark} ${item_id} ${run} ${human}`
  );
  // The second study's one run is no reason to miss a second run of it, nor does it end that of the first.
  assert.deepEqual(rows, ["one 1 1 A", "one 1 2 A", "one 2 1 A", "one 2 2 A", "two 2 1 B", "two 3 1 B"]);
  assert.equal(missing, 0);
  assert.deepEqual([(await run(one, { conditions: { runs: 2 } })).done, (await run(two)).done], [0, 0]);
});

Deno.test("equal samples of two data sets are two samples; one study in two files is one under one name", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const lines = ["1", "2"].map((id) => pair(id, `What is in ${id}?`));
  const one = file(folder.path, "one", lines), two = file(folder.path, "two", lines);
  const run = (data: string, more = {}) =>
    runJudge({
      protocol: "base",
      data,
      judge: "j",
      baseURL: server.url,
      out: folder.path,
      silent: true,
      ...more,
    });
  assert.equal((await run(one)).done, 2);
  assert.equal((await run(two)).done, 2);
  assert.equal((await run(two, { dataSet: "one" })).done, 0);
});

Deno.test("another file of the same name and ids is refused with both names and the way out, before any call", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const run = (data: string, more = {}) =>
    runJudge({
      protocol: "base",
      data,
      judge: "j",
      baseURL: server.url,
      out: folder.path,
      silent: true,
      ...more,
    });
  const lines = ["1", "2"].map((id) => pair(id, `What is in ${id}?`));
  const here = file(folder.path, "here/pairs", lines);
  const there = file(folder.path, "there/pairs", ["1"].map((id) => pair(id, "Another?")));
  await run(here);
  const asked = server.answers.size;
  await assert.rejects(
    () => run(there),
    /here\/pairs\.jsonl, whose sample 1 differs .*there\/pairs.*--data-set NAME.*--data-set pairs/s,
  );
  assert.equal(server.answers.size, asked);
  assert.equal((await run(there, { dataSet: "others" })).done, 1);
  assert.equal(
    (await run(file(folder.path, "moved/pairs", lines))).done,
    0,
    "the same samples elsewhere are the same",
  );
  // A corrected label in the same file is a correction.
  file(folder.path, "here/pairs", [{ ...lines[0], human: "B" }, lines[1]]);
  const { journal, done } = await run(here);
  assert.equal(done, 0);
  assert.deepEqual(journalResults(journal, { dataSet: "pairs" }).frame.getColumn("human").toArray(), [
    "B",
    "A",
  ]);
});

Deno.test("frames without a column for the data set have a file for each", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const line = { id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" };
  const run = (name: string) =>
    runJudge({
      ...{ protocol: "score", judge: "j", baseURL: server.url, out: folder.path, silent: true },
      data: file(folder.path, name, [{ ...line, unbiased_instruction: `What of ${name}?` }]),
    });
  const { journal } = await run("one");
  await run("two");
  const written = await writeResults(folder.path);
  assert.deepEqual(written.map(({ path, rows }) => [path.split("--").at(-1), rows]), [["one.jsonl", 1], [
    "two.jsonl",
    1,
  ]]);
  assert.throws(() => journalResults(journal), /wanted dataSet, one of one, two/);
  assert.equal(journalResults(journal, { dataSet: "two" }).frame.height, 1);
});

Deno.test("a study that cannot become a frame stops no other, and is named", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const data = file(folder.path, "one", [pair("1", "What is it?")]);
  const { journal } = await runJudge({
    protocol: "base",
    data,
    judge: "j",
    baseURL: server.url,
    out: folder.path,
    silent: true,
  });
  writeFileSync(join(folder.path, "journals/base--bad.sqlite"), readFileSync(journal).subarray(0, 20_000));
  await assert.rejects(() => writeResults(folder.path), /1 of 2 are written.*base--bad/s);
  assert.ok(readFileSync(join(folder.path, "results/base--j.jsonl"), "utf8").includes('"item_id":"1"'));
  assert.equal((await writeResults(folder.path, { journal })).length, 1);
});

Deno.test("what could not be written is found before the first call", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const caption = (item_id: string) => ({
    item_id,
    image_id: "i",
    image: "i.png",
    generator: "g",
    caption: `C ${item_id}.`,
    human: 0.5,
  });
  const run = (data: unknown[]) =>
    runJudge({
      protocol: "caption_ref_free",
      data,
      judge: "j",
      baseURL: server.url,
      out: folder.path,
      silent: true,
    });
  await assert.rejects(
    () => run([caption("1"), caption("2")]),
    /differ in image_id, generator.*one row for two/s,
  );
  assert.equal(server.answers.size, 0);
  assert.throws(() => readFileSync(join(folder.path, "journals/caption_ref_free--j.sqlite")));
});
