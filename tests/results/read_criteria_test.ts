import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { canonicalCriterion, CRITERIA_SETS, orderedCriteria } from "@/results/criteria_sets.ts";
import { publishedTable } from "@/papers/published_table.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

/** A row of the dataset, as the public release has it. */
const row = (prompt_id: string, criterion: string, preference: string | null, more = {}) => ({
  question_id: `${prompt_id}-${criterion}`,
  prompt_id,
  image_path: `${prompt_id}.jpg`,
  question: "q",
  pred_a: "one two",
  pred_b: "one",
  model_a: "x",
  model_b: "y",
  split: "open_ended",
  criterion,
  preference,
  ...more,
});
const CLARITY = "Clarity and Coherence", COMPLETE = "Completeness and Coverage";
const DATASET = [
  row("1", CLARITY, "A"),
  row("1", COMPLETE, "B"),
  row("2", CLARITY, "A > B", { model_b: "x" }),
  row("9", "Logical Coherence and Consistency", "B", { split: "reasoning" }),
];

Deno.test("native: defaults, words from texts, round trip through every format", () => {
  inFolder({
    "a.csv": "judge,split,item_id,criterion,human,choice,answer_a,answer_b\n" +
      "j,open_ended,1,clarity,A,B,one two,one\nj,open_ended,1,my own,B,,one two,one\n",
  }, (folder) => {
    const criteria = readCriteria(`${folder}/a.csv`);
    assert.deepEqual(
      criteria.columns.slice(0, 11),
      "judge mode thinking split item_id pair_type criterion human choice words_a words_b".split(" "),
    );
    assert.deepEqual(column(criteria, "criterion"), ["clarity", "my own"], "names are kept as they are");
    assert.deepEqual([column(criteria, "mode")[0], column(criteria, "thinking")[0]], ["single", false]);
    assert.deepEqual(column(criteria, "choice"), ["B", null]);
    assert.deepEqual(column(criteria, "words_a"), [2, 2]);
    for (const name of ["b.jsonl", "b.parquet", "b.csv.gz"]) {
      writeFrame(criteria, `${folder}/${name}`);
      assert.deepEqual(readCriteria(`${folder}/${name}`).toRecords(), criteria.toRecords(), name);
    }
    const joint = readCriteria(`${folder}/a.csv`, { mode: "joint", thinking: true });
    assert.deepEqual([column(joint, "mode")[1], column(joint, "thinking")[1]], ["joint", true]);
  });
});

Deno.test("native: bad values, two human labels, a repeated key", () => {
  const head = "judge,split,item_id,criterion,human,choice\n";
  inFolder({
    "split.csv": `${head}j,open,1,clarity,A,A\n`,
    "human.csv": `${head}j,reasoning,1,logic,A,A\nk,reasoning,1,logic,B,A\n`,
    "twice.csv": `${head}j,reasoning,1,logic,A,A\nj,reasoning,1,logic,A,B\n`,
  }, (folder) => {
    assert.throws(
      () => readCriteria(`${folder}/split.csv`),
      /split\.csv, line 2, column split: wanted open_ended or reasoning, found "open"/,
    );
    assert.throws(
      () => readCriteria(`${folder}/human.csv`),
      /human\.csv, line 3, column human.*logic of item 1 has also "A"/,
    );
    assert.throws(() => readCriteria(`${folder}/twice.csv`), /twice\.csv, line 3.*one row per judge, mode/);
    assert.throws(() => readCriteria(`${folder}/split.csv`, { format: "x" as "native" }), RangeError);
  });
});

Deno.test("a response that an output names within a sentence, or takes back, is no choice", () => {
  inFolder({
    "data.jsonl": DATASET,
    "judge.jsonl": [
      { prompt_id: "1", criterion: CLARITY, output: "I cannot say that Response 1 is better." },
      { prompt_id: "1", criterion: COMPLETE, output: "Response 1 is better.\nCorrection: it is the other." },
      { prompt_id: "2", criterion: CLARITY, output: "It is short.\nResponse A is better." },
    ],
  }, (folder) => {
    const criteria = readCriteria(folder).sort(["item_id", "criterion"]);
    assert.deepEqual(column(criteria, "choice").filter((choice) => choice !== null), ["A"]);
  });
});

Deno.test("the dataset's rows joined with outputs: letters, texts, names of criteria, types of pairs", () => {
  inFolder({
    "data.jsonl": DATASET,
    "judge-a.jsonl": [
      { prompt_id: "1", criterion: CLARITY, output: "Response 1 is better? No.\nResponse 2 is better." },
      { prompt_id: "1", criterion: "completeness", output: "**Response B is better.**" },
      { prompt_id: "2", criterion: CLARITY, output: "Both are fine." },
      { prompt_id: "9", criterion: "logic", output: "Response [1] is better" },
    ],
    "judge-b.jsonl": [
      { question_id: `1-${COMPLETE}`, criterion: COMPLETE, choice: "2", mode: "joint", thinking: true },
      { question_id: `1-${CLARITY}`, criterion: CLARITY, choice: "[[A]]", mode: "joint", thinking: true },
    ],
  }, (folder) => {
    const criteria = readCriteria(folder);
    assert.equal(readReport(criteria)?.format, "multi-crit");
    assert.deepEqual(
      criteria.select(
        "judge",
        "mode",
        "thinking",
        "split",
        "item_id",
        "pair_type",
        "criterion",
        "human",
        "choice",
      )
        .toRecords().map((record) => Object.values(record)),
      [
        ["judge-a", "single", false, "open_ended", "1", "cross", "clarity", "A", "B"],
        ["judge-a", "single", false, "open_ended", "1", "cross", "completeness", "B", "B"],
        ["judge-a", "single", false, "open_ended", "2", "intra", "clarity", "A", null],
        ["judge-a", "single", false, "reasoning", "9", "cross", "logic", "B", "A"],
        ["judge-b", "joint", true, "open_ended", "1", "cross", "completeness", "B", "B"],
        ["judge-b", "joint", true, "open_ended", "1", "cross", "clarity", "A", "A"],
      ],
    );
    assert.deepEqual([column(criteria, "words_a")[0], column(criteria, "image_id")[0]], [2, "1.jpg"]);
    // The same from a list, and found by itself among other results.
    const one = readCriteria([`${folder}/judge-b.jsonl`, `${folder}/data.jsonl`], { judge: "named" });
    assert.deepEqual(column(one, "judge"), ["named", "named"]);
    assert.deepEqual(Object.keys(readResults(folder)), ["criteria"]);
  });
});

Deno.test("the dataset as Parquet with pictures in it, outputs as CSV", () => {
  inFolder({ "outputs.csv": `prompt_id,criterion,choice\n2,${CLARITY},A\n` }, (folder) => {
    const frame = pl.DataFrame(DATASET.map((record) => ({ ...record, image: { path: "p", size: 1 } })));
    frame.writeParquet(`${folder}/open_ended-0.parquet`);
    assert.deepEqual(readCriteria(folder).toRecords().map(({ item_id, choice }) => [item_id, choice]), [[
      "2",
      "A",
    ]]);
    assert.deepEqual(Object.keys(readResults(folder)), ["criteria"]);
  });
});

Deno.test("a criterion of a judged item without an output is a row without a choice; items not judged are no rows", () => {
  inFolder({
    "data.jsonl": DATASET,
    "j.jsonl": [{ prompt_id: "1", criterion: CLARITY, choice: "A" }],
  }, (folder) => {
    assert.deepEqual(
      readCriteria(folder).toRecords().map(({ item_id, criterion, choice }) => [item_id, criterion, choice]),
      [["1", "clarity", "A"], ["1", "completeness", null]],
    );
  });
});

Deno.test("what does not fit the dataset is an error that names file and line", () => {
  const output = [{ prompt_id: "1", criterion: CLARITY, choice: "A" }];
  inFolder({
    "data.jsonl": DATASET,
    "stranger.jsonl": [...output, { prompt_id: "7", criterion: CLARITY, choice: "A" }],
    "bare.jsonl": [{ prompt_id: "1", choice: "A" }],
    "preference.jsonl": [row("1", CLARITY, "left")],
    "split.jsonl": [row("1", CLARITY, "A", { split: "other" })],
    "ids.jsonl": [row("1", CLARITY, "A", { question_id: "1" }), row("1", CLARITY, "B", { question_id: "1" })],
    "both.jsonl": [
      row("1", "No hallucination", "A"),
      row("1", "No hallucination", "A", { split: "reasoning" }),
    ],
    "ambiguous.jsonl": [{ prompt_id: "1", criterion: "No hallucination", choice: "A" }],
    "output.jsonl": output,
  }, (folder) => {
    const read = (name: string, dataset = "data.jsonl") => () =>
      readCriteria([`${folder}/${name}`, `${folder}/${dataset}`], { format: "multi-crit" });
    assert.throws(
      read("stranger.jsonl"),
      /stranger\.jsonl, line 2, column prompt_id: wanted an item and a criterion/,
    );
    assert.throws(read("bare.jsonl"), /bare\.jsonl: wanted the columns item_id, .*criterion/);
    assert.throws(
      read("output.jsonl", "preference.jsonl"),
      /line 1, column preference: wanted A, B, tie or nothing, found "left"/,
    );
    assert.throws(
      read("output.jsonl", "split.jsonl"),
      /column split: wanted open_ended or reasoning, found "other"/,
    );
    assert.throws(read("output.jsonl", "ids.jsonl"), /one row per prompt_id or question_id and criterion/);
    assert.throws(read("ambiguous.jsonl", "both.jsonl"), /both have it: give the column split/);
    assert.throws(() => readCriteria(`${folder}/data.jsonl`), /at least one file of judge outputs/);
    assert.throws(
      () => readCriteria(`${folder}/output.jsonl`, { format: "multi-crit" }),
      /rows of the dataset/,
    );
  });
});

Deno.test("the criteria sets: five each, the paper's names in every spelling of its tables", () => {
  for (const set of Object.values(CRITERIA_SETS)) {
    assert.equal(set.length, 5);
    for (const { definition, reward, penalize } of set) {
      for (const text of [definition, reward, penalize]) {
        assert.ok(text.length > 30 && /[.]$/.test(text), text);
      }
    }
  }
  for (const { table, criterion } of publishedTable("multi-crit-appendix-tables10-15-19-labels")) {
    const split = ["Table 13", "Table 14", "Table 15"].includes(table) ? "reasoning" : "open_ended";
    assert.ok(CRITERIA_SETS[split].some(({ id }) => id === canonicalCriterion(split, criterion)), criterion);
  }
  assert.equal(canonicalCriterion("open_ended", "coherence"), "clarity");
  assert.equal(canonicalCriterion("reasoning", "coherence"), "logic");
  assert.deepEqual(
    orderedCriteria("reasoning", ["efficiency", "zest", "logic", "logic"]),
    ["logic", "efficiency", "zest"],
  );
});
