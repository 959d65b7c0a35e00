import type pl from "nodejs-polars";

/**
 * Where numbers come from: printed in the paper, made by the calibrated simulation, or computed from result files. In this
 * order of honesty: a figure that shows any simulated number counts as simulated.
 */
export type Provenance = "published" | "simulated" | "results";

/** What the rows of a figure's data come from, each once; a row without numbers says nothing. */
export function sourcesOf(data: pl.DataFrame): Provenance[] {
  const found = data.getColumn("provenance").toArray() as (Provenance | null)[];
  return [...new Set(found)].filter((source) => source !== null).sort();
}
