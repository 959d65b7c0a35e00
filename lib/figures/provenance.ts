import type pl from "nodejs-polars";
import { requireProvenance } from "../results/require_valid_frame.ts";

/** What a figure is drawn from: the user's result files, the paper's printed numbers, or the calibrated simulation. */
export type Source = "published" | "simulated" | "results";

/**
 * Where a number, or a drawing, comes from: printed in the paper; arithmetic on printed numbers; the paper's content in our
 * words and drawing; made by the calibrated simulation; or computed from result files.
 */
export type Provenance = "published" | "computed from published" | "redrawn" | "simulated" | "results";

/** In this order a badge names them. */
const ORDER: readonly Provenance[] = [
  "results",
  "published",
  "computed from published",
  "redrawn",
  "simulated",
];

/** Where the values drawn come from, and (in further columns that end in `provenance`) the intervals around them. */
export function sourcesOf(data: pl.DataFrame): Provenance[] {
  const columns = data.columns.filter((name) => name.endsWith("provenance"));
  for (const column of columns) requireProvenance("figure", data, { words: ORDER, column });
  const found = new Set(columns.flatMap((name) => data.getColumn(name).unique().toArray()));
  return ORDER.filter((one) => found.has(one));
}
