import pl from "nodejs-polars";
import { isText } from "../results/check.ts";
import type { FrameName } from "../results/frames.ts";

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
