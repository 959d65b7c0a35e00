import type { FigureSpec } from "../figure_spec.ts";
import { table7, table8 } from "./criteria_tables.ts";
import { exampleFigures } from "./example_figures.ts";
import { fig8 } from "./fig8_correlation.ts";
import { fig9 } from "./fig9_conflicts.ts";
import { jointSlopesChart } from "./joint_slopes.ts";
import { table16 } from "./table16_thinking.ts";
import { table18 } from "./table18_joint.ts";
import { table5 } from "./table5_lengths.ts";
import { table6 } from "./table6_pairs.ts";
import { tradeoffMap } from "./tradeoff_map.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures: readonly FigureSpec[] = [
  ...[fig8, fig9],
  ...exampleFigures,
  ...[table5, table6, table7, table8, table16, table18],
  ...[jointSlopesChart, tradeoffMap],
];
