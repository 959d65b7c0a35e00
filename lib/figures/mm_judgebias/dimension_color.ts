import type { BiasDimension } from "../../papers/biases.ts";

/** Colour of each dimension. */
export const DIMENSION_COLOR: Record<BiasDimension, string> = {
  Integrality: "#0072b2",
  Congruity: "#d55e00",
  Robustness: "#009e73",
};
