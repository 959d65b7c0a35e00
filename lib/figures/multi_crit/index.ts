import { fig8 } from "./fig8.ts";
import { fig9 } from "./fig9.ts";
import { joint } from "./joint.ts";
import { tables } from "./tables.ts";
import { tradeoffMap } from "./tradeoff_map.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures = [
  ...[fig8, fig9],
  ...tables,
  ...[joint, tradeoffMap],
];
