import { readFileSync } from "node:fs";
import pl from "nodejs-polars";
import { withHabits } from "@/progress/pandas.ts";
import { POLARS_TYPES } from "@/results/check.ts";
import { type FrameName, FRAMES } from "@/results/frames.ts";

/** What was solved once from the papers' numbers and is kept in `data/simulated` as JSON. */
export function solution<Solved>(name: string): Solved {
  return JSON.parse(readFileSync(new URL(`../simulated/${name}.json`, import.meta.url), "utf8"));
}

/** Rows as a frame: the columns of its kind that the rows have, in the order of the schema, and their provenance. */
export function simulatedFrame(
  kind: FrameName,
  rows: readonly Record<string, string | number | boolean | null>[],
): pl.DataFrame {
  const known = Object.entries(FRAMES[kind].columns).filter(([column]) => column in rows[0]);
  const schema = Object.fromEntries(known.map(([column, { type }]) => [column, POLARS_TYPES[type]]));
  const none = "condition" in FRAMES[kind].columns ? [pl.lit(null).cast(pl.Utf8).alias("condition")] : [];
  const frame = pl.DataFrame([...rows], { schema });
  return withHabits(frame.withColumns(...none, pl.lit("simulated").alias("provenance")));
}
