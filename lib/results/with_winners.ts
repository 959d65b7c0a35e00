import pl from "nodejs-polars";
import type { RawTable } from "./load_table.ts";

/** Columns of pairs that may name the better answer by its writer. */
const VERDICTS = ["human", "choice"];

/** A table with winners by name turned into verdicts, and in how many rows that was done. */
export interface NamedWinners {
  table: RawTable;
  /** Rows by column. */
  read: Record<string, number>;
}

/**
 * Verdicts where a file names the model that won instead of the answer: A where the row's `model_a` is named, B where its `model_b` is.
 * Only names of the row's own two models are turned, of which neither is called A, B or tie; every other value is left as it is, and
 * refused or given a meaning where values are.
 */
export function withWinners(table: RawTable, columns: Record<string, string> = {}): NamedWinners {
  const [a, b] = ["model_a", "model_b"].map((name) => columns[name] ?? name);
  const isText = (name: string) => /String|Utf8/.test(String(table.frame.getColumn(name).dtype));
  const read: Record<string, number> = {};
  let { frame } = table;
  if (![a, b].every((name) => frame.columns.includes(name) && isText(name))) return { table, read };
  let names: Set<unknown> | undefined;
  for (const verdict of VERDICTS) {
    const column = columns[verdict] ?? verdict;
    if (!frame.columns.includes(column) || !isText(column)) continue;
    const given = frame.getColumn(column).unique().toArray().filter((value) =>
      !TAKEN.includes(String(value))
    );
    if (given.length === 0) continue;
    names ??= new Set([a, b].flatMap((name) => frame.getColumn(name).unique().toArray()));
    if (!given.some((value) => value !== null && names!.has(value))) continue;
    const value = pl.col(column), is = (name: string) => value.eq(pl.col(name)).fillNull(pl.lit(false));
    const own = value.isIn(TAKEN).fillNull(pl.lit(false)).not();
    const one = is(a).and(is(b).not()).and(own), other = is(b).and(is(a).not()).and(own);
    const counted = frame.select(one.or(other).cast(pl.UInt32).sum().alias("n")).getColumn("n").get(0);
    read[verdict] = Number(counted);
    frame = frame.withColumns(
      pl.when(one).then(pl.lit("A")).when(other).then(pl.lit("B")).otherwise(value).alias(column),
    );
  }
  return { table: { ...table, frame }, read };
}

/** What a verdict may be called itself. */
const TAKEN = ["A", "B", "tie"];
