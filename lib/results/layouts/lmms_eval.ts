import { countWords } from "../count_words.ts";
import type { Layout } from "./layout.ts";
import { BY_FOLDER, modelNames } from "./model_names.ts";
import {
  type Json,
  recordsOf,
  recordsTable,
  recordTables,
  textOf,
  turned,
  type Wanted,
  wordsOf,
} from "./records.ts";
import { oddLength, overallJudgment } from "./vl_reward_bench.ts";

/**
 * lmms-eval samples of VL-RewardBench: `<model>/<date>_samples_vl_rewardbench.jsonl`. The model under test is the judge.
 * The answers were shown in reverse where their summed length is odd; both come from the prompt in `input`. A reply without
 * an overall judgment has no choice: the tool draws one at random and keeps it as `score` only.
 */
export const lmmsVlRewardBench: Layout = {
  tool: "lmms-eval",
  frame: "pairs",
  detect: ({ record }) => "doc_id" in record && "vlreward_score" in record ? "results" : isSummary(record),
  read(files, { judge, count }) {
    const modelOf = modelNames(files);
    return recordTables(files, samplesOf("vlreward_score"), (record, { file }) => {
      const [first, second] = shownAnswers(String(record.input));
      const swapped = oddLength(first, second);
      const verdict = overallJudgment([record.filtered_resps].flat().join("\n"));
      count("unparsed", verdict === null);
      const words = [first, second].map(countWords);
      const score = (record.vlreward_score ?? {}) as Json, { model, isFolder } = modelOf(file);
      count("judge_by_folder", judge === undefined && isFolder);
      return {
        benchmark: "VL-RewardBench",
        item_id: String(score.question_id ?? record.doc_id),
        domain: textOf(score.category),
        judge: judge ?? model,
        swapped,
        human: /^\[0/.test(String(record.target)) ? "A" : /^\[1/.test(String(record.target)) ? "B" : null,
        choice: turned(verdict, swapped),
        words_a: words[swapped ? 1 : 0],
        words_b: words[swapped ? 0 : 1],
      };
    });
  },
  notes: {
    judge_by_folder: BY_FOLDER,
    unparsed: "replies without an overall judgment: no choice (the tool drew one at random)",
  },
  silent: ["the models that wrote the answers"],
};

/**
 * lmms-eval samples of LLaVA-Bench in the wild: a judge scores a reference (A, always first) and the model's answer (B).
 * The higher score is the choice, equal ones are a tie; both are kept as `score_a` and `score_b`. −1 is a failed reading,
 * which the tool averages in.
 */
export const lmmsLlavaWild: Layout = {
  tool: "lmms-eval",
  frame: "pairs",
  detect: ({ record }) =>
    "doc_id" in record && "gpt_eval_llava_all" in record ? "results" : isSummary(record),
  read(files, { judge, count }) {
    const modelOf = modelNames(files);
    const tables = recordsOf(files, samplesOf("gpt_eval_llava_all")).map(({ file, records }) => {
      // A failed call names no judge.
      const names = records.map(({ record }) => String((record.gpt_eval_llava_all as Json).eval_model));
      const evaluator = names.find((name) => name !== "Failed Request") ?? names[0];
      return recordsTable(file, records, (record) => {
        const all = record.gpt_eval_llava_all as Json;
        const [a, b] = ((all.scores ?? []) as unknown[]).map((score) =>
          Number(score) >= 0 ? Number(score) : null
        );
        const known = a !== null && a !== undefined && b !== null && b !== undefined;
        count("unparsed", !known);
        const { model } = modelOf(file);
        return {
          benchmark: "LLaVA-Bench-in-the-Wild",
          item_id: `${model}/${record.doc_id}`,
          image_id: String(record.doc_id),
          domain: textOf(all.category),
          judge: judge ?? evaluator,
          human: null,
          choice: !known ? null : a === b ? "tie" : a > b ? "A" : "B",
          words_a: wordsOf(all.ans1),
          words_b: wordsOf(all.ans2),
          model_a: "reference",
          model_b: model,
          score_a: known ? a : null,
          score_b: known ? b : null,
        };
      });
    });
    return { tables };
  },
  notes: {
    unparsed: "scores that could not be read (−1, which the tool averages in): no choice",
  },
  silent: [
    "slot and reference apart: the reference was always shown first",
    "the name of the reference's writer",
  ],
};

/** A file of aggregated results. */
const isSummary = (record: Json) => "model_name" in record && "results" in record ? "beside" : null;

/** Samples of one task; one that was logged again counts once, as logged last. */
function samplesOf(metric: string): Wanted {
  return { of: (record) => metric in record, only: true, last: ({ doc_id }) => String(doc_id) };
}

/** The answers in the prompt, in the order shown; the instructions behind them are its last two blocks before the reply's form. */
function shownAnswers(input: string): [string, string] {
  const start = input.indexOf("\n\nAnswer 1: "), middle = input.indexOf("\n\nAnswer 2: ", start);
  const form = input.lastIndexOf("(Answer 1 or Answer 2)");
  const end = input.lastIndexOf("\n\n", input.lastIndexOf("\n\n", form) - 1);
  if (start < 0 || middle < 0 || form < 0 || end < middle) return ["", ""];
  const length = "\n\nAnswer 1: ".length;
  return [input.slice(start + length, middle), input.slice(middle + length, end)];
}
