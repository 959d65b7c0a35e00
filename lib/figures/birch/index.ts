import { exampleFigures } from "./examples.ts";
import { fig1 } from "./fig1.ts";
import { fig10 } from "./fig10.ts";
import { fig11 } from "./fig11.ts";
import { fig12 } from "./fig12.ts";
import { fig13 } from "./fig13.ts";
import { fig2 } from "./fig2.ts";
import { fig3 } from "./fig3.ts";
import { fig4 } from "./fig4.ts";
import { fig5 } from "./fig5.ts";
import { fig6 } from "./fig6.ts";
import { fig7 } from "./fig7.ts";
import { fig8 } from "./fig8.ts";
import { fig9 } from "./fig9.ts";
import { table1 } from "./table1.ts";
import { table2 } from "./table2.ts";
import { table3 } from "./table3.ts";
import { table4 } from "./table4.ts";
import { table5 } from "./table5.ts";
import { table6 } from "./table6.ts";
import { table7 } from "./table7.ts";
import { table8 } from "./table8.ts";

/** Figures and tables of the informativeness-bias paper. */
export const birchFigures = [
  ...[fig1, fig2, fig3, fig4, fig5, fig6, fig7, fig8, fig9, fig10, fig11, fig12, fig13],
  ...exampleFigures,
  ...[table1, table2, table3, table4, table5, table6, table7, table8],
];
