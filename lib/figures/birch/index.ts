import { fig1, fig10, fig3, fig5, fig6 } from "./charts.ts";
import { fig11, fig8, fig9 } from "./domains.ts";
import { fig4 } from "./fig4.ts";
import { tables } from "./tables.ts";

/** Figures and tables of the informativeness-bias paper. */
export const birchFigures = [
  ...[fig1, fig3, fig4, fig5, fig6, fig8, fig9, fig10, fig11],
  ...tables,
];
