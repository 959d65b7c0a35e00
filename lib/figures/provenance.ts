import type pl from "nodejs-polars";
import { requireProvenance } from "../results/require_valid_frame.ts";

/**
 * What a figure is drawn from: the user's result files, the paper's printed numbers, our findings on public verdicts, or the
 * calibrated simulation.
 */
export const SOURCES = ["published", "findings", "simulated", "results"] as const;

/** One of them. */
export type Source = typeof SOURCES[number];

export const PROVENANCES = [
  ...["results", "public verdicts", "published", "computed from published"] as const,
  ...["redrawn", "simulated", "assumed"] as const,
];

/**
 * Where a number, or a drawing, comes from: printed in the paper; arithmetic on printed numbers; the paper's content in our
 * words and drawing; made by the calibrated simulation; by a formula from assumed numbers (`power` of a design); computed by us from public verdicts; or computed from the result files given.
 */
export type Provenance = typeof PROVENANCES[number];

/** Where the values drawn come from, and (in further columns that end in `provenance`) the intervals around them. */
export function sourcesOf(data: pl.DataFrame): Provenance[] {
  const columns = data.columns.filter((name) => name.endsWith("provenance"));
  for (const column of columns) requireProvenance("figure", data, { words: PROVENANCES, column });
  const found = new Set(columns.flatMap((name) => data.getColumn(name).unique().toArray()));
  return PROVENANCES.filter((one) => found.has(one));
}
