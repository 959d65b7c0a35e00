import pl from "nodejs-polars";
import { isText } from "../results/factor.ts";
import type { FrameName } from "../results/frames.ts";

/** How each frame is simulated, loaded on first use. */
const SIMULATORS: Partial<Record<FrameName, () => Promise<pl.DataFrame>>> = {
  pairs: async () => (await import("../simulate/load.ts")).loadSimulatedPairs(),
  ratings: async () => (await import("../simulate/load.ts")).loadSimulatedRatings(),
  "caption scores": async () => (await import("../simulate/load.ts")).loadSimulatedCaptionScores(),
  "score pairs": async () => (await import("../simulate/load.ts")).loadSimulatedScorePairs(),
  labels: async () => (await import("../simulate/labels.ts")).simulateLabels(),
  criteria: async () => (await import("../simulate/load.ts")).loadSimulatedCriteria(),
};

const made = new Map<FrameName, Promise<pl.DataFrame>>();

/**
 * The calibrated simulation of a frame that figures are drawn from where nothing is published: a copy of our own, so that
 * nobody's changes of the frame reach a figure. Names are categories but for verdicts: each of dozens of metrics numbers them, and
 * categories are numbered already (all numbers of 396,000 pairs in two thirds of the processor time).
 */
export function simulatedFrame(frame: FrameName): Promise<pl.DataFrame> {
  const simulate = SIMULATORS[frame];
  if (!simulate) throw new RangeError(`simulate: there is no simulation of ${frame}`);
  let own = made.get(frame);
  if (!own) made.set(frame, own = simulate().then(withCategories));
  return own;
}

/** Columns that metrics compare with few known words instead of numbering them. */
const COMPARED = ["human", "choice", "more_informative"];

function withCategories(frame: pl.DataFrame): pl.DataFrame {
  const names = frame.columns.filter((name) => !COMPARED.includes(name) && isText(frame.getColumn(name)));
  return frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical)));
}
