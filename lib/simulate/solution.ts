import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";

const place = (file: string) => new URL(`../../data/simulated/${file}`, import.meta.url);

/** What was solved once from the papers' numbers and is kept in `data/simulated` as JSON; `tests/simulate/solve/solve.ts` solves it anew. */
export function solution<Solved>(name: string): Solved {
  return JSON.parse(readFileSync(place(`${name}.json`), "utf8"));
}

/** A frame that was solved once, as Parquet. */
export function solvedFrame(name: string): pl.DataFrame {
  return pl.readParquet(fileURLToPath(place(`${name}.parquet`)));
}
