import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { describe } from "@/results/describe.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";

const EXAMPLES = "data/examples";

Deno.test("readResults: each file by its columns or its layout", () => {
  const frames = readResults([`${EXAMPLES}/labels.csv`, `${EXAMPLES}/pairs.csv`]);
  assert.deepEqual(Object.keys(frames), ["labels", "pairs"]);
  const official = readResults(`${EXAMPLES}/mllm_as_a_judge`);
  assert.deepEqual(Object.keys(official), ["pairs"]);
  assert.equal(readReport(official.pairs!)?.format, "mllm-as-a-judge");
});

Deno.test("readResults: several layouts of one frame, and a stranger, are refused by name", () => {
  assert.throws(
    () => readResults([`${EXAMPLES}/judgebench.jsonl`, `${EXAMPLES}/pairs.csv`]),
    /pairs\.csv.*layout judgebench.*found native/,
  );
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/x.csv`, "name,value\na,1\n");
    assert.throws(() => readResults(folder), /x\.csv.*found name, value/);
    assert.deepEqual(inspectFile(folder).strangers.map(({ path }) => path.endsWith("x.csv")), [true]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("describe: frames without groups or without a key", () => {
  const ratings = pl.DataFrame({ item_id: ["1", "1", "2"], human: [1, null, 3] });
  assert.deepEqual(describe(ratings).toRecords(), [
    { rows: 3, items: 2, missing: 0, unrated: 1, duplicates: 0 },
  ]);
  const scores = pl.DataFrame({
    image_id: ["1", "2", "1", "1"],
    generator: ["g", "g", "h", "h"],
    evaluator: ["e", "e", "e", "e"],
    setting: ["ref_free", "ref_free", "ref_free", "ref_free"],
    score: [0.5, null, 0.1, 0.1],
  });
  // h has no row for image 2, and two for image 1.
  assert.deepEqual(
    describe(scores).toRecords().map(({ generator, rows, items, missing, unscored, duplicates }) => [
      generator,
      rows,
      items,
      missing,
      unscored,
      duplicates,
    ]),
    [["g", 2, 2, 0, 1, 0], ["h", 2, 1, 1, 0, 1]],
  );
});

Deno.test("readResults: the folder of one tool becomes all frames that its files hold; nothing of it is a stranger", () => {
  const folder = Deno.makeTempDirSync();
  const write = (path: string, ...records: unknown[]) => {
    Deno.mkdirSync(`${folder}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
    Deno.writeTextFileSync(`${folder}/${path}`, records.map((record) => JSON.stringify(record)).join("\n"));
  };
  const judge = ["judge-x", "pair-v2"];
  write("question.jsonl", { question_id: 1, category: "made", turns: ["a", "b"] });
  write("model_answer/m.jsonl", { question_id: 1, model_id: "m", choices: [{ turns: ["one two"] }] });
  write("model_judgment/judge-x_pair.jsonl", {
    ...{ question_id: 1, turn: 1, model_1: "m", model_2: "n", judge },
    ...{ g1_winner: "model_1", g2_winner: "error" },
  });
  write("model_judgment/judge-x_single.jsonl", {
    ...{ question_id: 1, turn: 1, model: "m", judge, user_prompt: "", score: -1 },
  });
  try {
    const { layout, frames, strangers } = inspectFile(folder);
    assert.deepEqual(
      [layout, frames.map(({ name }) => name), strangers],
      ["mt-bench-pair, mt-bench-single", ["pairs", "ratings"], []],
    );
    assert.deepEqual(frames.map(({ report }) => report?.tool), ["FastChat", "FastChat"]);
    const { pairs, ratings } = readResults(folder);
    assert.deepEqual(pairs?.getColumn("choice").toArray(), ["A", null]);
    assert.deepEqual(pairs?.getColumn("words_a").toArray(), [2, 2]);
    assert.deepEqual(ratings?.getColumn("judge-x").toArray(), [null]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
