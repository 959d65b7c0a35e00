import { nearest } from "../progress/nearest.ts";

/** Names that people give to our columns. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  item_id: ["id", "pair_id", "question_id", "uid", "item", "index"],
  sample_id: ["id", "sample", "item_id"],
  image_id: ["image", "img", "imgid", "file_name"],
  judge: ["model", "judge_model", "judge_name", "evaluator"],
  human: ["label", "gold", "ground_truth", "answer", "preference", "winner", "human_preference", "rating"],
  choice: ["pred", "prediction", "verdict", "decision", "judgment", "judgement", "output", "winner"],
  more_informative: ["informative", "informativeness", "ids"],
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
 * Columns of a file that may be one of ours, the likeliest first: by another usual name (in any case), or a mistyped one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { similarTo } from "@/results/other_names.ts";
 *
 * assert.deepEqual(similarTo("choice", ["Winner", "chioce", "model"]), ["Winner", "chioce"]);
 * ```
 */
export function similarTo(column: string, columns: readonly string[]): string[] {
  const also = Object.hasOwn(OTHER_NAMES, column) ? OTHER_NAMES[column] : [];
  const named = also.flatMap((name) => columns.filter((one) => one.toLowerCase() === name));
  return [...new Set([...named, ...nearest(column, columns)])];
}
