import { composeFigure } from "./compose.ts";
import type { Drawing } from "./figure_spec.ts";
import { sourcesOf } from "./provenance.ts";

/** Words around a figure of one's own. */
export interface OwnFigureOptions {
  title: string;
  caption?: string;
}

/** A figure of one's own from its parts: title, badge of its provenance, panels or table, legend, caption. */
export function ownFigure(
  drawing: Pick<Drawing, "body" | "legend" | "data">,
  { title, caption = "" }: OwnFigureOptions,
): { svg: string } {
  const words = { ...drawing, caption, alt: title };
  return {
    svg: composeFigure({ id: "own", number: "", title }, words, sourcesOf(drawing.data)),
  };
}
