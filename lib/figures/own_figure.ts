import { composeFigure } from "./compose.ts";
import type { Drawing } from "./figure_spec.ts";
import { type Provenance, sourcesOf } from "./provenance.ts";
import { requireOptions } from "../results/require_options.ts";

/** Words around a figure of one's own numbers. */
export interface OwnFigureOptions {
  title: string;
  caption?: string;
  /** Where the numbers come from, for a frame without a column `provenance`. */
  provenance?: Provenance;
}

/** A figure of one's own from its parts: title, badge of its provenance, panels or table, legend, caption. */
export function ownFigure(
  drawing: Pick<Drawing, "body" | "legend" | "data">,
  { title, caption = "", provenance: _, ...others }: OwnFigureOptions,
): { svg: string } {
  requireOptions("figure", others, ["title", "caption", "provenance"]);
  const words = { ...drawing, caption, alt: title };
  return {
    svg: composeFigure({ id: "own", number: "", title }, words, sourcesOf(drawing.data)),
  };
}
