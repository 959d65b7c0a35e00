import { fig3, fig4, fig5 } from "./charts.ts";
import { countTables } from "./counts.ts";
import { fig1 } from "./fig1.ts";
import { fig14Better } from "./fig14_better.ts";
import { fig6 } from "./fig6.ts";
import { integralityRobustness, leaderboard, promptSlopes, table2Better } from "./own.ts";
import { siteDifficulty, sitePanels, siteSunburst } from "./page.ts";
import { scoreTables } from "./tables.ts";
import { textTables } from "./text_tables.ts";

/** Figures and tables of MM-JudgeBias and of its project page, and our own on its data. */
export const mmJudgebiasFigures = [
  ...[fig1, fig3, fig4, fig5, fig6, fig14Better],
  table2Better,
  ...scoreTables,
  ...countTables,
  ...textTables,
  ...[siteSunburst, siteDifficulty],
  ...sitePanels,
  ...[leaderboard, integralityRobustness, promptSlopes],
];
