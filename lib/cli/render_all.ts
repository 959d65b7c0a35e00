import { inWords } from "../progress/show.ts";
import { existsSync, rmSync } from "node:fs";
import { progress } from "../progress/progress.ts";
import { type FigureSpec, FORMATS, USUAL_FORMATS } from "../figures/figure_spec.ts";
import type { GalleryEntry } from "../figures/gallery/gallery_page.ts";
import { figures, findFigure } from "../figures/registry.ts";
import { SOURCES } from "../figures/provenance.ts";
import { isFed, missingFeatures } from "../figures/choose_source.ts";
import { PAPERS } from "../papers/papers.ts";
import { conditionsOf } from "../results/frame.ts";
import { FEATURES } from "../results/frame_features.ts";
import { readResults, type ResultFrames } from "../results/read_results.ts";
import { say, UsageError, type Values } from "./command.ts";
import { optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";
import { type RenderedJob, type RenderJob, renderJob } from "./render_job.ts";
import { readingOptions } from "./reading_options.ts";

/** What the tasks that render figures say of papers and sources. */
export const RENDER_LISTS = { papers: PAPERS.map(({ name }) => name), kinds: SOURCES };

/** What was rendered, and where it lies. */
export interface RenderedFigures {
  entries: GalleryEntry[];
  out: string;
}

/** Renders the chosen figures into folders of their papers; of results those that they feed, or all; `compare` writes the paper's own beside each. */
export async function renderAll(
  values: Values,
  { kinds, compare = false, finish = () => {} }: {
    kinds?: readonly FigureSpec["kind"][];
    compare?: boolean;
    /** What is made of all that was drawn, also where some could not be. */
    finish?: (rendered: RenderedFigures) => void;
  } = {},
): Promise<RenderedFigures> {
  const chosen = choose(values, kinds);
  if (values.list) {
    const width = Math.max(...chosen.map(({ id }) => id.length));
    for (const { id, number, title, available } of chosen) {
      say(`${id.padEnd(width)}  ${number} · ${title} (${available.join(", ")})`);
    }
    return { entries: [], out: "" };
  }
  const { text, oneOf, listOf } = optionValues(values);
  const formats = listOf("formats", FORMATS) ?? USUAL_FORMATS, path = text("results");
  const source = oneOf("source", SOURCES);
  const results = path ? readResults(path, readingOptions(values)) : undefined;
  const out = text("out") ?? `${ROOT}figures${results ? "/results" : ""}`;
  const ofResults = results !== undefined && (source === undefined || source === "results");
  const { fed, lacking, unfed } = ofResults && values.only === undefined
    ? feed(chosen, results)
    : { fed: chosen, lacking: [], unfed: [] };
  const drawn = values.all ? chosen.filter((figure) => fed.includes(figure) || unfed.includes(figure)) : fed;
  const started = performance.now();
  const bar = progress({ total: drawn.length, label: "rendering" });
  const bare = values.bare ? { title: false, caption: false, badge: false } as const : {};
  const done = await renderEach(drawn, {
    options: { ...bare, source: values.all ? undefined : source, results, pictures: text("pictures") },
    formats,
    out,
    all: Boolean(values.all),
    compare,
  }, (id) => bar.tick(1, id));
  const failed = done.flatMap(({ failure }) => failure ?? []),
    defects = done.flatMap(({ defect }) => defect ?? []);
  const files = done.flatMap((one) => one.files), own = done.filter(({ ofResults }) => ofResults).length;
  const entries = done.flatMap(({ entry }) => entry ?? []);
  bar.done();
  const seconds = (performance.now() - started) / 1000;
  const stale = ofResults && values.only === undefined ? removeStalePictures(out, chosen, files) : [];
  if (lacking.length > 0) say(`left out:\n  ${lacking.join("\n  ")}`);
  if (unfed.length > 0 && !values.all) {
    say(
      `${unfed.length} others are drawn from other data; --all draws them too, as published or simulated`,
    );
  }
  if (stale.length > 0) say(`removed, as they showed other data: ${stale.join(", ")}`);
  say(
    inWords(drawn.length - failed.length - defects.length, "figure or table", "figures and tables") +
      `${ofResults ? `, ${own} of them from your rows` : ""}, ${files.length} files in ${out} (${
        seconds.toFixed(1)
      } s)`,
  );
  finish({ entries, out });
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

/** How many figures are under way at once: while one is drawn here, threads of sharp's turn others into pixels. */
const AT_ONCE = 3;

/** Renders figures and gives what became of each, in their order; what is computed for one serves the next. */
async function renderEach(
  figures: readonly FigureSpec[],
  job: RenderJob,
  onDone: (id: string) => void,
): Promise<RenderedJob[]> {
  const render = renderJob(job), done: RenderedJob[] = [], left = [...figures.keys()];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      done[next] = await render(figures[next].id);
      onDone(figures[next].id);
    }
  }));
  return done;
}

/** Figures that the results feed, those that they feed but for something that they lack, and those of other frames. */
function feed(
  chosen: readonly FigureSpec[],
  results: ResultFrames,
): { fed: FigureSpec[]; lacking: string[]; unfed: FigureSpec[] } {
  const fed: FigureSpec[] = [], lacking: string[] = [], unfed: FigureSpec[] = [];
  for (const figure of chosen) {
    const missing = missingFeatures(figure, results);
    const conditions = figure.frames.flatMap((frame) => results[frame] ? conditionsOf(results[frame]) : []);
    if (!isFed(figure, results)) unfed.push(figure);
    else if (conditions.length > 1) {
      lacking.push(`${figure.id}: it is of one condition, the results are of ${conditions.join(", ")}`);
    } else if (missing.length === 0) fed.push(figure);
    else {
      const names = missing.map((feature) => FEATURES[feature].label);
      lacking.push(`${figure.id}: the results lack ${names.join(" and ")}`);
    }
  }
  return { fed, lacking, unfed };
}

/** What may follow a figure's id in the name of a file that a rendering writes. */
const ENDINGS = [
  ...FORMATS.map((format) => `.${format}`),
  ".svg.js",
  ".reference.svg",
  ".reference.svg.js",
];

/** Removes files of figures that this rendering did not write, only under names that a rendering gives; the ids of those that are gone. */
export function removeStalePictures(
  out: string,
  chosen: readonly Pick<FigureSpec, "id" | "paper">[],
  written: readonly string[],
): string[] {
  return chosen.filter(({ id, paper }) => {
    const stale = ENDINGS.map((ending) => `${out}/${paper}/${id}${ending}`)
      .filter((path) => existsSync(path) && !written.includes(path));
    for (const path of stale) rmSync(path);
    return stale.length > 0;
  }).map(({ id }) => id);
}

function choose(values: Values, kinds: readonly FigureSpec["kind"][] | undefined): FigureSpec[] {
  const { list, oneOf } = optionValues(values);
  const paper = oneOf("paper", RENDER_LISTS.papers), named = list("only")?.map(figureOf);
  const chosen = (named ?? figures).filter((figure) =>
    (paper === undefined || figure.paper === paper) && (named || !kinds || kinds.includes(figure.kind))
  );
  if (chosen.length === 0) throw new UsageError(`no figure or table of ${paper ?? "this kind"} is built yet`);
  return chosen;
}

function figureOf(id: string): FigureSpec {
  try {
    return findFigure(id);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
