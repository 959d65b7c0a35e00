import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { withHabits } from "../progress/pandas.ts";
import { requireSome } from "../progress/require.ts";

/** A frame that was solved once, as Parquet. Its judges have the names that the papers print: figures set them beside printed numbers. */
export function solvedFrame(kind: FrameName | "order pairs" | "model pairs" | "voted pairs"): pl.DataFrame {
  const file = new URL(`../../data/simulated/${kind.replaceAll(" ", "_")}.parquet`, import.meta.url);
  return pl.readParquet(fileURLToPath(file));
}

const NAMING = ["judge", "evaluator", "generator", "labeller"];

/** A solved frame whose models are called what they are set to; invented judges and people keep their names. What is computed of it knows that it is simulated. */
export function withSettings(frame: pl.DataFrame): pl.DataFrame {
  const named = NAMING.filter((name) => frame.columns.includes(name));
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
