import type pl from "nodejs-polars";

/**
 * Where numbers come from: printed in the paper, made by the calibrated simulation, or computed from result files. In this
 * order of honesty: a figure that shows any simulated number counts as simulated.
 */
export type Provenance = "published" | "simulated" | "results";

/** Where the values drawn come from, and (in a column `spread_provenance`) the intervals around them. */
export function sourcesOf(data: pl.DataFrame): Provenance[] {
  const columns = data.columns.filter((name) => name.endsWith("provenance"));
  const found = columns.flatMap((name) => data.getColumn(name).unique().toArray() as (Provenance | null)[]);
  return [...new Set(found)].filter((source) => source !== null).sort();
}
