import { fig8, fig9, joint, tradeoffMap } from "./charts.ts";
import { tables } from "./tables.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures = [
  ...[fig8, fig9],
  ...tables,
  ...[joint, tradeoffMap],
];
