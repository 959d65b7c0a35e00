import pl from "nodejs-polars";
import { findTableFiles } from "./find_files.ts";
import { loadTable, type RawTable, ROW } from "./load_table.ts";
import { isFrame } from "./require_frame.ts";
import { ResultsError } from "./results_error.ts";
import { valueAt } from "./value_at.ts";

/** What is joined to results: a file of it, or a frame. */
export type Joined = string | readonly string[] | pl.DataFrame;

/** How a message names what is joined. */
export function nameOf(given: Joined, what: string): string {
  return typeof given === "string" ? given : isFrame(given) ? `the frame of ${what}` : given.join(", ");
}

/** The tables of what is joined. */
export function tablesOf(given: Joined, what: string): RawTable[] {
  if (!isFrame(given)) return findTableFiles(given).map((file) => loadTable(file));
  const name = nameOf(given, what);
  const frame = given.withColumns(pl.lit(0).cast(pl.Int32).alias(ROW));
  return [{ file: name, stem: name, frame, linesOf: (rows) => rows.map(() => null) }];
}

/**
 * Warnings where items miss what is joined to them because letters with marks are written in two ways (Unicode NFC and NFD, as file names
 * of different systems are): they look alike and are other texts.
 */
export function otherSpellings(pairs: pl.DataFrame, joined: pl.DataFrame, what: string): string[] {
  const ids = (frame: pl.DataFrame) =>
    (frame.select(pl.col("item_id").cast(pl.Utf8)).filter(pl.col("item_id").str.contains("[^\\x00-\\x7f]"))
      .unique().getColumn("item_id").toArray() as string[]).sort();
  const items = ids(pairs);
  if (items.length === 0) return [];
  const own = new Set(items), spelt = new Map(items.map((id) => [id.normalize("NFC"), id]));
  const meant = ids(joined).filter((id) => !own.has(id) && spelt.has(id.normalize("NFC")));
  return meant.length === 0 ? [] : [
    `${meant.length} of the ${what} fit no item, and would if letters with marks were written alike (one Unicode form: NFC or NFD), such as ${
      JSON.stringify(meant[0])
    }`,
  ];
}

/**
 * Throws where what is joined by item alone fits items of several benchmarks: an item is its benchmark and its id.
 *
 * @throws {ResultsError} naming the item, its benchmarks, and how many items are in several
 */
export function requireOneBenchmark(pairs: pl.DataFrame, joined: pl.DataFrame, file: string): void {
  const items = pairs.select("benchmark", "item_id").unique()
    .join(joined.select("item_id").unique(), { on: "item_id", how: "inner" });
  const several = items.groupBy("item_id").agg(pl.col("benchmark").count().alias("n"))
    .filter(pl.col("n").gt(pl.lit(1))).sort("item_id");
  if (several.height === 0) return;
  const item = valueAt(several, "item_id", 0);
  const benchmarks = items.filter(pl.col("item_id").eq(pl.lit(item))).getColumn("benchmark").toArray().sort();
  throw new ResultsError({
    file,
    expected: `the column benchmark, since item ${item} is in ${benchmarks.join(" and ")}${
      several.height > 1 ? ` (and ${several.height - 1} more items are in several)` : ""
    }`,
  });
}
