import assert from "node:assert/strict";
import { globSync } from "node:fs";
import pl from "nodejs-polars";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { orders, realTest, right, slots, sum, verdicts } from "./real_files.ts";

// The numbers are those of the README beside the slices, counted there in Python apart from this library.

const where = (frame: pl.DataFrame, column: string, value: string) =>
  frame.filter(pl.col(column).eq(pl.lit(value)));
const notes = (frame: pl.DataFrame) =>
  Object.fromEntries(readReport(frame)!.notes!.map(({ name, rows }) => [name, rows]));
const format = (frame: pl.DataFrame) => readReport(frame)!.format;
const words = (frame: pl.DataFrame) => [sum(frame, "words_a"), sum(frame, "words_b")];
const swapped = (frame: pl.DataFrame) => frame.filter(pl.col("swapped")).height;
const scores = (frame: pl.DataFrame, evaluator: string) => {
  const column = frame.getColumn(evaluator);
  return {
    n: column.length,
    missing: column.nullCount(),
    mean: (column.dropNulls().mean() as number).toFixed(4),
  };
};

realTest("Arena-Hard v0.1 and v2.0", "layouts/arena_hard", (folder) => {
  const old = readPairs(`${folder}/data/arena-hard-v0.1`);
  assert.deepEqual([format(old), old.height, verdicts(old), slots(old)], [
    "arena-hard",
    30,
    [20, 4, 4, 2],
    [12, 12],
  ]);
  assert.deepEqual(orders(old), [14, 8, 7]);
  const once = old.filter(pl.col("swapped").not());
  assert.deepEqual(words(once), [3361, 6159]); // of the prompts; the files of answers disagree
  assert.deepEqual(old.getColumn("model_a").unique().toArray(), ["gpt-4-0314"]);
  const made = readPairs(`${folder}/data/arena-hard-v2.0`);
  assert.deepEqual([made.height, verdicts(made), slots(made)], [23, [6, 11, 4, 2], [9, 8]]);
  assert.deepEqual([orders(made), notes(made)], [[9, 6, 5], { failed_games: 1, unparsed: 2 }]);
  assert.equal(made.getColumn("item_id").nUnique(), 12);
  assert.deepEqual(words(readPairs(folder)).length, 2);
});

realTest("FastChat: pairs, single grades, human votes", "layouts/mt_bench", (folder) => {
  const pairs = readPairs(`${folder}/data`);
  assert.deepEqual([format(pairs), pairs.height, verdicts(pairs), slots(pairs), orders(pairs)], [
    "mt-bench-pair",
    30,
    [9, 10, 7, 4],
    [12, 7],
    [12, 6, 4],
  ]);
  const grades = readRatings(folder);
  assert.deepEqual([format(grades), scores(grades, "gpt-4")], [
    "mt-bench-single",
    { n: 13, missing: 2, mean: "5.7727" },
  ]);
  assert.equal(where(grades, "turn", "turn 2").height, 5);
  const votes = readPairs([`${folder}/human_judgments.json`, `${folder}/gpt4_pair_judgments.json`]);
  assert.deepEqual([format(votes), votes.height], ["mt-bench-human", 10]);
  const agreement = (turn: string, ties: boolean) => {
    const own = where(votes, "turn", turn).filter(
      pl.lit(ties).or(pl.col("human").neq(pl.lit("tie")).and(pl.col("choice").neq(pl.lit("tie")))),
    );
    return [right(own), own.height];
  };
  assert.deepEqual([agreement("1", true), agreement("1", false)], [[5, 7], [4, 5]]);
  assert.deepEqual([agreement("2", true), agreement("2", false)], [[1, 3], [0, 1]]);
  // People alone are read, too: their votes, and no choice.
  const alone = readPairs(`${folder}/human_judgments.json`);
  assert.deepEqual([alone.height, verdicts(alone)[3]], [10, 10]);
});

realTest("AlpacaEval", "layouts/alpaca_eval", (folder) => {
  const all = readPairs(folder);
  assert.deepEqual([format(all), all.height, verdicts(all)], ["alpaca-eval", 52, [21, 19, 8, 4]]);
  const facts = (model: string) => {
    const own = where(all, "model_b", model), known = where(own, "order", "known");
    return [...verdicts(own), known.height, swapped(known), ...slots(known)];
  };
  assert.deepEqual(facts("Mixtral-8x7B-Instruct-v0.1_concise"), [4, 4, 0, 0, 8, 3, 1, 7]);
  assert.deepEqual(facts("FuseChat-Llama-3.1-8B-Instruct").slice(0, 5), [3, 3, 1, 0, 0]);
  assert.deepEqual(facts("Mistral-7B-Instruct-v0.2"), [3, 2, 0, 0, 5, 3, 2, 3]);
  assert.deepEqual(facts("Ein-70B-v0.1"), [2, 2, 1, 0, 4, 1, 3, 1]);
  assert.deepEqual(facts("ghost-7b-alpha"), [2, 2, 0, 2, 4, 2, 2, 2]);
  assert.deepEqual(facts("gpt4_0314"), [2, 2, 2, 0, 4, 3, 1, 3]);
  assert.deepEqual(facts("phi-2").slice(0, 4), [3, 2, 2, 2]);
  assert.deepEqual(facts("bedrock_claude").slice(0, 4), [2, 2, 2, 0]);
  // The tool's win rate: the mean of preference − 1, a tie of 0 being one half.
  const winRate = (model: string) => {
    const found = where(all, "model_b", model).getColumn("preference").dropNulls().toArray() as number[];
    return (100 * found.reduce((sum, value) => sum + (value === 0 ? 0.5 : value - 1), 0) / found.length)
      .toFixed(4);
  };
  assert.deepEqual(
    ["Mixtral-8x7B-Instruct-v0.1_concise", "FuseChat-Llama-3.1-8B-Instruct", "phi-2"].map(winRate),
    [
      "49.1995",
      "47.1021",
      "42.8571",
    ],
  );
  assert.deepEqual([notes(all).two_winners, notes(all).equal_texts], [1, 8]);
});

realTest("lmms-eval: VL-RewardBench and LLaVA-Bench", "layouts/lmms_eval", (folder) => {
  const all = readPairs(folder);
  const own = where(where(all, "benchmark", "VL-RewardBench"), "judge", "made/judge-7b");
  assert.deepEqual([own.height, verdicts(own), swapped(own), slots(own), right(own), words(own)], [
    9,
    [3, 3, 0, 3],
    3,
    [3, 3],
    3,
    [128, 120],
  ]);
  const small = where(all, "judge", "made/judge-2b");
  assert.deepEqual([small.height, verdicts(small), right(small)], [3, [2, 1, 0, 0], 1]);
  const wild = where(all, "benchmark", "LLaVA-Bench-in-the-Wild");
  assert.deepEqual([wild.height, verdicts(wild), wild.getColumn("judge").nUnique()], [7, [3, 1, 1, 2], 1]);
  assert.equal((100 * sum(wild, "score_b") / sum(wild, "score_a")).toFixed(1), "62.4"); // the tool: 60.5
});

realTest(
  "lm-evaluation-harness: a reading per filter, and log-probabilities",
  "layouts/lm_eval",
  (folder) => {
    const all = readPairs(folder);
    assert.equal(format(all), "lm-eval");
    const facts = (reading: string) => {
      const own = where(all, "reading", reading);
      return [own.height, ...verdicts(own), right(own)];
    };
    assert.deepEqual([facts("first-label"), facts("last-label")], [[6, 3, 1, 1, 1, 2], [6, 2, 2, 1, 1, 3]]);
    // An exact tie of log-probabilities is a tie; the tool takes the first letter and counts it right, as its third.
    assert.deepEqual(facts("none"), [4, 2, 1, 1, 0, 2]);
    const named = readPairs(globSync(`${folder}/**/*_judge_2026*.jsonl`), {
      format: "lm-eval",
      columns: { item_id: "doc_question" },
    });
    assert.match(String(named.getColumn("item_id").toArray()[0]), /^s0q/);
  },
);

realTest("VLMEvalKit workbooks", "layouts/vlmevalkit", (folder) => {
  const pairs = readPairs(folder);
  assert.deepEqual([format(pairs), pairs.height, verdicts(pairs), swapped(pairs), right(pairs)], [
    "vlmevalkit-vl-rewardbench",
    9,
    [4, 3, 0, 2],
    3,
    4,
  ]);
  assert.deepEqual(notes(pairs), { unparsed: 2, from_score: 2 });
  assert.deepEqual(pairs.getColumn("score").unique().sort().toArray(), [0, 1]);
  const ratings = readRatings(folder);
  assert.deepEqual(scores(ratings, "gpt4"), { n: 12, missing: 0, mean: "0.5083" });
});

realTest("Multimodal RewardBench", "layouts/multimodal_rewardbench", (folder) => {
  const all = readPairs(folder);
  const facts = (judge: string) => {
    const own = where(all, "judge", judge);
    return [own.height, ...verdicts(own), right(own)];
  };
  assert.deepEqual(facts("example"), [2, 1, 1, 0, 0, 1]);
  // One reply has both labels, and the tool takes A.
  assert.deepEqual(facts("made-judge"), [9, 3, 2, 0, 4, 4]);
  assert.deepEqual(facts("made-judge-n3"), [6, 2, 3, 0, 1, 3]);
  assert.deepEqual(words(where(all, "judge", "made-judge")), [156, 205]);
  assert.deepEqual([notes(all).both_labels, readReport(all)?.unread], [1, []]);
});

realTest("MMRB2", "layouts/mmrb2", (folder) => {
  const all = readPairs(folder);
  const made = where(all, "judge", "made-judge");
  assert.deepEqual([made.height, verdicts(made), slots(made), right(made), orders(made)[1]], [
    9,
    [4, 3, 1, 1],
    [3, 4],
    6,
    2,
  ]);
  const sample = ["sample_task1_image", "sample_task3_interleaved"].map((judge) =>
    where(all, "judge", judge)
  );
  assert.deepEqual(sample.map((own) => [own.height, right(own), verdicts(own)[0]]), [[14, 8, 14], [
    10,
    4,
    10,
  ]]);
  assert.equal(notes(all).failed_calls, 3);
});

realTest("RewardBench: judges, a reward model, version 2", "layouts/reward_bench", (folder) => {
  const all = readPairs(folder);
  for (const judge of ["made/api-judge", "made/vllm-judge"]) {
    const own = where(all, "judge", judge);
    assert.deepEqual([own.height, verdicts(own), words(own)], [8, [3, 3, 0, 2], [171, 225]]);
  }
  assert.deepEqual(slots(where(all, "judge", "made/vllm-judge")), [4, 2]);
  const scalar = where(all, "judge", "scalar-rm");
  assert.deepEqual([scalar.height, right(scalar), verdicts(scalar)[2]], [4, 2, 1]);
  const second = readRatings(folder);
  assert.equal(format(second), "rewardbench-2");
  assert.ok(!second.getColumn("made/api-judge").toArray().includes(0.25));
});

realTest("Inspect logs: JSON with bare NaN, deflate and zstd archives", "layouts/inspect_ai", (folder) => {
  const [json] = globSync(`${folder}/logs/*.json`);
  for (const path of [json, ...globSync(`${folder}/logs/*_zstd.eval`)]) {
    const ratings = readRatings(path);
    // Mean 0.4375 with the grade that was not found and stored as I.
    assert.deepEqual(scores(ratings, "openai/gpt-4o"), { n: 10, missing: 3, mean: "0.5000" }, path);
    assert.deepEqual(notes(ratings), { unparsed: 1, unparsed_as_incorrect: 1, failed_samples: 1 });
    const grades = ratings.getColumn("grade").toArray();
    assert.deepEqual(["C", "I", "P", "N"].map((grade) => grades.filter((found) => found === grade).length), [
      3,
      3,
      1,
      1,
    ]);
  }
  const old = readRatings(globSync(`${folder}/logs/2024*.eval`)[0]);
  assert.deepEqual([scores(old, "openai/gpt-4o-mini"), notes(old)], [
    { n: 1, missing: 0, mean: "1.0000" },
    { own_grader: 1 },
  ]);
});

realTest("promptfoo: rubrics and select-best", "layouts/promptfoo", (folder) => {
  for (const path of [folder, `${folder}/results.jsonl`]) {
    const ratings = readRatings(path);
    assert.deepEqual(scores(ratings, "file://judge.js/quality"), { n: 13, missing: 4, mean: "0.5444" });
    assert.deepEqual(notes(ratings), { unparsed: 4, errors: 1 });
    const pairs = readPairs(path);
    assert.deepEqual([pairs.height, verdicts(pairs)], [7, [3, 3, 0, 1]]);
    assert.equal(sum(pairs, "words_a") + sum(pairs, "words_b"), 111);
    assert.deepEqual(readReport(pairs)?.unread, []);
  }
});

realTest("MLLM-as-a-Judge: scores, pairs and batches", "layouts/mllm_as_a_judge", (folder) => {
  const ratings = readRatings(folder);
  assert.deepEqual([ratings.height, ratings.getColumn("gemini").nullCount(), notes(ratings).unlabelled], [
    13,
    3,
    1,
  ]);
  const joined = ratings.filter(pl.col("human").isNotNull().and(pl.col("gemini").isNotNull()));
  assert.equal(joined.height, 9);
  assert.deepEqual([scores(joined, "gemini").mean, scores(joined, "human").mean], ["3.7222", "2.7778"]);
  const all = readPairs(folder);
  const pairs = where(all, "benchmark", "MLLM-as-a-Judge");
  assert.deepEqual([pairs.height, verdicts(pairs), notes(all).unlabelled], [8, [3, 2, 1, 2], 1]);
  assert.equal(right(pairs.filter(pl.col("human").neq(pl.lit("tie")))), 3);
  // Four rankings of four: one is empty, one lacks a letter.
  const batch = where(all, "benchmark", "MLLM-as-a-Judge batch");
  assert.deepEqual([batch.height, verdicts(batch)[3]], [24, 6 + 3]);
  // CADB: A beats D and B, C beats A.
  const first = batch.filter(pl.col("item_id").str.contains("^920/")).select("item_id", "choice").toRecords();
  assert.deepEqual(first.map(({ item_id, choice }) => `${item_id}${choice}`), [
    "920/0-1A",
    "920/0-2B",
    "920/0-3A",
    "920/1-2B",
    "920/1-3B",
    "920/2-3A",
  ]);
});
