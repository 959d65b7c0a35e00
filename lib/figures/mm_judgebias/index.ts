import { countTables } from "./counts.ts";
import { fig1 } from "./fig1.ts";
import { fig14Better } from "./fig14_better.ts";
import { fig3 } from "./fig3.ts";
import { fig4 } from "./fig4.ts";
import { fig5 } from "./fig5.ts";
import { fig6 } from "./fig6.ts";
import { integralityRobustness } from "./integrality_robustness.ts";
import { leaderboard } from "./leaderboard.ts";
import { promptSlopes } from "./prompt_slopes.ts";
import { siteDifficulty } from "./site_difficulty.ts";
import { sitePanels } from "./site_panels.ts";
import { siteSunburst } from "./site_sunburst.ts";
import { table2Better } from "./table2_better.ts";
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
