/** Name of a bias type of MM-JudgeBias, as the public release and the frame of score pairs spell it. */
export type BiasType =
  | "text_dominance"
  | "image_dominance"
  | "response_dominance"
  | "instruction_misalignment"
  | "image_misalignment"
  | "detail_description"
  | "unnecessary_image"
  | "visual_transformation"
  | "texture_insertion";

/** A bias type: where it stands in the taxonomy, what measures it, which part of the judge's input it changes. */
export interface Bias {
  type: BiasType;
  name: string;
  /** As the columns of Table 2 call it. */
  short: string;
  dimension: BiasDimension;
  /** BD: the score should fall. BC: it should stay. */
  metric: "BD" | "BC";
  changes: readonly ("query" | "image")[];
}

export type BiasDimension = "Integrality" | "Congruity" | "Robustness";

/**
 * The nine bias types of MM-JudgeBias in the order of its tables (Table 1 of the paper): five that a judge should notice
 * (bias deviation, BD) and four that should leave it unmoved (bias conformity, BC).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { BIASES } from "@/papers/bias_taxonomy.ts";
 *
 * assert.deepEqual(BIASES.map(({ metric }) => metric).join(" "), "BD BD BD BD BD BC BC BC BC");
 * ```
 */
export const BIASES: readonly Bias[] = [
  bias("text_dominance", "TextDom.", "Integrality", ["image"]),
  bias("image_dominance", "ImgDom.", "Integrality", ["query"]),
  bias("response_dominance", "RespDom.", "Integrality", ["query", "image"]),
  bias("instruction_misalignment", "InstrMis.", "Congruity", ["query"]),
  bias("image_misalignment", "ImgMis.", "Congruity", ["image"]),
  bias("detail_description", "DetailDesc.", "Robustness", ["query"]),
  bias("unnecessary_image", "UnnecImg.", "Robustness", ["image"]),
  bias("visual_transformation", "VisualTrans.", "Robustness", ["image"]),
  bias("texture_insertion", "TextInsert.", "Robustness", ["image"]),
];

function bias(type: BiasType, short: string, dimension: BiasDimension, changes: Bias["changes"]): Bias {
  const name = type.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join("-");
  return { type, name, short, dimension, metric: dimension === "Robustness" ? "BC" : "BD", changes };
}
