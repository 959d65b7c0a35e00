import assert from "node:assert/strict";
import { bradleyTerry } from "@/metrics/bradley_terry.ts";
import { longerWins } from "@/metrics/longer_wins.ts";
import { orderConsistency } from "@/metrics/order_consistency.ts";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";
import { slotPreference } from "@/metrics/slot_preference.ts";
import { command as inspect } from "@/cli/inspect.ts";
import { writeMapTemplate } from "@/cli/map_template.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { inProcess } from "../cli/in_process.ts";
import { file } from "./in_folder.ts";

Deno.test("a name of ours behind a name of the file is a map turned round, and the right line is said", async () => {
  const path = file("Sample ID,judge,human,choice\n1,j,A,A\n");
  const right = /columns: \{ item_id: "Sample ID" \}, on the command line --columns "item_id=Sample ID"/;
  for (const read of [readPairs, readResults]) {
    assert.throws(() => read(path, { columns: { "Sample ID": "item_id" } }), right, read.name);
  }
  const { code, stderr } = await inProcess(inspect, path, "--columns", "Sample ID=item_id");
  assert.equal(code, 1);
  assert.match(stderr, right);
});

Deno.test("a column of ids or with a value per row is proposed as no judge", () => {
  const proposed = (name: string, value: (row: number) => string) => {
    const rows = Array.from({ length: 6 }, (_, i) => `${i},${value(i)},A,B`).join("\n");
    const path = file(`item_id,${name},human,choice\n${rows}\n`), template = `${path}.json`;
    writeMapTemplate(template, path, {});
    return JSON.parse(Deno.readTextFileSync(template)).columns.judge;
  };
  assert.equal(proposed("judgeid", () => "17"), "…");
  assert.equal(proposed("judges", (row) => `9f${row}c`), "…");
  assert.equal(proposed("judges", (row) => `m${row % 2}`), "judges");
  assert.equal(proposed("model", (row) => `m${row % 2}`), "model");
});

Deno.test("pairs without human labels are read; what asks people says so, and a column that sounds like them is asked for", async () => {
  const rows = (swapped: boolean) => ["1,j,A", "2,j,B", "3,j,A"].map((row) => `${row},${swapped},5,9,x,y`);
  const head = "item_id,judge,choice,swapped,words_a,words_b,model_a,model_b";
  const path = file([head, ...rows(false), ...rows(true)].join("\n") + "\n");
  const pairs = readPairs(path);
  assert.deepEqual(readResults(path).pairs?.height, 6);
  for (const metric of [orderConsistency, longerWins, slotPreference]) {
    assert.equal(metric(pairs).height, 1, metric.name);
  }
  assert.equal(bradleyTerry(pairs).height, 2);
  assert.throws(
    () => pairAccuracy(pairs),
    /pairAccuracy: wanted human labels \(A or B in the column human\), found none in 6 rows/,
  );
  // A part without labels has no numbers, of whatever: a claim on it is untestable.
  assert.equal(pairAccuracy(pairs.head(2)).getColumn("n").get(0), 0);
  const { stdout } = await inProcess(inspect, path);
  assert.match(stdout, /yes {2}longerWins\n {2}no {3}lengthBias: needs human labels A or B/);
  const named = file("item_id,judge,choice,gold_label\n1,j,A,B\n");
  assert.throws(
    () => readPairs(named),
    /the column human.*is it gold_label\?.*columns: \{ human: "gold_label" \}/,
  );
});

Deno.test("the closest frame says what it lacks: criteria without a split are no pairs, caption scores want their setting", () => {
  const criteria = file("judge,item_id,criterion,human,choice\nj,1,logic,A,B\nj,1,grounding,B,B\n");
  assert.throws(
    () => readResults(criteria),
    /the column split \(open_ended or reasoning\) of criteria, found judge/,
  );
  const scores = "image_id,generator,evaluator,score\n1,g,e,0.5\n";
  const wanted = /the column setting \(ref_based or ref_free\) of caption scores, found image_id/;
  assert.throws(() => readResults(file(scores)), wanted);
  assert.throws(() => readResults([{ image_id: "1", generator: "g", evaluator: "e", score: 0.5 }]), wanted);
});

Deno.test("what a file lacks: paths inside its records are proposed, and how a judge is told that no column names", () => {
  const record = {
    sample: { uid: 7 },
    meta: { gold: { label: "left" }, judge: { name: "g" } },
    outputs: [{ verdict: "left" }],
  };
  for (const read of [readPairs, readResults]) {
    assert.throws(
      () => read(file(`${JSON.stringify(record)}\n`, "own.jsonl")),
      /columns: \{ .*item_id: "sample\.uid", judge: "meta\.judge\.name".*choice=outputs\[0\]\.verdict/,
      read.name,
    );
    assert.throws(
      () => read(file('{"item_id":"1","gold":"A","pred":"A"}\n', "gpt.jsonl")),
      /the judge can be told.*judge: \(\{ stem \}\) => stem, on the command line --judge-name NAME or --judge-from-file/,
      read.name,
    );
  }
  const columns = { item_id: "sample.uid", judge: "meta.judge.name", choice: "outputs[0].verdict" };
  assert.throws(
    () => readPairs([record], { columns, values: { choice: { left: "A" } } }),
    /the column human.*columns: \{ human: "meta\.gold\.label" \}/,
  );
  const captions = file("img,writer,judge_model,rating,reference\n1,x,y,5,free\n");
  assert.throws(
    () => readResults(captions),
    /of caption scores.*generator: "writer".*evaluator: "judge_model"/,
  );
});

Deno.test("a column that only sounds like human labels stops nobody: what could be meant is said", () => {
  const path = file("item_id,judge,choice,label\n1,j,A,easy\n2,j,B,hard\n");
  const [warning] = readReport(readPairs(path))!.warnings!;
  assert.match(warning, /no column human.*is it label\? then name it: columns: \{ human: "label" \}/);
  assert.throws(() => readPairs(file("item_id,judge,choice,label\n1,j,A,left\n")), /human: "label"/);
});
