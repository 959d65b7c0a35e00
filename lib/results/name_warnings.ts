import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import type { TableFile } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { toldColumns } from "./require_options.ts";
import { ratingEvaluators } from "./rating_evaluators.ts";

/** Columns that are read where a file has them, beside those of the schema. */
const ALSO: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["confidence", "provenance"],
  ratings: ["rater", "provenance"],
};

/** Names alike but for case, blanks and the signs between words. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Columns that are most likely an optional one of the schema, mistyped: a required one that is missing is an error, of an optional one the
 * default would be taken without a word. A name counts as mistyped where it differs in case, blanks or signs between words alone, or
 * in one letter (two of names with six or more). Only columns that the file lacks (`absent`: those that a default filled in) are
 * looked for.
 */
export function misspelt(name: FrameName, frame: pl.DataFrame, absent: readonly string[]): string[] {
  // Of ratings every column of numbers is an evaluator.
  const evaluators = name === "ratings" ? ratingEvaluators(frame) : [];
  const columns = frame.columns.filter((column) => !evaluators.includes(column));
  const known = FRAMES[name].columns;
  const also = (ALSO[name] ?? []).filter((column) => !columns.includes(column));
  const open = [...absent, ...also];
  return columns.flatMap((column) => {
    if (Object.hasOwn(known, column) || (ALSO[name] ?? []).includes(column)) return [];
    const same = open.filter((one) => bare(one) === bare(column));
    const meant = same.length > 0 ? same : closest(column, open);
    if (meant.length === 0) return [];
    return [
      `the column ${column} is not read; is it ${meant.join(" or ")}? then name it: ${
        toldColumns([[meant[0], column]])
      }`,
    ];
  });
}

/** The names at the least distance, where that is a slip of the hand. */
function closest(column: string, open: readonly string[]): string[] {
  for (const within of column.length < 6 ? [1] : [1, 2]) {
    const near = nearest(column, open, { within });
    if (near.length > 0) return near;
  }
  return [];
}

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

/** Names that columns with the picture have in other files. */
const PICTURE =
  /^(image|img|picture|photo|video)([ _-]?(id|url|uri|path|file|filename|name|src|link))?$|^file[ _-]?name$/i;

/**
 * Says where a column sounds like the picture and several items share one, while every item counts as a picture of its own: intervals over
 * pictures would be too narrow without a word.
 */
export function unreadImage(frame: pl.DataFrame, filled: readonly string[]): string[] {
  if (!filled.includes("image_id")) return [];
  const items = frame.getColumn("item_id").nUnique();
  const found = frame.columns.filter((column) => column !== "image" && PICTURE.test(column)).flatMap(
    (column) => {
      const values = frame.getColumn(column), pictures = values.nUnique() - (values.nullCount() > 0 ? 1 : 0);
      return pictures > 0 && pictures < items ? [{ column, pictures }] : [];
    },
  );
  if (found.length === 0) return [];
  const [{ column, pictures }] = found;
  return [
    `the column ${column} is not read: if it names the picture, name it (${
      toldColumns([["image_id", column]])
    }), for ` +
    `${items} items share ${pictures} of its values; now every item counts as a picture of its own, which makes intervals ` +
    "too narrow where verdicts on one picture go together",
  ];
}
