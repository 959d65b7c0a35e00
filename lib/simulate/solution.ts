import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { withHabits } from "../progress/pandas.ts";
import { requireSome } from "../progress/require.ts";

const place = (file: string) => new URL(`../../data/simulated/${file}`, import.meta.url);

/** What was solved once from the papers' numbers and is kept in `data/simulated` as JSON; `data/solve/solve.ts` solves it anew. */
export function solution<Solved>(name: string): Solved {
  return JSON.parse(readFileSync(place(`${name}.json`), "utf8"));
}

/** A frame that was solved once, as Parquet. Its judges have the names that the papers print: figures set them beside printed numbers. */
export function solvedFrame(kind: FrameName | "order pairs"): pl.DataFrame {
  return pl.readParquet(fileURLToPath(place(`${kind.replaceAll(" ", "_")}.parquet`)));
}

/** Columns that name a model. */
const NAMING = ["judge", "evaluator", "generator", "labeller"];

/** A model's name in a simulated frame: what it is set to, since no row says anything of the model itself. */
export function setTo(name: string): string {
  return `set to ${name}`;
}

/** A solved frame whose models are called what they are set to; invented judges and people keep their names. What is computed of it knows that it is simulated. */
export function withSettings(frame: pl.DataFrame, columns: readonly string[] = NAMING): pl.DataFrame {
  const named = columns.filter((name) => frame.columns.includes(name));
  return withHabits(frame.withColumns(...named.map((name) => {
    const bare = pl.col(name);
    return pl.when(bare.isNull().or(bare.str.contains("^Simulated|^human$"))).then(bare)
      .otherwise(pl.concatString([pl.lit("set to"), bare], " ")).alias(name);
  })));
}

/** The rows of a solved frame that are asked for, by column. */
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
