import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";

/** Columns whose few names are compared with each other: those of a judge and of the models whose answers it judges are of one kind. */
const NAMES = [["judge", "model_a", "model_b"], ["benchmark"], ["annotator"], ["criterion"]];

/** Columns of which a value with a blank at its end is most likely another one without. */
const IDS = ["item_id", "sample_id"];

/**
 * What looks like one thing under two names: judges and models that differ in case or outer blanks alone, ids with a blank at their end,
 * files with the same bytes. They are read as they are; the report of the read says so.
 */
export function nearNames(frame: pl.DataFrame, files: readonly TableFile[]): string[] {
  const text = (names: string[]) => names.filter((name) => frame.columns.includes(name));
  const near = NAMES.flatMap((columns) =>
    alikeNames(
      Object.fromEntries(text(columns).map((column) => [column, frame.getColumn(column).unique().toArray()])),
    )
  );
  const blank = text(IDS).flatMap((column) => {
    const length = (value: pl.Expr) => value.str.lengths();
    const id = pl.col(column).cast(pl.Utf8);
    const found = frame.lazy().select(id.alias("id"))
      .filter(length(pl.col("id")).neq(length(pl.col("id").str.strip()))).collectSync();
    return found.height === 0 ? [] : [
      `${column}: ${found.height} rows hold a blank before or behind their id (${
        JSON.stringify(found.getColumn("id").get(0))
      }) and count as others than those without`,
    ];
  });
  return [...near, ...blank, ...copies(files)];
}

/**
 * Names of some columns that differ in case or outer blanks alone.
 */
export function alikeNames(columns: Record<string, readonly unknown[]>): string[] {
  const given = Object.entries(columns).flatMap(([column, names]) =>
    names.filter((name) => typeof name === "string").map((name) => ({ column, name: name as string }))
  );
  const distinct = [...new Set(given.map(({ name }) => name))].sort();
  return several(distinct, (name) => name.trim().toLowerCase()).map((names) => {
    const holders = Object.keys(columns).filter((column) =>
      given.some((one) => one.column === column && names.includes(one.name))
    );
    return `${holders.join(", ")}: ${
      names.map((name) => JSON.stringify(name)).join(" and ")
    } differ in case or outer blanks alone and count as ${names.length}; values: { ${
      holders.map((column) => `${column}: { … }`).join(", ")
    } } makes them one`;
  });
}

/** Files of equal bytes: their rows count twice. */
function copies(files: readonly TableFile[]): string[] {
  const hash = ({ path }: TableFile) => createHash("sha256").update(readFileSync(path)).digest("hex");
  return several(files, ({ path }) => `${statSync(path).size}`).flatMap((alike) => several(alike, hash)).map((
    same,
  ) =>
    `the files ${same.map(({ path }) => path).join(" and ")} hold the same bytes: everything in them counts ${
      same.length === 2 ? "twice" : `${same.length} times`
    }`
  );
}

/** Groups of more than one that have the same key. */
function several<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
