<<<<<<< HEAD
import { exampleFigures } from "./examples.ts";
=======
import { table7, table8 } from "./criteria_tables.ts";
>>>>>>> 89f1c56 (Cards, prompts and drawings are data on one template: in our words at the head, verdicts coloured by winner, photographs in words, prompts in columns that fit)
import { fig8 } from "./fig8.ts";
import { fig9 } from "./fig9.ts";
import { joint } from "./joint.ts";
import { tables } from "./tables.ts";
import { tradeoffMap } from "./tradeoff_map.ts";

/** Charts and tables of the Multi-Crit appendix and our own on its data, in the paper's order. */
export const multiCritFigures = [
  ...[fig8, fig9],
<<<<<<< HEAD
  ...exampleFigures,
  ...tables,
=======
  ...[table5, table6, table7, table8, table16, table18],
>>>>>>> 89f1c56 (Cards, prompts and drawings are data on one template: in our words at the head, verdicts coloured by winner, photographs in words, prompts in columns that fit)
  ...[joint, tradeoffMap],
];
