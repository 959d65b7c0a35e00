<<<<<<< HEAD
import { countTables } from "./counts.ts";
import { exampleFigures } from "./examples.ts";
=======
import type { NamedFigure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
>>>>>>> 89f1c56 (Cards, prompts and drawings are data on one template: in our words at the head, verdicts coloured by winner, photographs in words, prompts in columns that fit)
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
<<<<<<< HEAD
import { scoreTables } from "./tables.ts";
import { textTables } from "./text_tables.ts";

/** Figures and tables of MM-JudgeBias and of its project page, and our own on its data. */
export const mmJudgebiasFigures = [
  ...[fig1, fig2, fig3, fig4, fig5, fig6, fig14Better],
  table2Better,
  ...scoreTables,
  ...countTables,
  ...textTables,
  ...exampleFigures,
=======
import { table3 } from "./table3.ts";
import { table4 } from "./table4.ts";
import { table5 } from "./table5.ts";
import { table6 } from "./table6.ts";
import { textTable, textTables } from "./text_tables.ts";

/** The same picture under the name that the project page has for it. */
const onPage = <const Id extends string>(id: Id, same: FigureSpec, title = same.title): NamedFigure<Id> => ({
  ...same,
  id,
  number: "Project page",
  title,
});

/** What the page repeats of the paper. */
const REPEATED: readonly NamedFigure<
  | "site-taxonomy"
  | `site-stats-${number}-table`
  | "site-leaderboard"
>[] = [
  onPage("site-taxonomy", textTable("mm-judgebias-table1")),
  onPage("site-stats-1-table", table5),
  onPage("site-stats-2-table", textTable("mm-judgebias-table7")),
  onPage("site-stats-3-table", table6),
  onPage("site-leaderboard", table2, "Leaderboard"),
];

/** Figures and tables of MM-JudgeBias and of its project page, and our own on its data. */
export const mmJudgebiasFigures = [
  ...[fig1, fig3, fig4, fig5, fig6, fig14Better],
  ...[table2, table2Better, table3, table4, table5, table6, table13, table14, table15, table16],
  ...textTables,
  ...REPEATED,
>>>>>>> 89f1c56 (Cards, prompts and drawings are data on one template: in our words at the head, verdicts coloured by winner, photographs in words, prompts in columns that fit)
  ...[siteSunburst, siteDifficulty],
  ...sitePanels,
  ...[leaderboard, integralityRobustness, promptSlopes],
];
