import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { kendallTau } from "@/stats/kendall.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { orders, realTest, right, slots, verdicts } from "./real_files.ts";

const notes = (frame: pl.DataFrame) =>
  Object.fromEntries(readReport(frame)!.notes!.map(({ name, rows }) => [name, rows]));
const where = (frame: pl.DataFrame, column: string, value: string) =>
  frame.filter(pl.col(column).eq(pl.lit(value)));
const numbers = (frame: pl.DataFrame, column: string) =>
  frame.getColumn(column).dropNulls().toArray() as number[];
const mean = (frame: pl.DataFrame, column: string) => frame.getColumn(column).dropNulls().mean() as number;

// The numbers below are those of the README beside the files, counted there in Python apart from this library.

realTest("GenAI-Bench: official files", "layouts/genai_bench", (folder) => {
  const pairs = readPairs(`${folder}/results`);
  assert.deepEqual([readReport(pairs)?.format, readReport(pairs)?.unread], ["genai-bench", []]);
  const of = (task: string, judge: string) => where(where(pairs, "domain", task), "judge", judge);
  const votes = (frame: pl.DataFrame) => {
    const found = frame.getColumn("vote").toArray();
    return ["A", "B", "tie", "bothbad", null].map((vote) => found.filter((value) => value === vote).length);
  };
  const gemini = of("image_generation", "gemini-1.5-pro");
  assert.deepEqual([gemini.height, votes(gemini)], [12, [1, 1, 4, 2, 4]]);
  assert.deepEqual(verdicts(gemini), [1, 1, 6, 4]);
  assert.deepEqual(votes(of("image_edition", "minicpm-V-2.5")), [4, 1, 1, 0, 0]);
  assert.deepEqual(votes(of("video_generation", "minicpm-V-2.5")), [1, 1, 0, 0, 2]);
  assert.deepEqual(votes(of("image_generation", "random")), [1, 2, 2, 0, 0]);
  const flags = [["image_generation", "gemini-1.5-pro"], ["image_edition", "minicpm-V-2.5"], [
    "video_generation",
    "minicpm-V-2.5",
  ], ["image_generation", "random"]].map(([task, judge]) => where(of(task, judge), "correct", "1").height);
  assert.deepEqual(flags, [4, 1, 0, 1]);
  // A judge that repeats the list of labels votes A by the first and not by the last.
  const listed = pairs.filter(pl.col("labels_named").gt(pl.lit(2)));
  assert.equal(notes(pairs).list_of_labels, listed.height);
  assert.ok(listed.height > 0 && listed.getColumn("vote").toArray().every((vote) => vote === "A"));
  assert.ok(listed.getColumn("last_vote").toArray().every((vote) => vote !== "A"));
});

realTest("GenAI-Bench: the table of all verdicts", "data/genai-bench", (folder) => {
  const pairs = readPairs(`${folder}/verdicts.csv.gz`);
  assert.deepEqual([pairs.height, pairs.getColumn("judge").nUnique()], [63363, 18]);
  assert.deepEqual([readReport(pairs)?.format, readReport(pairs)?.tool], ["genai-bench", "GenAI-Bench"]);
  assert.ok(!pairs.getColumn("human").toArray().includes("bothbad"));
  // 516 of MiniCPM's 1,735 replies on pictures, 359 of 919 on edits, name three labels or more.
  const listed = where(pairs, "judge", "minicpm-V-2.5").filter(pl.col("labels_named").gt(pl.lit(2)));
  assert.equal(where(listed, "domain", "image_generation").height, 516);
  assert.equal(where(listed, "domain", "image_edition").height, 359);
  const prompts = (task: string) => where(pairs, "domain", task).getColumn("image_id").nUnique();
  assert.deepEqual(["image_generation", "image_edition", "video_generation"].map(prompts), [1205, 179, 214]);
});

realTest("LLMBar: official files", "layouts/llmbar", (folder) => {
  const pairs = readPairs(folder);
  assert.deepEqual([readReport(pairs)?.format, pairs.height], ["llmbar", 44]);
  // rows, unread, right by the source's choice, its slots, its consistent pairs
  const facts = (judge: string) => {
    const own = where(pairs, "judge", judge).withColumns(pl.col("source_choice").alias("choice"));
    return [own.height, verdicts(own)[3], right(own), ...slots(own), orders(own)[1]];
  };
  assert.deepEqual(facts("Falcon/CoT"), [12, 1, 7, 7, 4, 2]);
  assert.deepEqual(facts("ChatGPT-0301/Metrics"), [6, 0, 5, 4, 2, 2]);
  assert.deepEqual(facts("ChatGPT-0301/Swap_CoT"), [8, 0, 4, 4, 4, 4]);
  assert.deepEqual(facts("ChatGPT/Rating"), [10, 0, 7, 2, 8, 2]);
  assert.deepEqual(facts("GPT-4/CoT"), [8, 0, 7, 5, 3, 3]);
  // Three of five pairs have equal ratings: ties here, in both rows.
  assert.deepEqual(verdicts(where(pairs, "judge", "ChatGPT/Rating")), [2, 2, 6, 0]);
  assert.deepEqual([notes(pairs).equal_ratings, notes(pairs).unparsed, notes(pairs).rated_alone], [6, 1, 10]);
});

realTest("LLMBar: the table of all verdicts", "data/llmbar", (folder) => {
  const pairs = readPairs(`${folder}/verdicts.csv.gz`);
  assert.equal(pairs.height, 73370);
  const { unparsed, ambiguous } = notes(pairs);
  assert.deepEqual([unparsed, ambiguous], [209, 431]);
  const count = (model: string, strategy: string) =>
    where(where(pairs, "judge_model", model), "strategy", strategy).filter(pl.col("ambiguous")).height;
  assert.deepEqual([count("PaLM2", "CoT"), count("ChatGPT", "Swap_CoT")], [191, 121]);
  // ChatGPT rates 213 of the 419 pairs of the benchmark the same.
  const rating = where(where(pairs, "judge_model", "ChatGPT"), "strategy", "Rating");
  const sets = ["Natural", "Neighbor", "GPTInst", "GPTOut", "Manual"];
  const ties = rating.filter(pl.col("domain").isIn(sets).and(pl.col("choice").eq(pl.lit("tie"))));
  assert.equal(ties.height, 2 * 213);
  assert.ok(where(ties, "source_choice", "B").filter(pl.col("swapped").not()).height === 213);
});

realTest("WildVision: official files", "layouts/arena_hard_wildvision", (folder) => {
  const pairs = readPairs(folder);
  assert.deepEqual([readReport(pairs)?.format, readReport(pairs)?.unread], ["wildvision", []]);
  assert.deepEqual([pairs.height, verdicts(pairs)], [15, [4, 3, 4, 4]]);
  assert.deepEqual([notes(pairs).unparsed, notes(pairs).baseline_itself], [4, 1]);
  const baselines = pairs.getColumn("model_a").unique().toArray();
  assert.deepEqual(baselines, ["claude-3-sonnet-20240229"]);
  // No prompt is kept in one file: lengths come from the answers beside.
  const words = where(pairs, "model_b", "llava-1.5-7b-hf").getColumn("words_b").toArray();
  assert.ok(words.every((count) => typeof count === "number"));
});

realTest("WildVision: the table of all verdicts", "data/wildvision", (folder) => {
  const pairs = readPairs(`${folder}/verdicts.csv.gz`);
  assert.deepEqual([pairs.height, pairs.getColumn("model_b").nUnique()], [11000, 22]);
  assert.deepEqual(verdicts(pairs), [3149 + 3054, 2239 + 1548, 984, 26]);
  assert.deepEqual(notes(pairs), { unparsed: 26, baseline_itself: 500 });
  assert.equal(pairs.getColumn("image_id").nUnique(), 500);
});

realTest("VIEScore: official answers and raters", "layouts/viescore", (folder) => {
  const scores = readCaptionScores(folder);
  assert.equal(readReport(scores)?.format, "viescore");
  const judged = (evaluator: string) => where(scores, "evaluator", evaluator);
  assert.equal(judged("gpt4v-0").height, 6);
  assert.equal(mean(judged("gpt4v-0"), "score").toFixed(4), "0.0913");
  assert.equal(judged("gpt4o-0").height, 4);
  assert.equal(mean(judged("gpt4o-0"), "score").toFixed(4), "0.4632");
  // CogVLM: 5 of 6 SC and 8 of 8 PQ are guessed, so that no picture has a score.
  const cog = judged("cogvlm-0");
  assert.equal(cog.getColumn("score").dropNulls().length, 0);
  const statuses = (status: string) => where(cog, "status", status).height;
  assert.deepEqual(["guessed_sc_pq", "guessed_pq", "missing_sc", "scored"].map(statuses), [5, 1, 2, 0]);
  assert.equal(readReport(scores)?.notes?.find(({ name }) => name === "guessed")?.rows, 6);
  const ratings = readRatings(folder);
  assert.equal(readReport(ratings)?.format, "viescore-ratings");
  const one = where(ratings, "item_id", "Text-Guided_IE/CycleDiffusion/sample_100081_1.jpg");
  assert.equal(one.height, 3);
  assert.deepEqual([numbers(ratings, "human").length, Math.max(...numbers(ratings, "human"))], [324, 1]);
});

realTest("VIEScore: the tables of all scores and ratings", "data/viescore", (folder) => {
  const scores = readCaptionScores(`${folder}/scores.csv.gz`);
  assert.deepEqual([scores.getColumn("evaluator").nUnique(), scores.getColumn("generator").nUnique()], [
    17,
    27,
  ]);
  const without = ["openflamingo-0", "fuyu-0"].map((evaluator) =>
    where(scores, "evaluator", evaluator).getColumn("score").dropNulls().length
  );
  assert.deepEqual(without, [0, 0]);
  // 4,801 pictures were judged on each side.
  const gpt4o = where(scores, "evaluator", "gpt4o-0");
  assert.deepEqual([gpt4o.height, gpt4o.getColumn("sc").nullCount()], [4801, 0]);
  const ratings = readRatings(folder);
  assert.equal(ratings.getColumn("rater").nUnique(), 3);
  assert.equal(ratings.height, 3 * ratings.getColumn("item_id").nUnique());
  // The judge agrees with people, and the columns that are no evaluators are text.
  const both = ratings.filter(pl.col("gpt4o-0").isNotNull());
  const tau = kendallTau(numbers(both, "human"), numbers(both, "gpt4o-0"), {
    variant: "b",
  });
  assert.ok(tau.tau > 0.2 && tau.n > 10000);
  assert.match(String(ratings.getColumn("sc").dtype), /String/);
});
