import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import type { JoinedTables } from "./join_tables.ts";
import { isFunctionOf } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { said } from "./said.ts";

/**
 * Files of one folder with judges of their own, none of which names a benchmark, are one benchmark called as the folder where their
 * items recur with the same human label: as benchmarks of their own no two judges had an item in common. Where labels differ, or a judge
 * has the same items in several, the files stay apart. Both is said.
 */
export function oneBenchmark(
  { frame, filled }: Pick<JoinedTables, "frame" | "filled">,
  files: readonly TableFile[],
): { frame: pl.DataFrame; says: string[] } {
  const apart = { frame, says: [] };
  if (!filled.includes("benchmark") || frame.getColumn("benchmark").nUnique() < 2) return apart;
  const ids = frame.select("benchmark", "item_id").unique().getColumn("item_id"), all = ids.nUnique();
  const recurring = ids.filter(ids.isDuplicated()).nUnique();
  if (recurring === 0) return apart;
  const call = FRAMES.pairs.key.filter((column) => column !== "benchmark");
  const folders = [...new Set(files.map(({ path }) => dirname(resolve(path))))];
  // A file without labels says nothing of what the others' are.
  const labelled = frame.filter(pl.col("human").isNotNull());
  const why = frame.select("benchmark", ...call).unique().height > frame.select(...call).unique().height
    ? "a judge stands in several"
    : folders.length !== 1
    ? "they lie in several folders"
    : isFunctionOf(labelled, "human", ["item_id", "annotator", "variant"])
    ? ""
    : "human labels of some of them differ";
  const name = basename(folders[0] ?? ""), called = why === "" ? pl.lit(name) : pl.col("benchmark");
  const read = said(why === "" ? "one_of_files" : "files_apart", { name, why });
  return {
    frame: frame.withColumns(called.alias("benchmark")),
    says: [said("recurring_files", { recurring, all, read })],
  };
}
