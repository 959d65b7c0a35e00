import pl from "nodejs-polars";
import { type Feature, FEATURES, frameFeatures } from "../results/frame_features.ts";
import { requireOneCondition } from "../results/frame.ts";
import type { FrameName } from "../results/frames.ts";
import type { ResultFrames } from "../results/read_results.ts";
import type { Source } from "./provenance.ts";
import type { FigureSpec } from "./figure_spec.ts";
import { isText } from "../results/check.ts";

const SEVERAL =
  '; beside each other: chart of a metric { by: ["judge", "condition"] } with dots({ series: "condition" })';

/** What a figure is drawn from: what is asked for, else the results given, else the best that there is without any. */
export function chooseSource(
  figure: FigureSpec,
  asked: Source | undefined,
  results: ResultFrames,
): Source {
  const fed = isFed(figure, results);
  const possible: Source[] = [...(fed ? ["results" as const] : []), ...figure.available];
  if (fed && asked !== "published" && asked !== "simulated") {
    // The papers' figures have no place for a condition of one's own: both would lie on one mark, or be pooled.
    for (const frame of figure.frames) requireOneCondition(figure.id, results[frame]!, SEVERAL);
  }
  const lacking = fed ? missingFeatures(figure, results) : [];
  if (lacking.length > 0 && (asked === undefined || asked === "results")) {
    throw new RangeError(
      `${figure.id}: wanted results with ${
        lacking.map((feature) => FEATURES[feature].label).join(", and with ")
      }, found none`,
    );
  }
  const given = Object.keys(results) as FrameName[];
  if (asked === undefined && !fed && given.length > 0) {
    const wanted = figure.frames.length > 0
      ? `results with the frame ${figure.frames.join(" and ")}`
      : "no results";
    throw new RangeError(
      `${figure.id}: wanted ${wanted}, found ${given.join(", ")}; without results it is drawn from ${
        figure.available.map((source) => `{ source: "${source}" }`).join(" or ")
      }`,
    );
  }
  if (asked === undefined) return possible[0];
  if (possible.includes(asked)) return asked;
  const hint = asked === "results" ? ` (results need the frame ${figure.frames.join(" and ")})` : "";
  throw new RangeError(`${figure.id}: wanted a source out of ${possible.join(", ")}, found ${asked}${hint}`);
}

export function isFed(figure: FigureSpec, results: ResultFrames): boolean {
  return figure.frames.length > 0 && figure.frames.every((frame) => results[frame]);
}

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
  let own = made.get(frame);
  if (!own) {
    own = import("../simulate/solution.ts").then(({ solvedFrame }) => withCategories(solvedFrame(frame)));
    made.set(frame, own);
  }
  return own;
}

/** Columns that metrics compare with few known words instead of numbering them. */
const COMPARED = ["human", "choice", "more_informative"];

function withCategories(frame: pl.DataFrame): pl.DataFrame {
  const names = frame.columns.filter((name) => !COMPARED.includes(name) && isText(frame.getColumn(name)));
  return frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical)));
}
