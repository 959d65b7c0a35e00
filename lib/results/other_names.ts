import { nearest } from "../progress/nearest.ts";

/** Names that people give to our columns. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  item_id: [
    "id",
    "pair_id",
    "question_id",
    "uid",
    "item",
    "sample_id",
    "sample",
    "example_id",
    "qid",
    "index",
  ],
  sample_id: ["id", "sample", "item_id"],
  image_id: ["image", "img", "imgid", "file_name"],
  judge: ["model", "judge_model", "judge_name", "evaluator"],
  human: [
    "label",
    "gold",
    "gt",
    "ground_truth",
    "gold_label",
    "human_label",
    "human_choice",
    "answer",
    "preference",
    "winner",
    "human_preference",
    "rating",
  ],
  choice: [
    "pred",
    "prediction",
    "verdict",
    "decision",
    "judgment",
    "judgement",
    "output",
    "judge_choice",
    "winner",
  ],
  more_informative: ["informative", "informativeness", "more_info", "ids"],
  words_a: ["len1", "len_1", "len_a", "length_a", "words1", "words_1", "tokens_a"],
  words_b: ["len2", "len_2", "len_b", "length_b", "words2", "words_2", "tokens_b"],
  bias_type: ["bias", "perturbation"],
  unbiased: ["original", "clean", "unbiased_score"],
  biased: ["perturbed", "biased_score"],
  setting: ["mode", "reference"],
  criterion: ["aspect", "dimension"],
  annotator: ["rater", "voter", "worker", "worker_id", "annotator_id", "user", "user_id", "person"],
  run: ["repeat", "repetition", "rep", "trial", "seed", "iteration", "attempt"],
  swapped: ["order", "swap", "is_swapped", "flipped", "reversed", "position", "answer_order", "game"],
  condition: [
    "prompt",
    "prompt_ver",
    "prompt_version",
    "method",
    "strategy",
    "protocol",
    "mitigation",
    "arm",
  ],
};

/**
 * Columns of a file that may be one of ours, the likeliest first: by another usual name (whatever case, blanks and signs are in it),
 * one that ends with ours, or a mistyped one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { similarTo } from "@/results/other_names.ts";
 *
 * assert.deepEqual(similarTo("choice", ["Winner", "chioce", "model"]), ["Winner", "chioce"]);
 * assert.deepEqual(similarTo("judge", ["Sample ID", "Model (judge)"]), ["Model (judge)"]);
 * ```
 */
export function similarTo(column: string, columns: readonly string[]): string[] {
  const also = Object.hasOwn(OTHER_NAMES, column) ? OTHER_NAMES[column] : [];
  const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "");
  const named = [column, ...also].flatMap((name) => columns.filter((one) => bare(one) === name));
  const ending = columns.filter((one) => bare(one).endsWith(`_${column}`));
  return [...new Set([...named, ...ending, ...nearest(column, columns)])];
}
