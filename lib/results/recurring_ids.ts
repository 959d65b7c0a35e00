import pl from "nodejs-polars";

/**
 * Says where files with a judge each have item ids in common, while each file counts as a benchmark of its own, by its name: such a folder
 * is most likely one benchmark, and judges of different benchmarks have no item in common.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { recurringIds } from "@/results/recurring_ids.ts";
 *
 * const frame = pl.DataFrame({ benchmark: ["a", "b"], item_id: ["1", "1"], judge: ["gpt", "llava"] });
 * assert.match(recurringIds(frame, ["benchmark"])[0], /each a benchmark .* 1 of their 1 item ids/);
 * assert.deepEqual(recurringIds(frame, []), []); // the files name their benchmarks
 * ```
 */
export function recurringIds(pairs: pl.DataFrame, filled: readonly string[]): string[] {
  if (!filled.includes("benchmark") || pairs.getColumn("benchmark").nUnique() < 2) return [];
  // Judges that stand in several files make these benchmarks.
  if (pairs.select("benchmark", "judge").unique().height > pairs.getColumn("judge").nUnique()) return [];
  const items = pairs.select("benchmark", "item_id").unique(), ids = items.getColumn("item_id");
  const all = ids.nUnique(), recurring = items.filter(ids.isDuplicated()).getColumn("item_id").nUnique();
  return recurring === 0 ? [] : [
    `the files have no column benchmark and are each a benchmark of that name, but ${recurring} of their ${all} item ids stand in several ` +
    "of them: if these are the same items, write one name into a column benchmark of every file; now no two files share an item",
  ];
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
  return names[0] === names[1]
    ? ""
    : ` of one benchmark (${shared} item ids of ${names[0]} stand in ${
      names[1]
    } too: if these are the same items, give them one name in ` +
      "the column benchmark)";
}
