import pl from "nodejs-polars";
import { recoded, rule } from "./check.ts";
import { findTableFiles } from "./find_files.ts";
import { expectation, FRAMES } from "./frames.ts";
import { loadTable, type RawTable, ROW } from "./load_table.ts";
import { missingColumns, toldIn } from "./missing_columns.ts";
import { inWords, rowsInWords } from "../progress/show.ts";
import { type ReadReport, readReport } from "./read_report.ts";
import { isFrame, unusedName, valueAt } from "./frame.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { inTexts, type ShapeOptions } from "./shape_frame.ts";
import { ownTables } from "./source.ts";

/** What is joined to results: a file of it, or a frame. */
export type Joined = string | readonly string[] | pl.DataFrame;

/** How a message names what is joined, by the column that it fills. */
const WHAT = { human: "corrections", more_informative: "labels" } as const;

/**
 * Puts the labels of a file or a frame into the column `more_informative` of a `pairs` frame, by benchmark and item, or by item alone
 * when the labels do not say the benchmark. Labels of the results that the file does not have are kept.
 */
export function joinLabels(
  pairs: pl.DataFrame,
  given: Joined,
  options: ShapeOptions = {},
): { pairs: pl.DataFrame; counts: { joined: number; missing: number }; says: string[] } {
  const { frame, hits, on, unused, file } = joinByItem(pairs, given, "more_informative", options);
  if (hits.height === 0 && pairs.height > 0) {
    const found = { on: on.join(" and "), here: firstOf(unused), there: firstOf(pairs) };
    throw new ResultsError({ file, expected: said("no_label_fits", found) });
  }
  const missing = pairs.height - hits.height, says: string[] = [];
  if (missing > 0 && unused.height > 0) {
    const found = { labels: inWords(unused.height, "label"), rows: rowsInWords(missing) };
    says.push(said("labels_left", { file, ...found, first: firstOf(unused) }));
  }
  return { pairs: frame, counts: { joined: hits.height, missing }, says };
}

/**
 * Replaces human labels by those of a file or a frame (`item_id, human`, optionally `benchmark`), as the authors of the
 * informativeness-bias paper corrected their benchmarks' labels, and counts what changed.
 */
export function correctHuman(
  pairs: pl.DataFrame,
  given: Joined,
  options: ShapeOptions = {},
): { pairs: pl.DataFrame; counts: NonNullable<ReadReport["corrections"]>; says: string[] } {
  const { frame, hits, theirs, unused, file } = joinByItem(pairs, given, "human", options);
  const unchanged = hits.filter(pl.col("human").eq(pl.col(theirs)).fillNull(pl.lit(false))).height;
  const none = hits.getColumn("human").nullCount(), corrections = inWords(unused.height, "correction");
  return {
    pairs: frame,
    counts: { given: none, changed: hits.height - unchanged - none, unchanged, unused: unused.height },
    says: unused.height === 0
      ? []
      : [said("corrections_left", { corrections, file, first: firstOf(unused) })],
  };
}

function firstOf(rows: pl.DataFrame): string {
  return `item ${JSON.stringify(valueAt(rows, "item_id", 0))}`;
}

/**
 * Puts a column's values, by benchmark and item or by item alone, in the place of those of the pairs; `hits` are the rows that have one,
 * `unused` those of what was given that fit none. What has no value is not joined.
 */
function joinByItem(pairs: pl.DataFrame, given: Joined, column: keyof typeof WHAT, options: ShapeOptions) {
  const file = nameOf(given, WHAT[column]);
  const tables = isFrame(given)
    ? [{ file, frame: given, linesOf: undefined }]
    : tablesOf(given, column, options);
  // What the caller calls no value corrects nothing; without such words an empty cell is a mistake.
  const spec = FRAMES.pairs.columns[column],
    nullable = column !== "human" || (options.missing ?? []).length > 0;
  for (const { file, frame, linesOf } of tables) {
    requireHas({ file, frame }, column);
    const isBad = rule(pl.col(column), String(frame.getColumn(column).dtype), { ...spec, nullable }).bad;
    const bad = frame.filter(isBad);
    if (bad.height === 0) continue;
    throw new ResultsError({
      ...{ file, column, count: bad.height, value: valueAt(bad, column, 0) },
      line: linesOf?.([valueAt(bad, ROW, 0) as number])[0],
      expected: expectation({ ...spec, nullable }),
    });
  }
  // Readers give every row a benchmark, if only the file's name.
  const hasBenchmark = tables.every(({ frame }) => frame.columns.includes("benchmark")) &&
    !(isFrame(given) && readReport(given)?.filled?.includes("benchmark"));
  const on = hasBenchmark ? ["benchmark", "item_id"] : ["item_id"];
  const own = tables.map(({ frame }) =>
    frame.select(...[...on, column].map((one) => pl.col(one).cast(pl.Utf8)))
  );
  // A file of results has an item's label once for each judge.
  const all = pl.concat(own).filter(pl.col(column).neq(pl.lit(""))).unique({ maintainOrder: true });
  const distinct = all.select(...on).unique().height;
  if (distinct !== all.height) {
    const found =
      `found ${all.height} for ${distinct} items (several labellers, or items of several benchmarks?)`;
    throw new ResultsError({
      file,
      expected: `one of the ${WHAT[column]} per ${on.join(" and ")}, ${found}`,
    });
  }
  if (!hasBenchmark) requireOneBenchmark(pairs, all, file, WHAT[column]);
  const [found, theirs] = ["found", "theirs"].map((name) => unusedName(pairs.columns, name));
  const joined = pairs.join(
    all.select(...on, pl.col(column).alias(theirs), pl.lit(true).alias(found)),
    { on, how: "left" },
  );
  const isHit = pl.col(found).isNotNull();
  const value = pl.when(isHit).then(pl.col(theirs)).otherwise(pl.col(column));
  const frame = joined.withColumns(value.alias(column)).drop(found, theirs);
  return {
    frame,
    hits: joined.filter(isHit),
    on,
    theirs,
    unused: all.join(pairs, { on, how: "anti" }),
    file,
  };
}

function nameOf(given: Joined, what: string): string {
  return typeof given === "string" ? given : isFrame(given) ? `the frame of ${what}` : given.join(", ");
}

/** The tables of what is joined; names and values told for the results are theirs too, where they have no column of ours and no words of ours. */
function tablesOf(
  given: string | readonly string[],
  column: string,
  { columns = {}, values = {}, missing, limits }: ShapeOptions,
): RawTable[] {
  const raw = findTableFiles(given).map((one) => loadTable(one, { limits }));
  const has = (name: string) => raw.every(({ frame }) => frame.columns.includes(name));
  const held = toldIn(columns, raw.flatMap(({ frame }) => frame.columns));
  const names = ["benchmark", "item_id", column].filter((name) => Object.hasOwn(held, name) && !has(name));
  const { [column]: meant = {} } = values, ours = FRAMES.pairs.columns.human.values ?? [];
  const isMeant = names.includes(column) || !ours.some((one) => Object.hasOwn(meant, one));
  const told = Object.fromEntries(names.map((name) => [name, columns[name]]));
  return ownTables("pairs", raw, { columns: told, missing }).map((table) => {
    const { frame, columns: named = {} } = table;
    const others = Object.entries(named).filter(([, one]) => frame.columns.includes(one));
    const own = frame.withColumns(...others.map(([ours, one]) => pl.col(one).alias(ours)));
    if (!isMeant || !own.columns.includes(column)) return { ...table, frame: own };
    const value = recoded(pl.col(column), inTexts(values)[column] ?? {}, own.getColumn(column).dtype);
    return { ...table, frame: own.withColumns(value.alias(column)) };
  });
}

function requireHas(table: Pick<RawTable, "file" | "frame">, value: string): void {
  const { columns } = table.frame, found = columns.filter((one) => one !== ROW);
  const missing = ["item_id", value].filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw missingColumns(table, missing.map((ours) => ({ ours, wanted: ours, as: ours })), found);
  }
}

/**
 * Throws where what is joined by item alone fits items of several benchmarks: an item is its benchmark and its id.
 *
 * @throws {ResultsError} naming the item, its benchmarks, and how many items are in several
 */
function requireOneBenchmark(pairs: pl.DataFrame, joined: pl.DataFrame, file: string, what: string): void {
  const items = pairs.select("benchmark", "item_id").unique()
    .join(joined.select("item_id").unique(), { on: "item_id", how: "inner" });
  const several = items.filter(items.getColumn("item_id").isDuplicated()).sort(["item_id", "benchmark"]);
  if (several.height === 0) return;
  const item = valueAt(several, "item_id", 0), more = several.getColumn("item_id").nUnique() - 1;
  const benchmarks = several.filter(pl.col("item_id").eq(pl.lit(item))).getColumn("benchmark").toArray();
  const others = more > 0 ? ` (and ${more} more items are in several)` : "";
  const found = { item, benchmarks: benchmarks.join(" and "), others, what };
  throw new ResultsError({ file, expected: said("several_benchmarks", found) });
}
