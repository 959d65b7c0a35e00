import { progress } from "../progress/progress.ts";
import { exportFigure, type FigureFormat, FORMATS } from "../figures/export_figure.ts";
import type { FigureSpec } from "../figures/figure_spec.ts";
import { type GalleryEntry, galleryEntry } from "../figures/gallery/gallery_entry.ts";
import type { Provenance } from "../figures/provenance.ts";
import { figures, findFigure } from "../figures/registry.ts";
import { isFed, missingFeatures, renderFigure } from "../figures/render_figure.ts";
import { PAPERS } from "../papers/papers.ts";
import { FEATURES } from "../results/frame_features.ts";
import { writeWhole } from "../results/write_frame.ts";
import { readResults } from "../results/read_results.ts";
import { type CommandOption, UsageError } from "./command.ts";
import { ROOT } from "./project.ts";

/** Options of the tasks that render figures. */
export const RENDER_OPTIONS: Record<string, CommandOption> = {
  only: { type: "string", value: "IDS", help: "only these, separated by commas: birch-fig3,birch-table8" },
  paper: {
    type: "string",
    value: "NAME",
    help: `only one paper's: ${PAPERS.map(({ name }) => name).join(", ")}`,
  },
  results: { type: "string", value: "PATH", help: "draw from these result files (file, folder or glob)" },
  pictures: {
    type: "string",
    value: "DIR",
    help: "pictures of your own for the example cards, named after them: birch-fig14.jpg",
  },
  source: {
    type: "string",
    value: "SOURCE",
    help: "published, simulated or results (default: the best there is)",
  },
  out: {
    type: "string",
    value: "DIR",
    help: "folder to write to (default: figures; figures/results with --results)",
  },
  formats: { type: "string", value: "LIST", help: "formats, separated by commas (default: svg,png,csv)" },
  list: { type: "boolean", help: "list ids, titles and sources, and stop" },
};

/** What was rendered, and where it lies. */
export interface RenderedFigures {
  entries: GalleryEntry[];
  out: string;
}

/**
 * Renders the chosen figures and tables, each into a folder named after its paper. With results, `compare` also writes the
 * published or simulated version of each figure that the results feed, as `<id>.reference.svg`.
 */
export async function renderAll(
  values: Record<string, string | boolean | undefined>,
  { kinds, compare = false }: { kinds?: readonly FigureSpec["kind"][]; compare?: boolean } = {},
): Promise<RenderedFigures> {
  const chosen = choose(values, kinds);
  if (values.list) {
    const width = Math.max(...chosen.map(({ id }) => id.length));
    for (const { id, number, title, available } of chosen) {
      console.log(`${id.padEnd(width)}  ${number} · ${title} (${available.join(", ")})`);
    }
    return { entries: [], out: "" };
  }
  const formats = chooseFormats(values.formats as string | undefined);
  const source = chooseSource(values.source as string | undefined);
  const results = values.results ? readResults(values.results as string) : undefined;
  const pictures = values.pictures as string | undefined;
  const out = values.out as string ?? `${ROOT}figures${results ? "/results" : ""}`;
  const started = performance.now();
  const bar = progress({ total: chosen.length, label: "rendering" });
  const failed: string[] = [], skipped: string[] = [], entries: GalleryEntry[] = [];
  let written = 0;
  for (const figure of chosen) {
    const { id, paper } = figure;
    const lacking = results && source !== "published" && source !== "simulated" && isFed(figure, results)
      ? missingFeatures(figure, results)
      : [];
    if (lacking.length > 0 && !values.only) {
      skipped.push(
        `${id}: the results have no ${lacking.map((feature) => FEATURES[feature].label).join(", and no ")}`,
      );
      bar.tick(1, id);
      continue;
    }
    try {
      const rendered = await renderFigure(id, { source, results, pictures, formats });
      written += exportFigure(rendered, `${out}/${paper}`, formats).length;
      if (!formats.includes("svg")) continue;
      let reference;
      if (compare && rendered.sources.includes("results")) {
        reference = { rendered: await renderFigure(id), svg: `${paper}/${id}.reference.svg` };
        const { svg } = reference.rendered;
        writeWhole(`${out}/${reference.svg}`, (temporary) => Deno.writeTextFileSync(temporary, svg));
        written++;
      }
      entries.push(galleryEntry(figure, rendered, { folder: paper, formats, reference }));
    } catch (error) {
      // One figure that the data cannot feed must not keep the others back; it is said at the end.
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
      failed.push(`${id}: ${error.message}`);
    } finally {
      bar.tick(1, id);
    }
  }
  bar.done();
  const seconds = (performance.now() - started) / 1000;
  if (skipped.length > 0) console.log(`left out:\n  ${skipped.join("\n  ")}`);
  console.log(
    `${chosen.length - failed.length - skipped.length} figures and tables, ${written} files in ${out} (${
      seconds.toFixed(1)
    } s)`,
  );
  if (failed.length > 0) {
    throw new UsageError(`${failed.length} could not be drawn:\n  ${failed.join("\n  ")}`);
  }
  return { entries, out };
}

function choose(
  { only, paper }: Record<string, string | boolean | undefined>,
  kinds: readonly FigureSpec["kind"][] | undefined,
): FigureSpec[] {
  if (paper !== undefined && !PAPERS.some(({ name }) => name === paper)) {
    throw new UsageError(`wanted the paper ${PAPERS.map(({ name }) => name).join(", ")}, found ${paper}`);
  }
  const named = only === undefined ? null : String(only).split(",").map((id) => findFigure(id.trim()));
  const chosen = (named ?? figures).filter((figure) =>
    (paper === undefined || figure.paper === paper) &&
    (named !== null || !kinds || kinds.includes(figure.kind))
  );
  if (chosen.length === 0) throw new UsageError(`no figure or table of ${paper ?? "this kind"} is built yet`);
  return chosen;
}

function chooseFormats(list: string | undefined): FigureFormat[] {
  const formats = list === undefined ? [...FORMATS] : list.split(",").map((format) => format.trim());
  const strange = formats.find((format) => !FORMATS.includes(format as FigureFormat));
  if (strange !== undefined) {
    throw new UsageError(`wanted the formats ${FORMATS.join(", ")}, found ${strange}`);
  }
  return formats as FigureFormat[];
}

function chooseSource(source: string | undefined): Provenance | undefined {
  if (source === undefined || source === "published" || source === "simulated" || source === "results") {
    return source;
  }
  throw new UsageError(`wanted the source published, simulated or results, found ${source}`);
}
