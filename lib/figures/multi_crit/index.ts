import { table7, table8 } from "./criteria_tables.ts";
import { exampleFigures } from "./examples.ts";
import { fig8 } from "./fig8.ts";
import { fig9 } from "./fig9.ts";
import { joint } from "./joint.ts";
import { table16 } from "./table16.ts";
import { table18 } from "./table18.ts";
import { table5 } from "./table5.ts";
import { table6 } from "./table6.ts";
import { tradeoffMap } from "./tradeoff_map.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures = [
  ...[fig8, fig9],
  ...exampleFigures,
  ...[table5, table6, table7, table8, table16, table18],
  ...[joint, tradeoffMap],
];
