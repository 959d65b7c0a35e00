import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import type { JoinedTables } from "./join_tables.ts";
import { rowsInWords } from "../progress/show.ts";
import { isFunctionOf } from "./check.ts";

/**
 * Files of one folder with judges of their own, none of which names a benchmark, are one benchmark called as the folder where their
 * items recur with the same human label: as benchmarks of their own no two judges had an item in common. Where the labels differ the
 * files stay apart, and both is said.
 */
export function oneBenchmark(
  { frame, filled }: Pick<JoinedTables, "frame" | "filled">,
  files: readonly TableFile[],
): { frame: pl.DataFrame; says: string[] } {
  const apart = { frame, says: [] };
  if (!filled.includes("benchmark") || frame.getColumn("benchmark").nUnique() < 2) return apart;
  const items = frame.select("benchmark", "item_id").unique(), ids = items.getColumn("item_id");
  const all = ids.nUnique(), recurring = items.filter(ids.isDuplicated()).getColumn("item_id").nUnique();
  if (recurring === 0) return apart;
  const folders = [...new Set(files.map(({ path }) => dirname(resolve(path))))],
    name = basename(folders[0] ?? "");
  const same = ["item_id", "annotator", "variant"].filter((column) => frame.columns.includes(column));
  // A file without labels says nothing of what the others' are.
  const labelled = frame.filter(pl.col("human").isNotNull());
  const isLabelled = labelled.height > 0, isAlike = isFunctionOf(labelled, "human", same);
  const found =
    `the files have no column benchmark, and item ids stand in several of them (${recurring} of ${all})` +
    (isLabelled && isAlike ? " with the same human label" : "");
  // Judges that stand in several files make these benchmarks.
  const isSeveral = frame.select("benchmark", "judge").unique().height > frame.getColumn("judge").nUnique();
  const decided = frame.filter(pl.col("human").isIn(["A", "B"])).groupBy("item_id")
    .agg(pl.col("human").nUnique().alias("sides"));
  // Every label turned round: the same items with their answers exchanged.
  const isOpposite = decided.height > 1 && decided.getColumn("sides").min() === 2;
  if (isSeveral && !(isLabelled && (isAlike || isOpposite) && recurring === all)) return apart;
  const unlike = labelled.groupBy("item_id").agg(pl.col("human").nUnique().alias("sides"))
    .filter(pl.col("sides").gt(1)).getColumn("item_id").sort().toArray();
  const why = isSeveral
    ? "a judge stands in several"
    : folders.length > 1
    ? "they lie in several folders"
    : name === "" || !isAlike
    ? `the human labels of ${unlike.length} of them differ (${unlike.slice(0, 3).join(", ")}${
      unlike.length > 3 ? ", …" : ""
    })`
    : "";
  const called = why === "" ? pl.lit(name) : pl.col("benchmark");
  const read = why === ""
    ? `they are read as one benchmark, ${name}; if these are others, write a column benchmark`
    : `each file is a benchmark of its name, for ${why}; if these are the same items, write one name into a column benchmark of ` +
      `every file${
        isSeveral
          ? ", and the way they were asked into a column condition (or run, or swapped, where the answers changed places" +
            (isOpposite ? ", with all labels of one order)" : ")")
          : ""
      }`;
  return { frame: frame.withColumns(called.alias("benchmark")), says: [`${found}: ${read}`] };
}

/**
 * Rows without a label of people whose item has one in other rows (of another file, of another judge) take it; what padding makes of an item
 * is apart. Where an item's labels differ nothing is taken.
 */
export function withKnownLabels(frame: pl.DataFrame): { frame: pl.DataFrame; says: string[] } {
  const key = ["benchmark", "item_id", "annotator"], none = pl.col("human").isNull();
  const own = pl.col("variant").eq(pl.lit("verbose")).not(), apart = { frame, says: [] };
  const missing = frame.getColumn("human").nullCount();
  if (missing === 0 || missing === frame.height) return apart;
  const known = frame.filter(none.not().and(own)).withColumns(pl.col("annotator").fillNull(pl.lit("")))
    .groupBy(key).agg(pl.col("human").nUnique().alias("sides"), pl.col("human").first().alias("known"))
    .filter(pl.col("sides").eq(1)).drop("sides");
  const joined = frame.withColumns(
    pl.col("annotator").alias("named"),
    pl.col("annotator").fillNull(pl.lit("")),
  )
    .join(known, { on: key, how: "left" });
  const isTaken = none.and(own).and(pl.col("known").isNotNull());
  const rows = joined.filter(isTaken).height;
  if (rows === 0) return apart;
  const read = joined.withColumns(
    pl.when(isTaken).then(pl.col("known")).otherwise(pl.col("human")).alias("human"),
    pl.col("named").alias("annotator"),
  ).select(...frame.columns);
  const says =
    `${rowsInWords(rows)} without a label of people ${rows === 1 ? "takes" : "take"} the one that ` +
    "other rows give the same item";
  return { frame: read, says: [says] };
}

/** What an error says of two judges without a common item whose ids meet in different benchmarks; nothing where they do not. */
export function benchmarksApart(pairs: pl.DataFrame, first: string, second: string): string {
  if (!pairs.columns.includes("benchmark")) return "";
  const [one, other] = [first, second].map((judge) => pairs.filter(pl.col("judge").eq(pl.lit(judge))));
  const ids = new Set(one.getColumn("item_id").toArray());
  const shared = new Set(other.getColumn("item_id").toArray().filter((id) => ids.has(id))).size;
  if (shared === 0) return "";
  const names = [one, other].map((own) =>
    own.getColumn("benchmark").unique().sort().toArray().slice(0, 3).join(", ")
  );
  if (names[0] === names[1]) return "";
  return ` of one benchmark (${shared} item ids of ${names[0]} stand in ${
    names[1]
  } too: if these are the same ` +
    "items, give them one name in the column benchmark)";
}
