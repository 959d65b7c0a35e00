import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalResults, writeResults } from "judgebias/judge";
import { simulatedServer } from "../simulated_server.ts";
import { dataFile, pairOf, runsIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("two data files share a folder: ids that both have stay apart, and each row keeps its own", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const one = dataFile(folder.path, "one", ["1", "2"].map((id) => pairOf(id, `What is in ${id}?`)));
  const two = dataFile(folder.path, "two", ["2", "3"].map((id) => pairOf(id, `How many in ${id}?`, "B")));
  const run = runsIn(folder.path, server);
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
  const lines = ["1", "2"].map((id) => pairOf(id, `What is in ${id}?`));
  const one = dataFile(folder.path, "one", lines), two = dataFile(folder.path, "two", lines);
  const run = runsIn(folder.path, server);
  assert.equal((await run(one)).done, 2);
  assert.equal((await run(two)).done, 2);
  assert.equal((await run(two, { dataSet: "one" })).done, 0);
});

Deno.test("another file of the same name and ids is refused with both names and the way out, before any call", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const run = runsIn(folder.path, server);
  const lines = ["1", "2"].map((id) => pairOf(id, `What is in ${id}?`));
  const here = dataFile(folder.path, "here/pairs", lines);
  const there = dataFile(folder.path, "there/pairs", ["1"].map((id) => pairOf(id, "Another?")));
  await run(here);
  const asked = server.answers.size;
  await assert.rejects(
    () => run(there),
    /here\/pairs\.jsonl, whose sample 1 differs .*there\/pairs.*--data-set NAME.*--data-set pairs/s,
  );
  assert.equal(server.answers.size, asked);
  assert.equal((await run(there, { dataSet: "others" })).done, 1);
  assert.equal(
    (await run(dataFile(folder.path, "moved/pairs", lines))).done,
    0,
    "the same samples elsewhere are the same",
  );
  // A corrected label in the same file is a correction.
  dataFile(folder.path, "here/pairs", [{ ...lines[0], human: "B" }, lines[1]]);
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
  const run = (name: string) => {
    const data = dataFile(folder.path, name, [{ ...line, unbiased_instruction: `What of ${name}?` }]);
    return runsIn(folder.path, server)(data, { protocol: "score" });
  };
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
  const data = dataFile(folder.path, "one", [pairOf("1", "What is it?")]);
  const { journal } = await runsIn(folder.path, server)(data);
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
  const run = (data: unknown[]) => runsIn(folder.path, server)(data, { protocol: "caption_ref_free" });
  await assert.rejects(
    () => run([caption("1"), caption("2")]),
    /differ in image_id, generator.*one row for two/s,
  );
  assert.equal(server.answers.size, 0);
  assert.throws(() => readFileSync(join(folder.path, "journals/caption_ref_free--j.sqlite")));
});

/** Two pairs about something, with the ids 1 and 2. */
const study = (of: string, more = {}) => ["1", "2"].map((id) => pairOf(id, `${of} in ${id}?`, "A", more));

Deno.test("two studies under one name are refused, given as values or behind a data set that is new", async () => {
  using folder = tempFolder();
  await using server = await simulatedServer();
  const run = runsIn(folder.path, server);
  assert.equal((await run(study("What is"))).done, 2);
  assert.equal((await run(study("What is"))).done, 0, "the same values are the same study");
  await assert.rejects(() => run(study("How many")), /one data set called study.*sample 1 differs.*dataSet/s);
  assert.equal((await run(study("How many"), { dataSet: "second" })).done, 2);
  await run(dataFile(folder.path, "here/both", study("Who is", { benchmark: "old" })));
  await assert.rejects(
    () =>
      run(
        dataFile(folder.path, "there/both", [
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
    const sample = {
      id: "1",
      bias_type: "response_dominance",
      response: "It is 42.",
      biased_instruction: "",
    };
    const data = [{ ...sample, unbiased_instruction: `What of ${dataSet}?` }];
    await runsIn(folder.path, server)(data, { protocol: "score", dataSet });
  }
  const paths = (await writeResults(folder.path)).map(({ path }) => path);
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, names.length);
  assert.ok(paths.some((path) => path.endsWith("--run-1.jsonl")), "a plain name stays plain");
});
