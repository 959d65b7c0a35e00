import { BIAS_TAXONOMY, type BiasSpec } from "../results/bias_taxonomy.ts";

/** Name of a bias type of MM-JudgeBias, as the public release and the frame of score pairs spell it. */
export type BiasType = Exclude<BiasSpec["type"], "blank_image">;

/** Dimension of MM-JudgeBias under which its taxonomy has a bias type. */
export type BiasDimension = Capitalize<BiasSpec["dimension"]>;

/** A bias type as the paper writes it: where it stands in the taxonomy, what measures it, which part of the judge's input it changes. */
export interface Bias {
  /** As the release and the frame of score pairs spell it. */
  type: BiasType;
  /** As the paper writes it. */
  name: string;
  /** As the columns of Table 2 call it. */
  short: string;
  /** Where it stands in the taxonomy. */
  dimension: BiasDimension;
  /** BD: the score should fall. BC: it should stay. */
  metric: "BD" | "BC";
  /** Parts of the judge's input that it changes. */
  changes: BiasSpec["changes"];
}

/**
 * The nine bias types of MM-JudgeBias in the order of its tables (Table 1 of the paper): five that a judge should notice
 * (bias deviation, BD) and four that should leave it unmoved (bias conformity, BC).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { BIASES } from "judgebias";
 *
 * assert.deepEqual(
 *   BIASES.map(({ metric }) => metric).join(" "), "BD BD BD BD BD BC BC BC BC",
 * );
 * ```
 */
export const BIASES: readonly Bias[] = BIAS_TAXONOMY.map((one) => ({
  type: one.type as BiasType,
  name: one.label,
  short: one.short,
  dimension: one.dimension[0].toUpperCase() + one.dimension.slice(1) as BiasDimension,
  metric: one.metric === "bd" ? "BD" : "BC",
  changes: one.changes,
}));
