import { ANCHOR_EXAMPLES } from "./anchor_examples.ts";
import type { BirchExample } from "./birch_example.ts";
import { LABEL_ERROR_EXAMPLES } from "./label_error_examples.ts";
import { REFERENCE_EXAMPLES } from "./reference_examples.ts";

/**
 * The examples of the informativeness-bias paper (Figures 14 to 17 and 22 to 30): gist of query, answers and reasons in our
 * own words; choices as printed.
 */
export const BIRCH_EXAMPLES: readonly BirchExample[] = [
  ...LABEL_ERROR_EXAMPLES,
  ...REFERENCE_EXAMPLES,
  ...ANCHOR_EXAMPLES,
];
