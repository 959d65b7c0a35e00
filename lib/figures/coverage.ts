import { PAPER_ITEMS, type PaperItem } from "../papers/papers.ts";
import type { FigureSpec } from "./figure_spec.ts";

export interface Coverage {
  item: PaperItem;
  /** The figures that render it: one, or one for each part; none where it is not rendered. */
  figures: FigureSpec[];
}

export function coverage(figures: readonly FigureSpec[]): Coverage[] {
  return PAPER_ITEMS.map((item) => {
    const { id: own, same = own } = item;
    // A part has the item's id and a suffix of its own: philautia-fig4-i, site-examples-3.
    return { item, figures: figures.filter(({ id }) => id === same || id.startsWith(`${own}-`)) };
  });
}

export function coverageTotals(
  rows: readonly Coverage[],
): Record<PaperItem["kind"], { rendered: number; of: number }> {
  const totals = {} as Record<PaperItem["kind"], { rendered: number; of: number }>;
  for (const { item, figures } of rows) {
    const total = totals[item.kind] ??= { rendered: 0, of: 0 };
    total.of++;
    if (figures.length > 0) total.rendered++;
  }
  return totals;
}
