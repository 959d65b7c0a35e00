import type { BiasDimension } from "../../papers/biases.ts";

/** Colour of each dimension: dark enough for its name (4.5:1) on white and on the grounds of cards. */
export const DIMENSION_COLOR: Record<BiasDimension, string> = {
  Integrality: "#0b4f8a",
  Congruity: "#b04a00",
  Robustness: "#00766c",
};
