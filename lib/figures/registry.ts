import { PAPER_ITEMS } from "../papers/paper_items.ts";
import { PAPERS } from "../papers/papers.ts";
import { nearest } from "../progress/nearest.ts";
import { birchFigures } from "./birch/index.ts";
import { drawingFigures } from "./cards/drawing_figures.ts";
import { exampleFigures } from "./cards/example_figures.ts";
import { pairFigures } from "./cards/pair_figures.ts";
import type { FigureSpec } from "./figure_spec.ts";
import { hypothesisFigures } from "./hypotheses/index.ts";
import { mmJudgebiasFigures } from "./mm_judgebias/index.ts";
import { multiCritFigures } from "./multi_crit/index.ts";
import { philautiaFigures } from "./philautia/index.ts";
import { promptFigures } from "./prompts/prompt_figures.ts";
import { realFigures } from "./real/index.ts";

const ORDER = PAPER_ITEMS.map(({ id }) => ({ id, parts: `${id}-` }));
const PAPER_ORDER = PAPERS.map(({ name }) => name);

/** Place among the items of the papers and the page; a part stands where its item does, our own come last. */
function place({ id }: FigureSpec): number {
  const found = ORDER.findIndex((item) => id === item.id || id.startsWith(item.parts));
  return found < 0 ? ORDER.length : found;
}

/** The id of a figure as a type, where it is known as one. */
type IdOf<Figure extends { id: string }> = Figure extends { id: infer Id extends string }
  ? string extends Id ? never : Id
  : never;

/** The ids of all figures, for an editor to complete. */
export type FigureId =
  | CardId
  | IdOf<
    | typeof birchFigures[number]
    | typeof mmJudgebiasFigures[number]
    | typeof philautiaFigures[number]
    | typeof multiCritFigures[number]
    | typeof hypothesisFigures[number]
    | typeof realFigures[number]
  >;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Ids of the cards, drawings and prompts that `data/cards` holds. */
type CardId =
  | `birch-fig${2 | 7 | 30}`
  | `birch-fig${1 | 2}${Digit}`
  | `mm-judgebias-fig${2 | 7 | 8 | 9}`
  | `mm-judgebias-fig1${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `site-examples-${Exclude<Digit, 0>}`
  | `site-judge-examples-${1 | 2 | 3}`
  | "philautia-fig3"
  | "philautia-alg1"
  | `philautia-prompt-ref-${"based" | "free"}`
  | "multi-crit-fig10"
  | `multi-crit-table1${0 | 1 | 2 | 3 | 4 | 5 | 7 | 9}`
  | "multi-crit-table9";

/** Every figure and table that the library draws, by paper in the paper's order. */
export const figures: readonly FigureSpec[] = [
  ...birchFigures,
  ...mmJudgebiasFigures,
  ...philautiaFigures,
  ...multiCritFigures,
  ...hypothesisFigures,
  ...realFigures,
  ...drawingFigures,
  ...exampleFigures,
  ...pairFigures,
  ...promptFigures,
]
  .map((figure) => ({ figure, paper: PAPER_ORDER.indexOf(figure.paper), place: place(figure) }))
  .sort((a, b) => a.paper - b.paper || a.place - b.place)
  .map(({ figure }) => figure);

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
  const { same = id } = PAPER_ITEMS.find((item) => item.id === id) ?? {};
  const found = figures.find((figure) => figure.id === same);
  if (found) return found;
  const close = nearest(id, figures.map((figure) => figure.id), { count: 5 });
  throw new RangeError(
    `figure: wanted the id of a figure or table, found ${id}` +
      (close.length > 0
        ? `; did you mean ${close.join(", ")}?`
        : "; `deno task figures --list` names them all"),
  );
}
