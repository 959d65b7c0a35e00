import { fig1 } from "./fig1.ts";
import { fig10 } from "./fig10.ts";
import { fig11 } from "./fig11.ts";
import { fig3 } from "./fig3.ts";
import { fig4 } from "./fig4.ts";
import { fig5 } from "./fig5.ts";
import { fig6 } from "./fig6.ts";
import { fig8 } from "./fig8.ts";
import { fig9 } from "./fig9.ts";
import { tables } from "./tables.ts";

/** Figures and tables of the informativeness-bias paper. */
export const birchFigures = [
  ...[fig1, fig3, fig4, fig5, fig6, fig8, fig9, fig10, fig11],
  ...tables,
];
