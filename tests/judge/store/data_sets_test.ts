import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type RunOptions, writeResults } from "judgebias/judge";
import { simulatedServer } from "../simulated_server.ts";
import { pairOf, place } from "../study.ts";
import { journalResults } from "../journal_results.ts";

/** Pairs about something, with these ids. */
const study = (of: string, ids = ["1", "2"], more = {}) =>
  ids.map((id) => pairOf(id, `${of} in ${id}?`, "A", more));

const scored = (dataSet: string) => [{
  ...{ id: "1", bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" },
  unbiased_instruction: `What of ${dataSet}?`,
}];

/** Runs of the base protocol, each over a file of its own or over values: what was asked and what was known. */
async function studies() {
  const at = await place(simulatedServer());
  const run = (data: RunOptions["data"], more: Partial<RunOptions> = {}) => at.run({ data, ...more });
  const done = async (...asked: Parameters<typeof run>) => (await run(...asked)).done;
  return { ...at, asked: () => at.server.answers.size, run, done };
}

Deno.test("two data files share a folder: ids that both have stay apart, and each row keeps its own; equal samples are two samples", async () => {
  await using at = await studies();
  const one = at.file("one", study("What is")), twice = { conditions: { runs: 2 } };
  const two = at.file("two", ["2", "3"].map((id) => pairOf(id, `How many in ${id}?`, "B")));
  assert.equal(await at.done(one, twice), 4);
  const { journal, done, skipped } = await at.run(two);
  assert.deepEqual([done, skipped], [2, 0]);
  const { frame, missing } = journalResults(journal);
  const rows = frame.toRecords().map((row) => `${row.benchmark} ${row.item_id} ${row.run} ${row.human}`);
  // The second study's one run is no reason to miss a second run of it, nor does it end that of the first.
  assert.deepEqual(rows, ["one 1 1 A", "one 1 2 A", "one 2 1 A", "one 2 2 A", "two 2 1 B", "two 3 1 B"]);
  assert.deepEqual([missing, await at.done(one, twice), await at.done(two)], [0, 0, 0]);
  const same = at.file("same", study("What is"));
  assert.equal(await at.done(same), 2, "another data set's, until it is said to be the same one");
  assert.equal(await at.done(same, { dataSet: "one" }), 0);
});

Deno.test("another file of the same name and ids is refused with both names and the way out, before any call", async () => {
  await using at = await studies();
  const lines = study("What is"), here = at.file("here/pairs", lines);
  const there = at.file("there/pairs", [pairOf("1", "Another?")]);
  await at.run(here);
  const asked = at.asked();
  await assert.rejects(
    () => at.run(there),
    /here\/pairs\.jsonl, whose sample 1 differs .*there\/pairs.*--data-set NAME.*--data-set pairs/s,
  );
  assert.equal(at.asked(), asked);
  assert.equal(await at.done(there, { dataSet: "others" }), 1);
  assert.equal(await at.done(at.file("moved/pairs", lines)), 0, "the same samples elsewhere are the same");
  // A corrected label in the same file is a correction.
  const { journal, done } = await at.run(at.file("here/pairs", [{ ...lines[0], human: "B" }, lines[1]]));
  const { frame } = journalResults(journal, { dataSet: "pairs" });
  assert.deepEqual([done, frame.getColumn("human").toArray()], [0, ["B", "A"]]);
  // What the file has no more goes out of the results, and comes back with it; a limit says nothing of it.
  for (const [count, more, found] of [[1, {}, [1, 1]], [2, { limit: 1 }, [1, 1]], [2, {}, [2, 0]]] as const) {
    await at.run(at.file("here/pairs", lines.slice(0, count)), more);
    const { frame, gone } = journalResults(journal, { dataSet: "pairs" });
    assert.deepEqual([frame.height, gone], found);
  }
});

Deno.test("two studies under one name are refused, given as values or behind a data set that is new", async () => {
  await using at = await studies();
  assert.deepEqual([await at.done(study("What is")), await at.done(study("What is"))], [2, 0]);
  const said = /one data set called study.*sample 1 differs.*dataSet/s;
  await assert.rejects(() => at.run(study("How many")), said);
  assert.equal(await at.done(study("How many"), { dataSet: "second" }), 2);
  await at.run(at.file("here/both", study("Who is", undefined, { benchmark: "old" })));
  const mixed = [
    ...study("Who is", undefined, { benchmark: "new" }),
    ...study("Where is", undefined, { benchmark: "old" }),
  ];
  await assert.rejects(() => at.run(at.file("there/both", mixed)), /one data set called old/);
});

Deno.test("frames without a column for the data set have a file for each, whose names are not alike but for signs", async () => {
  await using at = await studies();
  const names = ["日本", "中国", "run 1", "run-1", "Case", "case", "a".repeat(90), `${"a".repeat(90)}b`];
  let journal = "";
  for (const dataSet of names) ({ journal } = await at.run(scored(dataSet), { protocol: "score", dataSet }));
  const written = await writeResults(at.path), paths = written.map(({ path }) => path);
  assert.ok(written.every(({ rows }) => rows === 1));
  assert.equal(new Set(paths.map((path) => path.toLowerCase())).size, names.length);
  assert.ok(paths.some((path) => path.endsWith("--run-1.jsonl")), "a plain name stays plain");
  assert.equal(journalResults(journal, { dataSet: "case" }).frame.height, 1);
});

Deno.test("a study that cannot become a frame stops no other, and is named; what could not be written is found before the first call", async () => {
  await using at = await studies();
  const { journal } = await at.run(study("What is", ["1"]));
  writeFileSync(`${at.path}/journals/base--bad.sqlite`, readFileSync(journal).subarray(0, 20_000));
  await assert.rejects(() => writeResults(at.path), /1 of 2 are written.*base--bad/s);
  assert.match(readFileSync(`${at.path}/results/base--j.jsonl`, "utf8"), /"item_id":"1"/);
  assert.equal((await writeResults(at.path, { journal })).length, 1);
  const asked = at.asked(), image = { image_id: "i", image: "i.png", generator: "g", human: 0.5 };
  const captions = ["1", "2"].map((item_id) => ({ ...image, item_id, caption: `C ${item_id}.` }));
  const refused = /caption_ref_free, sample 2: its row: wanted one row per image_id, generator/;
  await assert.rejects(() => at.run(captions, { protocol: "caption_ref_free" }), refused);
  assert.deepEqual([at.asked(), existsSync(`${at.path}/journals/caption_ref_free--j.sqlite`)], [
    asked,
    false,
  ]);
});
