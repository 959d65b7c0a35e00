import { ownFacts } from "../progress/own_facts.ts";
import type { BIAS_TYPES } from "./frames.ts";

/** What a judge is asked to show: notice what is missing, notice what contradicts, or stay where it is. */
export type BiasDimension = "integrality" | "congruity" | "robustness";

export const BIAS_DIMENSIONS: readonly BiasDimension[] = ["integrality", "congruity", "robustness"];

/** One of the nine bias types. */
export interface BiasSpec {
  /** Name in the column `bias_type`. */
  type: (typeof BIAS_TYPES)[number];
  /** As the paper writes it. */
  label: string;
  /** As its tables head their columns. */
  short: string;
  /** What the bias type asks of the judge. */
  dimension: BiasDimension;
  /** Bias deviation where the score should fall, bias conformity where it should stay. */
  metric: "bd" | "bc";
  /** Parts of the judge's input that it changes. */
  changes: readonly ("query" | "image")[];
}

/** The nine bias types of MM-JudgeBias in the order of its tables (Lee et al. 2026, section 3.3); `blank_image` is a control, and not among them. */
export const BIAS_TAXONOMY: readonly BiasSpec[] = ownFacts("biases");
