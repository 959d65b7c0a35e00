import { rmSync } from "node:fs";
import { isFed, missingFeatures } from "../figures/choose_source.ts";
import { SOURCES } from "../figures/provenance.ts";
import { exportFigure } from "../figures/export_figure.ts";
import { type FigureFormat, type FigureSpec, FORMATS, USUAL_FORMATS } from "../figures/figure_spec.ts";
import { entryOf, type GalleryEntry } from "../figures/gallery/gallery_page.ts";
import { figures, findFigure } from "../figures/registry.ts";
import { figureRenderer, type RenderOptions } from "../figures/render_figure.ts";
import { PAPERS } from "../papers/papers.ts";
import { progress } from "../progress/progress.ts";
import { inWords } from "../progress/show.ts";
import { conditionsOf } from "../results/frame.ts";
import { FEATURES } from "../results/frame_features.ts";
import { readResults, type ResultFrames } from "../results/read_results.ts";
import { writeWhole } from "../results/write_frame.ts";
import { said, say, UsageError, type Values } from "./command.ts";
import { optionValues } from "./option_values.ts";
import { ROOT } from "./project.ts";
import { readingOptions } from "./reading_options.ts";

export const RENDER_LISTS = { papers: PAPERS.map(({ name }) => name), kinds: SOURCES };

export type RenderedFigures = { entries: GalleryEntry[]; out: string };

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
  const { text, flag, oneOf, listOf } = optionValues(values), path = text("results"), all = flag("all");
  const formats = listOf("formats", FORMATS) ?? USUAL_FORMATS, source = oneOf("source", SOURCES);
  const results = path ? readResults(path, readingOptions(values)) : undefined;
  const ofResults = results !== undefined && (source === undefined || source === "results");
  const out = text("out") ?? `${ROOT}figures${results ? "/results" : ""}`;
  const isWhole = ofResults && values.only === undefined;
  // Pictures of other data would stand beside these.
  if (isWhole && out === `${ROOT}figures/results`) rmSync(out, { recursive: true, force: true });
  const { fed, lacking, unfed } = isWhole ? feed(chosen, results) : { fed: chosen, lacking: [], unfed: [] };
  const drawn = all ? chosen.filter((figure) => fed.includes(figure) || unfed.includes(figure)) : fed;
  const started = performance.now(), bar = progress({ total: drawn.length, label: "rendering" });
  const bare = flag("bare") ? { title: false, caption: false, badge: false } as const : {};
  const options = { ...bare, source: all ? undefined : source, results, pictures: text("pictures") };
  const render = renderJob({ options, formats, out, all, compare }), done: RenderedJob[] = [];
  const left = [...drawn.entries()];
  // While one is drawn here, threads of sharp's turn others into pixels.
  await Promise.all(Array.from({ length: 3 }, async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      done[next[0]] = await render(next[1].id);
      bar.tick(1, next[1].id);
    }
  }));
  bar.done();
  const failed = done.flatMap(({ failure }) => failure ?? []);
  const entries = done.flatMap(({ entry }) => entry ?? []), files = done.flatMap((one) => one.files);
  if (lacking.length > 0) say(`left out:\n  ${lacking.join("\n  ")}`);
  if (unfed.length > 0 && !all) say(said("unfed", { count: unfed.length }));
  const own = ofResults ? `, ${done.filter(({ ofResults }) => ofResults).length} of them from your rows` : "";
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const count = inWords(drawn.length - failed.length, "figure or table", "figures and tables");
  say(`${count}${own}, ${files.length} files in ${out} (${seconds} s)`);
  finish({ entries, out });
  if (failed.length === 0) return { entries, out };
  throw new UsageError(`${failed.length} could not be drawn:\n  ${failed.join("\n  ")}`, 1);
}

/** Figures that the results feed, those that they feed but for something that they lack, and those of other frames. */
function feed(chosen: readonly FigureSpec[], results: ResultFrames) {
  const fed: FigureSpec[] = [], lacking: string[] = [], unfed: FigureSpec[] = [];
  for (const figure of chosen) {
    const missing = missingFeatures(figure, results);
    const conditions = figure.frames.flatMap((frame) => results[frame] ? conditionsOf(results[frame]) : []);
    if (!isFed(figure, results)) unfed.push(figure);
    else if (conditions.length > 1) lacking.push(said("of_one_condition", { id: figure.id, conditions }));
    else if (missing.length === 0) fed.push(figure);
    else {
      const names = missing.map((feature) => FEATURES[feature].label).join(" and ");
      lacking.push(said("results_lack", { id: figure.id, names }));
    }
  }
  return { fed, lacking, unfed };
}

function choose(values: Values, kinds: readonly FigureSpec["kind"][] | undefined): FigureSpec[] {
  const { list, oneOf } = optionValues(values), paper = oneOf("paper", RENDER_LISTS.papers);
  const named = list("only")?.map((id) => {
    try {
      return findFigure(id);
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  });
  const chosen = (named ?? figures).filter((figure) =>
    (paper === undefined || figure.paper === paper) && (named || !kinds || kinds.includes(figure.kind))
  );
  if (chosen.length === 0) throw new UsageError(`no figure or table of ${paper ?? "this kind"} is built yet`);
  return chosen;
}

export interface RenderedJob {
  files: string[];
  ofResults: boolean;
  entry?: GalleryEntry;
  /** What is wrong with the data, in words for the user; of a fault of the library where it is. */
  failure?: string;
}

/** A function that renders one figure after another and writes them; what is computed for one serves the next. */
export function renderJob({ options, formats, out, all = false, compare }: {
  options: Omit<RenderOptions, "results" | "formats"> & { results?: ResultFrames };
  formats: readonly FigureFormat[];
  out: string;
  /** Whether figures that the results cannot feed are drawn without them. */
  all?: boolean;
  /** Whether a figure drawn from results gets the paper's own beside it. */
  compare: boolean;
}): (id: string) => Promise<RenderedJob> {
  const { results = {}, ...others } = options, { title, caption, badge } = options;
  const made = formats.filter((format) => format !== "tex");
  const render = figureRenderer({ ...options, formats: made });
  const without = figureRenderer({ ...others, formats: made });
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
      const { message, stack } = error as Error;
      return { files: [], ofResults: false, failure: `${id}: ${speaksOfData(error) ? message : stack}` };
    }
  };
}

/** Whether an error is about the data, in the words of the house ("…: wanted …, found …"); the engine's are defects of ours. */
export function speaksOfData(error: unknown): boolean {
  return error instanceof Error &&
    (error.name === "ResultsError" || /: wanted |: there is no /.test(error.message));
}
