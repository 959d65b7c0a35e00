import type { FigureSpec } from "../figure_spec.ts";
import { fig1 } from "./fig1_compositional_bias.ts";
import { fig2, siteTeaser } from "./fig2_pipeline.ts";
import { fig3 } from "./fig3.ts";
import { fig4 } from "./fig4_self_enhancement.ts";
import { fig5 } from "./fig5_lengths.ts";
import { integralityRobustness } from "./integrality_robustness.ts";
import { leaderboard } from "./leaderboard.ts";
import { promptSlopes } from "./prompt_slopes.ts";
import { table14, table15, table16, table3, table4 } from "./prompt_tables.ts";
import { readableFigures } from "./readable.ts";
import { siteDifficulties, siteDomains, table5, table6 } from "./sample_tables.ts";
import { siteDifficulty } from "./site_difficulty.ts";
import { sitePanels } from "./site_panels.ts";
import { siteSunburst } from "./site_sunburst.ts";
import { table13 } from "./table13_unnecessary_image.ts";
import { siteLeaderboard, table2 } from "./table2_main_results.ts";

/** Charts and tables of MM-JudgeBias, of its project page, and our own on its data. */
export const mmJudgebiasFigures: readonly FigureSpec[] = [
  ...[fig1, fig2, fig3, fig4, fig5],
  ...[table2, table3, table4, table5, table6, table13, table14, table15, table16],
  ...readableFigures,
  ...[
    siteTeaser,
    siteDomains,
    siteSunburst,
    siteDifficulties,
    siteDifficulty,
    siteLeaderboard,
    ...sitePanels,
  ],
  ...[leaderboard, integralityRobustness, promptSlopes],
];
