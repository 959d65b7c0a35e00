import { refusing, said } from "../results/said.ts";
import { cut } from "../progress/told.ts";
import { PAPER_ITEMS, type PaperItem, PAPERS } from "../papers/papers.ts";
import { nearest } from "../progress/nearest.ts";
import { requireText } from "../progress/require.ts";
import { charts as birchCharts } from "./birch/charts.ts";
import { tables as birchTables } from "./birch/tables.ts";
import { charts as hypothesisCharts } from "./hypotheses/charts.ts";
import { charts as mmCharts } from "./mm_judgebias/charts.ts";
import { countTables } from "./mm_judgebias/numbers.ts";
import { fig6 as mmFig6 } from "./mm_judgebias/fig6.ts";
import { own as mmOwn } from "./mm_judgebias/own.ts";
import { tables as mmTables } from "./mm_judgebias/tables.ts";
import { charts as multiCritCharts } from "./multi_crit/charts.ts";
import { tables as multiCritTables } from "./multi_crit/tables.ts";
import { charts as philautiaCharts } from "./philautia/charts.ts";
import { matrices } from "./philautia/matrices.ts";
import { genai } from "./real/charts.ts";
import { scores } from "./real/scores.ts";
import { cardFigures, drawingFigures, textTables } from "./cards/text_tables.ts";
import { figure, type Specs } from "./figure.ts";
import { FIGURES } from "./figure_entry.ts";
import type { FigureId, FigureSpec } from "./figure_spec.ts";
import { promptFigures } from "./prompts/prompt_figures.ts";

const PAPER_ORDER = PAPERS.map(({ name }) => name);

const ITEMS = [...PAPER_ITEMS.map(({ id }) => id), ...Object.keys(FIGURES)];

function place({ id }: FigureSpec): number {
  const found = ITEMS.findIndex((item) => id === item || id.startsWith(`${item}-`));
  return found < 0 ? ITEMS.length : found;
}

const SPECS: Readonly<Record<string, Specs>> = {
  "birch/charts": birchCharts,
  "birch/tables": birchTables,
  "hypotheses/charts": hypothesisCharts,
  "mm_judgebias/charts": mmCharts,
  "mm_judgebias/numbers": countTables,
  "mm_judgebias/fig6": mmFig6,
  "mm_judgebias/own": mmOwn,
  "mm_judgebias/tables": mmTables,
  "cards/text_tables": textTables,
  "multi_crit/charts": multiCritCharts,
  "multi_crit/tables": multiCritTables,
  "philautia/charts": philautiaCharts,
  "philautia/matrices": matrices,
  "real/charts": genai,
  "real/scores": scores,
};

/** Every figure and table that the library draws, by paper in the paper's order. */
export const figures: readonly FigureSpec[] = [
  ...Object.entries(SPECS).flatMap(([file, specs]) =>
    Object.entries(specs).map(([id, spec]) => figure(id, { file: `lib/figures/${file}.ts`, ...spec }))
  ),
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
  const hint = said(close.length > 0 ? "figure_close" : "figure_list", { close });
  throw refusing("figure_id", { found: cut(id), hint });
}

export type Coverage = ReturnType<typeof coverage>[number];

export function coverage(all: readonly FigureSpec[]) {
  return PAPER_ITEMS.map((item) => {
    const { id: own, same = own } = item;
    // A part has the item's id and a suffix of its own: philautia-fig4-i, site-examples-3.
    return { item, figures: all.filter(({ id }) => id === same || id.startsWith(`${own}-`)) };
  });
}

export function coverageTotals(rows: readonly Coverage[]) {
  const totals = {} as Record<PaperItem["kind"], { rendered: number; of: number }>;
  for (const { item, figures } of rows) {
    const total = totals[item.kind] ??= { rendered: 0, of: 0 };
    total.of++;
    if (figures.length > 0) total.rendered++;
  }
  return totals;
}
