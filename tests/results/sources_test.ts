import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { readCriteria } from "@/results/read_criteria.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { tempFolder } from "../judge/temp_folder.ts";

// What people have in hand: rows in memory, nested records, a file per model.

const PAIR = { item_id: "1", judge: "j", human: "A", choice: "B" };

Deno.test("records and frames are read as files are: types, defaults, errors with the record's number", () => {
  const records = [{ ...PAIR, words_a: 3, when: new Date(0) }, { ...PAIR, item_id: 7, words_a: NaN }];
  const read = readPairs(records);
  assert.deepEqual(read.select("benchmark", "item_id", "words_a", "when").toRecords(), [
    { benchmark: "results", item_id: "1", words_a: 3, when: "1970-01-01T00:00:00.000Z" },
    { benchmark: "results", item_id: "7", words_a: null, when: null },
  ]);
  assert.ok(readPairs(pl.DataFrame([PAIR])).frameEqual(readPairs([PAIR])));
  assert.ok(readPairs(read).frameEqual(read)); // what was read stays as it is
  assert.deepEqual(Object.keys(readResults([PAIR])), ["pairs"]);
  assert.throws(
    () => readPairs([PAIR, { ...PAIR, item_id: "2", choice: "C" }]),
    /^ResultsError: the records, line 2, column choice: wanted A, B, tie or nothing, found "C"/,
  );
  assert.throws(() => readPairs([PAIR, PAIR]), /the same is in the records, line 1/);
  assert.throws(() => readPairs([]), /at least one path, found an empty list/);
  assert.throws(
    () => readPairs([{ ...PAIR, choice: ["A"] }]),
    /line 1, column choice: wanted one value per record/,
  );
});

Deno.test("columns may be paths into nested records, of files and in memory", () => {
  using folder = tempFolder();
  const record = { id: 1, meta: { gold: { label: "A" } }, outputs: [{ verdict: "x" }, { verdict: "B" }] };
  const columns = { item_id: "id", human: "meta.gold.label", choice: "outputs[-1].verdict" };
  const path = `${folder.path}/gpt-4o.jsonl`;
  Deno.writeTextFileSync(
    path,
    `${JSON.stringify(record)}\n${JSON.stringify({ ...record, id: 2, outputs: [] })}\n`,
  );
  for (const source of [path, [record, { ...record, id: 2, outputs: [] }]]) {
    const read = readPairs(source, { columns, judge: "j" });
    assert.deepEqual([read.getColumn("human").toArray(), read.getColumn("choice").toArray()], [["A", "A"], [
      "B",
      null,
    ]]);
  }
  assert.throws(
    () => readPairs(path, { columns: { ...columns, human: "meta.gold" }, judge: "j" }),
    /line 1, column human: wanted one value per record, found a list or an object/,
  );
  assert.throws(
    () => readPairs(path, { columns: { ...columns, human: "meta.silver" }, judge: "j" }),
    /meta\.silver/,
  );
});

Deno.test("a folder with a file per model: the name tells the judge, shared items with one label are one benchmark", () => {
  using folder = tempFolder();
  const write = (stem: string, human: string) =>
    Deno.writeTextFileSync(`${folder.path}/${stem}.csv`, `item_id,human,choice\n1,${human},A\n2,B,B\n`);
  write("run_gpt-4o", "A");
  write("run_llava", "A");
  const judge = ({ stem }: { stem: string }) => stem.replace("run_", "");
  const read = readPairs(folder.path, { judge });
  assert.deepEqual(read.getColumn("judge").unique().sort().toArray(), ["gpt-4o", "llava"]);
  assert.equal(read.getColumn("benchmark").nUnique(), 1);
  assert.match(readReport(read)!.warnings![0], /2 of their 2 item ids .* they are read as one benchmark/);
  write("run_llava", "B"); // other items, or another label: not one benchmark
  const apart = readPairs(folder.path, { judge });
  assert.equal(apart.getColumn("benchmark").nUnique(), 2);
  assert.match(readReport(apart)!.warnings![0], /their human labels differ/);
  assert.throws(
    () => readPairs(folder.path, { judge: () => "" }),
    /wanted a name from the option judge for .*run_gpt-4o/,
  );
});

Deno.test("other frames take records and names of files too", () => {
  const score = { sample_id: "1", bias_type: "text_dominance", unbiased: 5, biased: 4 };
  assert.equal(readScorePairs([score], { judge: ({ stem }) => stem }).getColumn("judge").get(0), "results");
  const one = { split: "reasoning", item_id: "1", criterion: "logic", human: "A", choice: "A" };
  assert.equal(readCriteria([one], { judge: "j" }).height, 1);
});

Deno.test("three messy files: names and codes of one's own, nested records, a file per model with runs from 0", () => {
  using folder = tempFolder();
  const own = `${folder.path}/own.csv`;
  const header = "Sample ID;Model (judge);gt;pred;more_info;prompt_ver";
  Deno.writeTextFileSync(own, `${header}\n1;gpt;0;1;1;v1\n1;gpt;0;0;1;v2\n2;gpt;1;1;0;v1\n2;gpt;1;1;0;v2\n`);
  assert.throws(
    () => readPairs(own),
    /map them with columns: \{ choice: "pred", item_id: "Sample ID", judge: "Model \(judge\)", human: "gt" \}/,
  );
  const code = { 0: "A", 1: "B" };
  const pairs = readPairs(own, {
    columns: {
      ...{ item_id: "Sample ID", judge: "Model (judge)", human: "gt", choice: "pred" },
      ...{ more_informative: "more_info", condition: "prompt_ver" },
    },
    values: { human: code, choice: code, more_informative: code },
  });
  assert.deepEqual(pairs.getColumn("choice").toArray(), ["B", "A", "B", "B"]);
  for (const [m, model] of ["gpt-4o", "llava"].entries()) {
    const lines = [0, 1].flatMap((run) =>
      [1, 2].map((id) => {
        const logprobs = [{ token: "A", p: m === 0 ? 0.75 : 0.5 }];
        return JSON.stringify({ id, run, gold: { label: "A" }, outputs: [{ verdict: "first", logprobs }] });
      })
    );
    Deno.mkdirSync(`${folder.path}/runs`, { recursive: true });
    Deno.writeTextFileSync(`${folder.path}/runs/${model}.jsonl`, lines.join("\n"));
  }
  const runs = readPairs(`${folder.path}/runs`, {
    columns: {
      ...{ item_id: "id", human: "gold.label", choice: "outputs[0].verdict" },
      confidence: "outputs[0].logprobs[0].p",
    },
    values: { choice: { first: "A", second: "B" } },
    judge: ({ stem }) => stem,
  });
  assert.deepEqual(
    runs.filter(pl.col("item_id").eq(pl.lit("2"))).select("benchmark", "judge", "run", "confidence")
      .toRecords(),
    [
      { benchmark: "runs", judge: "gpt-4o", run: 0, confidence: 0.75 },
      { benchmark: "runs", judge: "gpt-4o", run: 1, confidence: 0.75 },
      { benchmark: "runs", judge: "llava", run: 0, confidence: 0.5 },
      { benchmark: "runs", judge: "llava", run: 1, confidence: 0.5 },
    ],
  );
});
