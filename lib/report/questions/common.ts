import type pl from "nodejs-polars";
import type { Estimate, Look } from "../report_types.ts";

/** Differences of fewer points than this are taken for none. */
export const POINTS = 0.05;

/** Judgments of the whole input: with the image and the answers as they were, where there are such rows. */
export const MAIN = { image: true, variant: "original" } as const;

/** Looks at the same estimate in parts of the data. */
export function inParts(
  estimates: (frame: pl.DataFrame, by: readonly string[]) => Estimate[],
  runs: "pair_runs" | "runs" | "caption_runs",
): Look[] {
  return [{
    name: "by domain",
    words: "the same estimate within each domain: one domain alone should not make the bias",
    needs: ["domains"],
    estimates: (frame, by) => estimates(frame, [...by, "domain"]),
  }, {
    name: "by run",
    words: "the same estimate in each run by itself: what moves from run to run is the judge's own noise",
    needs: [runs],
    estimates: (frame, by) => estimates(frame, [...by, "run"]),
  }];
}

/** Distinct texts of a column in order; none where the frame lacks it. */
export function levels(frame: pl.DataFrame, column: string): string[] {
  return frame.columns.includes(column)
    ? frame.getColumn(column).unique().toArray().filter((value): value is string => typeof value === "string")
      .sort()
    : [];
}
