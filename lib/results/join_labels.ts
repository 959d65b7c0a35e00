import pl from "nodejs-polars";
import { findTableFiles } from "./find_files.ts";
import { loadTable } from "./load_table.ts";
import { readLabels } from "./read_labels.ts";
import { ResultsError } from "./results_error.ts";

/**
 * Puts the labels of a file into the column `more_informative` of a `pairs` frame, by benchmark and item, or by item alone
 * when the file of labels does not say the benchmark. Labels of the results that the file does not have are kept.
 *
 * @throws {ResultsError} when the file has labels of several labellers for an item, or none that fits any row
 */
export function joinLabels(
  pairs: pl.DataFrame,
  path: string,
): { pairs: pl.DataFrame; counts: { joined: number; missing: number } } {
  const labels = readLabels(path);
  const hasBenchmark = findTableFiles(path).every((file) =>
    loadTable(file).frame.columns.includes("benchmark")
  );
  const on = hasBenchmark ? ["benchmark", "item_id"] : ["item_id"];
  const distinct = labels.select(...on).unique().height;
  if (distinct !== labels.height) {
    throw new ResultsError({
      file: path,
      expected:
        `one label per ${
          on.join(" and ")
        }, found ${labels.height} labels for ${distinct} items (several labellers, ` +
        `or items of several benchmarks?); give a file with one of them`,
    });
  }
  const joined = pairs.join(
    labels.select(...on, "more_informative").withColumns(pl.lit(true).alias("__found")).rename({
      more_informative: "__label",
    }),
    { on, how: "left" },
  );
  const found = joined.filter(pl.col("__found").isNotNull()).height;
  if (found === 0 && pairs.height > 0) {
    throw new ResultsError({
      file: path,
      expected: `labels for the items of the results, found none that fits by ${on.join(" and ")}`,
    });
  }
  const kept = pl.when(pl.col("__found").isNotNull()).then(pl.col("__label")).otherwise(
    pl.col("more_informative"),
  );
  return {
    pairs: joined.withColumns(kept.alias("more_informative")).drop("__found", "__label"),
    counts: { joined: found, missing: pairs.height - found },
  };
}
