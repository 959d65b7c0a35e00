import { exportFigure } from "../figures/export_figure.ts";
import type { FigureFormat } from "../figures/figure_spec.ts";
import { entryOf, type GalleryEntry } from "../figures/gallery/gallery_page.ts";
import { findFigure } from "../figures/registry.ts";
import { figureRenderer, type RenderOptions } from "../figures/render_figure.ts";
import { isFed } from "../figures/choose_source.ts";
import type { ResultFrames } from "../results/read_results.ts";
import { writeWhole } from "../results/write_frame.ts";

/** What to render, and where to. */
export interface RenderJob {
  options: Omit<RenderOptions, "results" | "formats"> & { results?: ResultFrames };
  formats: readonly FigureFormat[];
  out: string;
  /** Whether figures that the results cannot feed are drawn without them. */
  all?: boolean;
  /** Whether a figure drawn from results gets the paper's own beside it. */
  compare: boolean;
}

/** What became of a figure. */
export interface RenderedJob {
  files: string[];
  /** Whether it was drawn from the results given. */
  ofResults: boolean;
  entry?: GalleryEntry;
  /** What is wrong with the data, in words for the user. */
  failure?: string;
  /** What is wrong with the library, with its place. */
  defect?: string;
}

/** A function that renders one figure after another and writes them; what is computed for one serves the next. */
export function renderJob(
  { options, formats, out, all = false, compare }: RenderJob,
): (id: string) => Promise<RenderedJob> {
  const { results = {}, ...others } = options;
  const made = formats.filter((format) => format !== "tex");
  const render = figureRenderer({ ...options, formats: made }),
    without = figureRenderer({ ...others, formats: made });
  const { title, caption, badge } = options;
  const reference = figureRenderer({ title, caption, badge });
  return async (id) => {
    const figure = findFigure(id), { paper } = figure;
    try {
      const rendered = await (all && !isFed(figure, results) ? without : render)(id),
        { ofResults } = rendered;
      // What is no table has no LaTeX, and none of the others wait for it.
      const own = formats.filter((format) => format !== "tex" || rendered.table !== null);
      const files = await exportFigure(rendered, `${out}/${paper}`, { formats: own });
      if (!formats.includes("svg")) return { files, ofResults };
      let beside;
      if (compare && ofResults) {
        beside = { rendered: await reference(id), svg: `${paper}/${id}.reference.svg` };
        const { svg } = beside.rendered, path = `${out}/${beside.svg}`;
        writeWhole(path, (temporary) => Deno.writeTextFileSync(temporary, svg));
        files.push(path);
      }
      return { files, ofResults, entry: entryOf(figure, rendered, { formats, reference: beside }) };
    } catch (error) {
      // One figure that the data cannot feed must not keep the others back; it is said at the end.
      const nothing = { files: [], ofResults: false };
      return speaksOfData(error)
        ? { ...nothing, failure: `${id}: ${(error as Error).message}` }
        : { ...nothing, defect: `${id}: ${(error as Error).stack ?? error}` };
    }
  };
}

/** Whether an error is about the data, in the words of the house ("…: wanted …, found …"); the engine's are defects of ours. */
export function speaksOfData(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "ResultsError" ||
    (error instanceof RangeError || error instanceof TypeError) &&
      /: wanted |: there is no /.test(error.message);
}
