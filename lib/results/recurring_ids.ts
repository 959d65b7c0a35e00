import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import type { JoinedTables } from "./join_tables.ts";
import { rowsInWords } from "../progress/show.ts";
import { isFunctionOf } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { rowCounts } from "./rows_table.ts";
import { said } from "./said.ts";

/** What makes one benchmark of rows that were read apart, each file's as one of its name. */
export const ONE_BENCHMARK =
  'if these are the same items, give them one: pairs.withColumns(pl.lit("mine").alias("benchmark"))';

/** Items that recur in several benchmarks of rows in memory are no chance, where people said the same of at least so many. */
const RECURRING = 5;

/**
 * Files of one folder with judges of their own, none of which names a benchmark, are one benchmark called as the folder where their
 * items recur with the same human label: as benchmarks of their own no two judges had an item in common. Where labels differ, or a judge
 * has the same items in several, the files stay apart. Both is said; of rows in memory, which name their benchmarks, that items recur.
 */
export function oneBenchmark(
  { frame, filled }: Pick<JoinedTables, "frame" | "filled">,
  files: readonly TableFile[],
): { frame: pl.DataFrame; says: string[] } {
  const apart = { frame, says: [] };
  const isFilled = filled.includes("benchmark");
  if (!isFilled && files.length > 0 || frame.getColumn("benchmark").nUnique() < 2) return apart;
  const items = frame.select("benchmark", "item_id").unique(), ids = items.getColumn("item_id");
  const all = ids.nUnique(), recurring = items.filter(ids.isDuplicated()).getColumn("item_id").nUnique();
  if (recurring === 0) return apart;
  // A file without labels says nothing of what the others' are.
  const labelled = frame.filter(pl.col("human").isNotNull());
  const isAlike = isFunctionOf(labelled, "human", ["item_id", "annotator", "variant"]);
  const isShared = labelled.height > 0 && isAlike;
  if (!isFilled) {
    const names = frame.getColumn("benchmark").unique().sort().toArray().join(", ");
    const says = said("recurring", { recurring, all, names, one_benchmark: ONE_BENCHMARK });
    return isShared && recurring >= RECURRING && recurring === all ? { frame, says: [says] } : apart;
  }
  // A judge that has an item in several files, asked in the same way, makes these benchmarks.
  const call = FRAMES.pairs.key.filter((column) => column !== "benchmark");
  const isSeveral =
    frame.select("benchmark", ...call).unique().height > frame.select(...call).unique().height;
  if (isSeveral && recurring < all) return apart;
  const folders = [...new Set(files.map(({ path }) => dirname(resolve(path))))],
    name = basename(folders[0] ?? "");
  const why = isSeveral
    ? "a judge stands in several"
    : folders.length > 1
    ? "they lie in several folders"
    : name === "" || !isAlike
    ? differing(labelled)
    : "";
  const called = why === "" ? pl.lit(name) : pl.col("benchmark");
  const read = why === ""
    ? said("one_of_files", { name })
    : said("files_apart", { why, asked: isSeveral ? said("asked_twice") : "" });
  const says = said("recurring_files", { recurring, all, shared: isShared ? said("same_label") : "", read });
  return { frame: frame.withColumns(called.alias("benchmark")), says: [says] };
}

/** Of how many items that stand in several files the labels of people differ; where most do the files may have codes of their own. */
function differing(labelled: pl.DataFrame): string {
  const items = labelled.groupBy("item_id", "annotator", "variant").agg(
    pl.col("human").nUnique().alias("labels"),
    pl.col("benchmark").nUnique().alias("files"),
  );
  const shared = items.filter(pl.col("files").gt(1)), all = shared.getColumn("item_id").nUnique();
  const differ = shared.filter(pl.col("labels").gt(1)).getColumn("item_id").nUnique();
  if (differ === 0) return "human labels of some of them differ";
  const codes = 2 * differ > all
    ? " (do the files use other codes? what values says counts for all of them)"
    : "";
  return `human labels of ${differ} of ${all} of them differ${codes}`;
}

/** What belongs to an item whoever judged it, and what else must be the same: padding an answer changes its length. */
const OF_ITEM = [
  { columns: ["human"], called: "a label of people", same: [] },
  { columns: ["image_id"], called: "an image_id of their own", same: [] },
  { columns: ["more_informative"], called: "more_informative", same: ["variant", "condition"] },
  { columns: ["words_a", "words_b"], called: "words_a and words_b", same: ["variant", "condition"] },
];

/**
 * Rows without a label of people, without what is more informative or without lengths take those that other rows (of another file, of
 * another judge) give their item; what padding makes of an item is apart. Where an item's values or its models differ nothing is taken.
 */
export function withKnownLabels(frame: pl.DataFrame): { frame: pl.DataFrame; says: string[] } {
  const isOpen = (one: string) =>
    one === "image_id" ? pl.col(one).eq(pl.col("item_id")) : pl.col(one).isNull();
  const missing = rowCounts(
    frame,
    Object.fromEntries(OF_ITEM.map(({ columns: [one] }) => [one, isOpen(one)])),
  );
  const partly = OF_ITEM.filter(({ columns: [one] }) => missing[one] !== 0 && missing[one] !== frame.height);
  if (partly.length === 0) return { frame, says: [] };
  const both = (tests: readonly pl.Expr[]) => tests.reduce((one, other) => one.and(other));
  const own = pl.col("variant").neq(pl.lit("verbose"));
  const hasOnePair = ["model_a", "model_b"].map((one) =>
    pl.col(one).dropNulls().nUnique().over("benchmark", "item_id").ltEq(1)
  );
  const taken: string[] = [];
  let read = frame;
  for (const { columns, called, same } of partly) {
    const known = (one: string) =>
      pl.when(own.and(isOpen(one).not())).then(pl.col(one)).otherwise(pl.lit(null));
    const most = (one: string) => known(one).max().over("benchmark", "item_id", "annotator", ...same);
    const isOne = columns.flatMap((one) => [
      isOpen(one),
      most(one).eq(known(one).min().over("benchmark", "item_id", "annotator", ...same)).fillNull(
        pl.lit(false),
      ),
    ]);
    const rows = read.withColumns(both([own, ...hasOnePair, ...isOne]).alias("__taken"));
    const count = Number(rows.getColumn("__taken").cast(pl.UInt32).sum());
    if (count === 0) continue;
    taken.push(`${taken.length === 0 ? rowsInWords(count) : count} without ${called}`);
    const values = columns.map((one) =>
      pl.when(pl.col("__taken")).then(most(one)).otherwise(pl.col(one)).alias(one)
    );
    read = rows.withColumns(...values).drop("__taken");
  }
  const take = /^1 row [^,]*$/.test(taken.join()) ? "takes" : "take";
  const says = taken.length === 0 ? [] : [said("known_labels", { taken: taken.join(", "), take })];
  const label = pl.col("more_informative"), elsewhere = label.max().over("benchmark", "item_id").isNotNull();
  const apart = missing.more_informative !== 0 && read.filter(own.and(label.isNull()).and(elsewhere)).height;
  if (apart) says.push(said("label_elsewhere", { rows: rowsInWords(apart) }));
  return { frame: read, says };
}
