import { progress } from "../progress/progress.ts";
import { type FigureFormat, FORMATS, USUAL_FORMATS } from "../figures/figure_format.ts";
import type { FigureSpec } from "../figures/figure_spec.ts";
import type { GalleryEntry } from "../figures/gallery/gallery_entry.ts";
import type { Source } from "../figures/provenance.ts";
import { figures, findFigure } from "../figures/registry.ts";
import { isFed, missingFeatures } from "../figures/render_figure.ts";
import { PAPERS } from "../papers/papers.ts";
import { FEATURES } from "../results/frame_features.ts";
import { readResults, type ResultFrames } from "../results/read_results.ts";
import { say, UsageError } from "./command.ts";
import { ROOT } from "./project.ts";
import { renderInParallel } from "./render_in_parallel.ts";
import { READING_OPTIONS, readingOptions } from "./reading_options.ts";
import { removeStalePictures } from "./stale_pictures.ts";

/** Options of the tasks that render figures. */
export const RENDER_OPTIONS: Record<string, string> = {
  "only IDS": "only these, separated by commas: birch-fig3,birch-table8",
  "paper NAME": `only one paper's: ${PAPERS.map(({ name }) => name).join(", ")}`,
  "results PATH": "draw from these result files (file, folder or glob)",
  ...READING_OPTIONS,
  "pictures DIR": "pictures of your own for the example cards, named after them: birch-fig14.jpg",
  "source SOURCE": "published, simulated or results (default: the best there is)",
  "out DIR": "folder to write to (default: figures; figures/results with --results)",
  "formats LIST": "formats, separated by commas: svg, png, csv, pdf (default: svg,png,csv)",
  all: "with --results: also the figures that these cannot feed, as published or simulated",
  bare: "pictures for a manuscript: without title, badge and caption",
  list: "list ids, titles and sources, and stop",
};

/** What was rendered, and where it lies. */
export interface RenderedFigures {
  entries: GalleryEntry[];
  out: string;
}

/**
 * Renders the chosen figures and tables, each into a folder named after its paper. With results: those that the results feed,
 * and no others unless named or `all` is asked for; pictures of an earlier rendering that are not written again are removed;
 * `compare` also writes the published or simulated version of each figure, as `<id>.reference.svg`.
 */
export async function renderAll(
  values: Record<string, string | boolean | undefined>,
  { kinds, compare = false }: { kinds?: readonly FigureSpec["kind"][]; compare?: boolean } = {},
): Promise<RenderedFigures> {
  const chosen = choose(values, kinds);
  if (values.list) {
    const width = Math.max(...chosen.map(({ id }) => id.length));
    for (const { id, number, title, available } of chosen) {
      say(`${id.padEnd(width)}  ${number} · ${title} (${available.join(", ")})`);
    }
    return { entries: [], out: "" };
  }
  const formats = chooseFormats(values.formats as string | undefined);
  const source = chooseSource(values.source as string | undefined);
  const results = values.results ? readResults(values.results as string, readingOptions(values)) : undefined;
  const out = values.out as string ?? `${ROOT}figures${results ? "/results" : ""}`;
  const ofResults = results !== undefined && (source === undefined || source === "results");
  const { fed, lacking, unfed } = ofResults && values.only === undefined
    ? feed(chosen, results)
    : { fed: chosen, lacking: [], unfed: [] };
  const drawn = values.all ? chosen.filter((figure) => fed.includes(figure) || unfed.includes(figure)) : fed;
  const started = performance.now();
  const bar = progress({ total: drawn.length, label: "rendering" });
  const bare = values.bare ? { title: false, caption: false, badge: false } as const : {};
  const done = await renderInParallel(drawn, {
    options: {
      ...bare,
      source: values.all ? undefined : source,
      results,
      pictures: values.pictures as string | undefined,
    },
    formats,
    out,
    compare,
  }, (id) => bar.tick(1, id));
  const failed = done.flatMap(({ failure }) => failure ?? []),
    defects = done.flatMap(({ defect }) => defect ?? []);
  const files = done.flatMap((one) => one.files), own = done.filter(({ ofResults }) => ofResults).length;
  const entries = done.flatMap(({ entry }, i): GalleryEntry[] =>
    entry ? [{ figure: drawn[i], ...entry }] : []
  );
  bar.done();
  const seconds = (performance.now() - started) / 1000;
  const stale = ofResults && values.only === undefined ? removeStale(out, chosen, files) : [];
  if (lacking.length > 0) say(`left out:\n  ${lacking.join("\n  ")}`);
  if (unfed.length > 0 && !values.all) {
    say(
      `${unfed.length} others are drawn from other data; --all draws them too, as published or simulated`,
    );
  }
  if (stale.length > 0) say(`removed, as they showed other data: ${stale.join(", ")}`);
  say(
    `${drawn.length - failed.length - defects.length} figures and tables` +
      `${ofResults ? `, ${own} of them from your rows` : ""}, ${files.length} files in ${out} (${
        seconds.toFixed(1)
      } s)`,
  );
  if (defects.length > 0) {
    throw new Error(
      `${defects.length} could not be drawn because of a defect of the library, not of the data: please report it\n\n${
        defects.join("\n\n")
      }`,
    );
  }
  if (failed.length > 0) {
    throw new UsageError(`${failed.length} could not be drawn:\n  ${failed.join("\n  ")}`, 1);
  }
  return { entries, out };
}

/** Figures that the results feed, those that they feed but for something that they lack, and those of other frames. */
function feed(
  chosen: readonly FigureSpec[],
  results: ResultFrames,
): { fed: FigureSpec[]; lacking: string[]; unfed: FigureSpec[] } {
  const fed: FigureSpec[] = [], lacking: string[] = [], unfed: FigureSpec[] = [];
  for (const figure of chosen) {
    const missing = missingFeatures(figure, results);
    if (!isFed(figure, results)) unfed.push(figure);
    else if (missing.length === 0) fed.push(figure);
    else {
      const names = missing.map((feature) => FEATURES[feature].label);
      lacking.push(`${figure.id}: the results have no ${names.join(", and no ")}`);
    }
  }
  return { fed, lacking, unfed };
}

function removeStale(out: string, chosen: readonly FigureSpec[], files: readonly string[]): string[] {
  const papers = [...new Set(chosen.map(({ paper }) => paper))];
  return removeStalePictures(Object.fromEntries(papers.map((paper) => {
    const folder = `${out}/${paper}`;
    return [folder, {
      ids: chosen.filter((figure) => figure.paper === paper).map(({ id }) => id),
      written: files.filter((file) => file.startsWith(`${folder}/`)).map((file) =>
        file.slice(folder.length + 1)
      ),
    }];
  })));
}

function choose(
  { only, paper }: Record<string, string | boolean | undefined>,
  kinds: readonly FigureSpec["kind"][] | undefined,
): FigureSpec[] {
  if (paper !== undefined && !PAPERS.some(({ name }) => name === paper)) {
    throw new UsageError(`wanted the paper ${PAPERS.map(({ name }) => name).join(", ")}, found ${paper}`);
  }
  const named = only === undefined ? null : String(only).split(",").map((id) => figureOf(id.trim()));
  const chosen = (named ?? figures).filter((figure) =>
    (paper === undefined || figure.paper === paper) &&
    (named !== null || !kinds || kinds.includes(figure.kind))
  );
  if (chosen.length === 0) throw new UsageError(`no figure or table of ${paper ?? "this kind"} is built yet`);
  return chosen;
}

function chooseFormats(list: string | undefined): FigureFormat[] {
  const formats = list === undefined ? [...USUAL_FORMATS] : list.split(",").map((format) => format.trim());
  const strange = formats.find((format) => !FORMATS.includes(format as FigureFormat));
  if (strange !== undefined) {
    throw new UsageError(`wanted the formats ${FORMATS.join(", ")}, found ${strange}`);
  }
  return formats as FigureFormat[];
}

function chooseSource(source: string | undefined): Source | undefined {
  if (source === undefined || source === "published" || source === "simulated" || source === "results") {
    return source;
  }
  throw new UsageError(`wanted the source published, simulated or results, found ${source}`);
}

/** A figure by its id; an unknown one is a wrong option. */
function figureOf(id: string): FigureSpec {
  try {
    return findFigure(id);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
