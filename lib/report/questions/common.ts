import type pl from "nodejs-polars";
import type { FrameName } from "../../results/frames.ts";
import { preferring } from "../../results/only.ts";
import { fromMetric, type MetricEstimate } from "../estimates.ts";
import type { Estimate, Look, Question } from "../report_types.ts";

/** Differences of fewer points than this are taken for none. */
export const POINTS = 0.05;

/** Judgments of the whole input: with the image and the answers as they were, where there are such rows. */
export const MAIN = { image: true, variant: "original" } as const;

/** What a table of questions leaves out, since it is the same in most. */
type Usual = "above" | "frame" | "needs" | "allow" | "nullValue" | "delta" | "looks" | "cite";

/**
 * Questions with what is usual filled in: of this frame, without needs, further looks or a paper to cite. One that claims something
 * (`above`) is compared with 0 within five points; one that does not is described only.
 */
export function questions<Id extends string>(
  frame: FrameName,
  specs: readonly (Omit<Question<Id>, Usual> & Partial<Pick<Question<Id>, Usual>>)[],
): Question<Id>[] {
  return specs.map((spec) => {
    const nullValue = spec.nullValue ?? (spec.above === undefined ? NaN : 0);
    const delta = Number.isNaN(nullValue) ? NaN : POINTS;
    return { above: "", frame, needs: [], allow: "", looks: [], cite: [], delta, ...spec, nullValue };
  });
}

/** The estimates of a metric; with `wanted`, of the rows that have these values, where there are any. */
export function of(
  metric: (frame: pl.DataFrame, options: { by: readonly string[] }) => pl.DataFrame,
  columns: MetricEstimate,
  wanted: Record<string, string | boolean> = {},
): (frame: pl.DataFrame, by: readonly string[]) => Estimate[] {
  return (frame, by) => fromMetric(metric(preferring(frame, wanted), { by }), by, columns);
}

/** Looks at the same estimate in parts of the data. */
export function inParts(
  estimates: (frame: pl.DataFrame, by: readonly string[]) => Estimate[],
  runs: "pair_runs" | "runs" | "caption_runs",
): Look[] {
  return [{
    name: "by domain",
    words: "the same estimate within each domain: one domain alone should not make the bias",
    needs: ["domains"],
    isParts: true,
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
