import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { POLARS_TYPES } from "../results/check.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { withHabits } from "../progress/pandas.ts";
import { requireSome } from "../progress/require.ts";

const place = (file: string) => new URL(`../../data/simulated/${file}`, import.meta.url);

/** What was solved once from the papers' numbers and is kept in `data/simulated` as JSON; `data/solve/solve.ts` solves it anew. */
export function solution<Solved>(name: string): Solved {
  return JSON.parse(readFileSync(place(`${name}.json`), "utf8"));
}

/** A frame that was solved once, as Parquet. Its judges have the names that the papers print: figures set them beside printed numbers. */
export function solvedFrame(kind: FrameName | "order pairs" | "model pairs" | "voted pairs"): pl.DataFrame {
  return pl.readParquet(fileURLToPath(place(`${kind.replaceAll(" ", "_")}.parquet`)));
}

const NAMING = ["judge", "evaluator", "generator", "labeller"];

/** A model's name in a simulated frame: what it is set to, since no row says anything of the model itself. */
export function setTo(name: string): string {
  return `set to ${name}`;
}

/** A solved frame whose models are called what they are set to; invented judges and people keep their names. What is computed of it knows that it is simulated. */
export function withSettings(frame: pl.DataFrame, columns: readonly string[] = NAMING): pl.DataFrame {
  const named = columns.filter((name) => frame.columns.includes(name));
  return withHabits(frame.withColumns(...named.map((name) => {
    const bare = pl.col(name).cast(pl.Utf8);
    return pl.when(bare.isNull().or(bare.str.contains("^Simulated|^human$"))).then(bare)
      .otherwise(pl.concatString([pl.lit("set to"), bare], " "))
      .cast(frame.getColumn(name).dtype).alias(name);
  })));
}

export function chosen(
  action: string,
  frame: pl.DataFrame,
  wanted: Readonly<Record<string, readonly string[] | undefined>>,
): pl.DataFrame {
  return Object.entries(wanted).reduce((rows, [column, names]) => {
    if (names === undefined) return rows;
    requireSome(action, names, frame.getColumn(column).unique({ maintainOrder: true }).toArray().map(String));
    return rows.filter(pl.col(column).isIn([...names]));
  }, frame);
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
