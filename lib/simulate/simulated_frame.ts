import pl from "nodejs-polars";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { POLARS_TYPES } from "../results/check.ts";
import { withHabits } from "../progress/pandas.ts";

/** Rows as a frame: the columns of its kind that the rows have, in the order of the schema, and their provenance. */
export function simulatedFrame(
  kind: FrameName,
  rows: readonly Record<string, string | number | boolean | null>[],
): pl.DataFrame {
  const known = Object.entries(FRAMES[kind].columns).filter(([column]) => column in rows[0]);
  const schema = Object.fromEntries(known.map(([column, { type }]) => [column, POLARS_TYPES[type]]));
  // Simulators vary nothing of their own.
  const none = "condition" in FRAMES[kind].columns ? [pl.lit(null).cast(pl.Utf8).alias("condition")] : [];
  const frame = pl.DataFrame([...rows], { schema });
  return withHabits(frame.withColumns(...none, pl.lit("simulated").alias("provenance")));
}
