import type { FigureFormat } from "../figure_format.ts";
import type { FigureSpec } from "../figure_spec.ts";
import type { Box } from "../compose.ts";
import type { Provenance } from "../provenance.ts";
import type { RenderedFigure } from "../render_figure.ts";
import { countRange } from "../theme.ts";

/** A figure or table as the gallery shows it. Paths are relative to the gallery's page. */
export interface GalleryEntry {
  figure: FigureSpec;
  /** All that it is drawn from; empty for a drawing without numbers. */
  sources: readonly Provenance[];
  caption: string;
  alt: string;
  /** The counts behind its numbers, `n = 7,756`; empty where it has none. */
  counts: string;
  /** Names in its numbers, of judges above all: a search finds them. */
  names: string[];
  /** Where the chart stands in the picture, without title and caption. */
  box: Box;
  /** Whether there are photographs in it, or drawings that stand for them: dark pages leave these as they are. */
  photo: boolean;
  files: { svg: string; png?: string; csv?: string };
  /** The published or simulated version beside one drawn from results. */
  reference?: { sources: readonly Provenance[]; alt: string; svg: string; box: Box };
}

/** What of an entry comes from the rendering: plain data. */
export type EntryOfRendered = Omit<GalleryEntry, "figure">;

/** What the gallery says of a rendered figure whose files lie in `folder` below the page. */
export function entryOf(
  rendered: RenderedFigure,
  { folder, formats, reference }: {
    folder: string;
    formats: readonly FigureFormat[];
    reference?: { rendered: RenderedFigure; svg: string };
  },
): EntryOfRendered {
  const path = (format: "svg" | "png" | "csv") => `${folder}/${rendered.id}.${format}`;
  return {
    sources: rendered.sources,
    caption: rendered.caption,
    alt: rendered.alt,
    counts: counts(rendered),
    names: namesIn(rendered),
    box: rendered.box,
    photo: /clip-path="url\(#scene-|<image /.test(rendered.svg),
    files: {
      svg: path("svg"),
      ...(formats.includes("png") ? { png: path("png") } : {}),
      ...(formats.includes("csv") ? { csv: path("csv") } : {}),
    },
    ...(reference
      ? {
        reference: {
          sources: reference.rendered.sources,
          alt: reference.rendered.alt,
          svg: reference.svg,
          box: reference.rendered.box,
        },
      }
      : {}),
  };
}

/** Columns of text whose values name something, and how many names at most are worth finding. */
const NAMING = /judge|model|evaluator|generator|benchmark|domain|group|criterion|dataset/, MOST = 80;

function namesIn({ data }: RenderedFigure): string[] {
  const columns = data.columns.filter((name, i) =>
    NAMING.test(name) && /Utf8|String/.test(String(data.dtypes[i]))
  );
  const found = columns.flatMap((name) => data.getColumn(name).unique().toArray() as (string | null)[]);
  return [...new Set(found)].filter((name) => name !== null).sort().slice(0, MOST);
}

function counts({ data }: RenderedFigure): string {
  if (!data.columns.includes("n")) return "";
  const found = (data.getColumn("n").toArray() as (number | null)[]).filter((n) =>
    typeof n === "number" && n > 0
  ) as number[];
  return found.length > 0 ? countRange(found) : "";
}
