import { cut } from "../progress/told.ts";
import { PAPER_ITEMS, PAPERS } from "../papers/papers.ts";
import { nearest } from "../progress/nearest.ts";
import { requireText } from "../progress/require.ts";
import { charts as birchCharts } from "./birch/charts.ts";
import { domains } from "./birch/domains.ts";
import { fig4 as birchFig4 } from "./birch/fig4.ts";
import { tables as birchTables } from "./birch/tables.ts";
import { charts as hypothesisCharts } from "./hypotheses/charts.ts";
import { charts as mmCharts } from "./mm_judgebias/charts.ts";
import { countTables } from "./mm_judgebias/counts.ts";
import { fig6 as mmFig6 } from "./mm_judgebias/fig6.ts";
import { own as mmOwn } from "./mm_judgebias/own.ts";
import { page } from "./mm_judgebias/page.ts";
import { tables as mmTables } from "./mm_judgebias/tables.ts";
import { charts as multiCritCharts } from "./multi_crit/charts.ts";
import { tables as multiCritTables } from "./multi_crit/tables.ts";
import { charts as philautiaCharts } from "./philautia/charts.ts";
import { matrices, tables as philautiaTables } from "./philautia/matrices.ts";
import { genai } from "./real/genai.ts";
import { llmbar } from "./real/llmbar.ts";
import { strengths } from "./real/strengths.ts";
import { viescore } from "./real/viescore.ts";
import { cardFigures, drawingFigures } from "./cards/card_figures.ts";
import { textTables } from "./cards/text_tables.ts";
import { figure, type Specs } from "./figure.ts";
import { FIGURES } from "./figure_entry.ts";
import type { FigureId } from "./figure_id.ts";
import type { FigureSpec } from "./figure_spec.ts";
import { promptFigures } from "./prompts/prompt_figures.ts";

const PAPER_ORDER = PAPERS.map(({ name }) => name);

const ITEMS = [...PAPER_ITEMS.map(({ id }) => id), ...Object.keys(FIGURES)];

function place({ id }: FigureSpec): number {
  const found = ITEMS.findIndex((item) => id === item || id.startsWith(`${item}-`));
  return found < 0 ? ITEMS.length : found;
}

const SPECS: Specs = {
  ...birchCharts,
  ...domains,
  ...birchFig4,
  ...birchTables,
  ...hypothesisCharts,
  ...mmCharts,
  ...countTables,
  ...mmFig6,
  ...mmOwn,
  ...page,
  ...mmTables,
  ...textTables,
  ...multiCritCharts,
  ...multiCritTables,
  ...philautiaCharts,
  ...matrices,
  ...philautiaTables,
  ...genai,
  ...llmbar,
  ...strengths,
  ...viescore,
};

/** Every figure and table that the library draws, by paper in the paper's order. */
export const figures: readonly FigureSpec[] = [
  ...Object.entries(SPECS).map(([id, spec]) => figure(id, spec)),
  ...drawingFigures,
  ...cardFigures,
  ...promptFigures,
].sort((a, b) =>
  PAPER_ORDER.indexOf(a.paper) - PAPER_ORDER.indexOf(b.paper) || place(a) - place(b) ||
  // An item stands before what is made of it.
  Number(b.id === ITEMS[place(b)]) - Number(a.id === ITEMS[place(a)])
);

/**
 * The figure with this id; what a project page repeats of its paper (`site-leaderboard`) is the paper's own.
 *
 * @throws {RangeError} when there is none, naming the nearest ids
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findFigure } from "judgebias/figures";
 *
 * assert.equal(findFigure("birch-fig3").number, "Figure 3");
 * assert.throws(() => findFigure("birch-fg3"), /birch-fig3/);
 * ```
 */
export function findFigure(id: FigureId | (string & Record<never, never>)): FigureSpec {
  requireText("findFigure", "the id of a figure or table", id);
  const { same = id } = PAPER_ITEMS.find((item) => item.id === id) ?? {};
  const found = figures.find((figure) => figure.id === same);
  if (found) return found;
  const ids = figures.map((figure) => figure.id), ending = ids.filter((one) => one.endsWith(`-${id}`));
  const close = ending.length > 0 ? ending : nearest(id, ids, { count: 5 });
  throw new RangeError(
    `figure: wanted the id of a figure or table, found ${cut(id)}` +
      (close.length > 0
        ? `; did you mean ${close.join(", ")}?`
        : "; `deno task figures --list` names them all"),
  );
}
