import { refusing, said } from "../results/said.ts";
import pl from "nodejs-polars";
import { type Feature, FEATURES, frameFeatures } from "../results/frame_features.ts";
import { requireOneCondition } from "../results/frame.ts";
import type { FrameName } from "../results/frames.ts";
import type { ResultFrames } from "../results/read_results.ts";
import type { Source } from "./provenance.ts";
import type { FigureSpec } from "./figure_spec.ts";
import { isText } from "../results/check.ts";

export function chooseSource(figure: FigureSpec, asked: Source | undefined, results: ResultFrames): Source {
  const { id, frames, available } = figure, fed = isFed(figure, results);
  const possible: Source[] = [...(fed ? ["results" as const] : []), ...available];
  const refused = (wanted: string, found: string) => refusing("figure_source", { id, wanted, found });
  if (fed && (asked === undefined || asked === "results")) {
    // The papers' figures have no place for a condition of one's own: both would lie on one mark, or be pooled.
    for (const frame of frames) requireOneCondition(id, results[frame]!, said("conditions_beside"));
    const lacking = missingFeatures(figure, results).map((feature) => FEATURES[feature].label);
    if (lacking.length > 0) throw refused(`results with ${lacking.join(", and with ")}`, "none");
  }
  const given = Object.keys(results), needed = `the frame ${frames.join(" and ")}`;
  if (asked === undefined && !fed && given.length > 0) {
    const from = available.map((source) => `{ source: "${source}" }`).join(" or ");
    const found = `${given.join(", ")}; without results it is drawn from ${from}`;
    throw refused(frames.length > 0 ? `results with ${needed}` : "no results", found);
  }
  if (asked === undefined) return possible[0];
  if (possible.includes(asked)) return asked;
  const hint = asked === "results" ? ` (results need ${needed})` : "";
  throw refused(`a source out of ${possible.join(", ")}`, `${asked}${hint}`);
}

export const isFed = (figure: FigureSpec, results: ResultFrames): boolean =>
  figure.frames.length > 0 && figure.frames.every((frame) => results[frame]);

export function missingFeatures(figure: FigureSpec, results: ResultFrames): Feature[] {
  const found = new Set(figure.frames.flatMap((frame) => {
    const given = results[frame];
    return given ? [...frameFeatures(given)] : [];
  }));
  return figure.needs.filter((feature) => !found.has(feature));
}

const made = new Map<FrameName, Promise<pl.DataFrame>>();

/**
 * The calibrated simulation of a frame that figures are drawn from where nothing is published: a copy of our own, so that
 * nobody's changes of the frame reach a figure. Names are categories but for verdicts: each of dozens of metrics numbers them, and
 * categories are numbered already (all numbers of 396,000 pairs in two thirds of the processor time).
 */
export function simulatedFrame(frame: FrameName): Promise<pl.DataFrame> {
  const make = async () => withCategories((await import("../simulate/solution.ts")).solvedFrame(frame));
  return made.get(frame) ?? made.set(frame, make()).get(frame)!;
}

const COMPARED = ["human", "choice", "more_informative"];

function withCategories(frame: pl.DataFrame): pl.DataFrame {
  const names = frame.columns.filter((name) => !COMPARED.includes(name) && isText(frame.getColumn(name)));
  return frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical)));
}
