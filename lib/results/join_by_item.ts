import pl from "nodejs-polars";
import { isFrame, unusedName, valueAt } from "./frame.ts";
import { FRAMES } from "./frames.ts";
import { joinTables } from "./join_tables.ts";
import { loadTable } from "./load_table.ts";
import { toldIn } from "./missing_columns.ts";
import { type ReadReport, readReport } from "./read_report.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { openSource, ownTables } from "./source.ts";
import { isVoted } from "./votes.ts";

/** What is joined to results: a file of it, or a frame. */
export type Joined = string | readonly string[] | pl.DataFrame;

const WHAT = { human: "corrections", more_informative: "labels" } as const, LABEL = "more_informative";

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
    says.push(said("labels_left", { file, labels: unused.height, rows: missing, first: firstOf(unused) }));
  }
  return { pairs: frame, counts: { joined: hits.height, missing }, says };
}

export function correctHuman(
  pairs: pl.DataFrame,
  given: Joined,
  options: ShapeOptions = {},
): { pairs: pl.DataFrame; counts: NonNullable<ReadReport["corrections"]>; says: string[] } {
  const { frame, hits, theirs, unused, file } = joinByItem(pairs, given, "human", options);
  const unchanged = hits.filter(pl.col("human").eq(pl.col(theirs)).fillNull(pl.lit(false))).height;
  const none = hits.getColumn("human").nullCount(), { height: left } = unused;
  return {
    pairs: frame,
    counts: { given: none, changed: hits.height - unchanged - none, unchanged, unused: left },
    says: left === 0 ? [] : [said("corrections_left", { corrections: left, file, first: firstOf(unused) })],
  };
}

const firstOf = (rows: pl.DataFrame): string => `item ${JSON.stringify(valueAt(rows, "item_id", 0))}`;

function joinByItem(pairs: pl.DataFrame, given: Joined, column: keyof typeof WHAT, options: ShapeOptions) {
  const file = nameOf(given, WHAT[column]), isVotes = column === "human" && isVoted(pairs);
  const { frame: labels, filled, person } = labelsIn(given, column, options, isVotes);
  const isFilled = filled.includes("benchmark") ||
    isFrame(given) && readReport(given)?.filled?.includes("benchmark");
  const on = [...isFilled ? [] : ["benchmark"], "item_id", ...person];
  const all = labels.withColumns(pl.col("labeller").alias("annotator"))
    .select(...on, pl.col(LABEL).alias(column))
    .filter(pl.col(column).isNotNull()).unique({ maintainOrder: true });
  const distinct = all.select(...on).unique().height;
  if (distinct !== all.height) {
    const found = { what: WHAT[column], on: on.join(" and "), labels: all.height, items: distinct };
    throw new ResultsError({ file, expected: said("several_labels", found) });
  }
  if (isFilled) requireOneBenchmark(pairs, all, file, WHAT[column]);
  const [found, theirs] = ["found", "theirs"].map((name) => unusedName(pairs.columns, name));
  const joined = pairs.join(
    all.select(...on, pl.col(column).alias(theirs), pl.lit(true).alias(found)),
    { on, how: "left" },
  );
  const isHit = pl.col(found).isNotNull();
  const value = pl.when(isHit).then(pl.col(theirs)).otherwise(pl.col(column));
  const frame = joined.withColumns(value.alias(column)).drop(found, theirs);
  const unused = all.join(pairs, { on, how: "anti" });
  return { frame, hits: joined.filter(isHit), on, theirs, unused, file };
}

function nameOf(given: Joined, what: string): string {
  return typeof given === "string" ? given : isFrame(given) ? `the frame of ${what}` : given.join(", ");
}

function labelsIn(given: Joined, column: string, options: ShapeOptions, isVotes: boolean) {
  const { columns = {}, values = {}, missing } = options;
  const { files, table } = openSource(given), raw = table ? [table] : files.map((one) => loadTable(one));
  const has = (name: string) => raw.every(({ frame }) => frame.columns.includes(name));
  const told = toldIn(columns, raw.flatMap(({ frame }) => frame.columns));
  const isTold = (name: string) => Object.hasOwn(told, name) && !has(name);
  const names = ["benchmark", "item_id"].filter(isTold).map((name) => [name, columns[name]]);
  const { [column]: meant = {} } = values, ours = FRAMES.labels.columns[LABEL].values!;
  const isMeant = isTold(column) || !ours.some((one) => Object.hasOwn(meant, one));
  const isOwn = raw.some(({ frame }) => isVoted(frame)), isPerson = isVotes && (isOwn || isTold("annotator"));
  if (isPerson) names.push(["labeller", isOwn ? "annotator" : columns.annotator!]);
  const label = isTold(column) ? [[LABEL, columns[column]]] : has(column) ? [[LABEL, column]] : [];
  const own: ShapeOptions = {
    columns: Object.fromEntries([...names, ...label]),
    values: isMeant ? { [LABEL]: meant } : {},
    missing,
  };
  try {
    const joined = joinTables("labels", ownTables("labels", raw, own), () => ({ benchmark: "" }), own);
    return { ...joined, person: isPerson ? ["annotator"] : [] };
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    const expected = error.expected.replaceAll(LABEL, column);
    const called = error.column?.replace(LABEL, column).replace("labeller", "annotator");
    throw new ResultsError({ ...error, columns: [], column: called, expected });
  }
}

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
