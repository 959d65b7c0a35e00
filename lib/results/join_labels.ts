import pl from "nodejs-polars";
import { type Joined, nameOf, otherSpellings, requireOneBenchmark } from "./by_item.ts";
import { readLabels } from "./read_labels.ts";
import { readReport } from "./read_report.ts";
import { isFrame } from "./require_frame.ts";
import { requireValidFrame } from "./require_valid_frame.ts";
import { ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { unusedName } from "./unused_name.ts";

/**
 * Puts the labels of a file or a frame into the column `more_informative` of a `pairs` frame, by benchmark and item, or by item alone
 * when the labels do not say the benchmark. Labels of the results that the file does not have are kept.
 *
 * @throws {ResultsError} when an item that is to be labelled without a benchmark is in several, when there are labels of several
 *   labellers for an item, or none that fits any row
 */
export function joinLabels(
  pairs: pl.DataFrame,
  given: Joined,
  { missing, limits }: Pick<ShapeOptions, "missing" | "limits"> = {},
): { pairs: pl.DataFrame; counts: { joined: number; missing: number }; warnings: string[] } {
  const path = nameOf(given, "labels"),
    labels = isFrame(given) ? given : readLabels(given, { missing, limits });
  if (isFrame(given)) {
    for (const column of ["item_id", "more_informative"]) {
      if (!given.columns.includes(column)) {
        throw new ResultsError({ file: path, expected: `the column ${column}` });
      }
    }
    requireValidFrame("readPairs", "labels", given);
  }
  // Readers give every label a benchmark, if only the file's name.
  const hasBenchmark = labels.columns.includes("benchmark") &&
    readReport(labels)?.filled?.includes("benchmark") !== true;
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
  if (!hasBenchmark) requireOneBenchmark(pairs, labels, path);
  const [hit, label] = ["found", "label"].map((name) => unusedName(pairs.columns, name));
  const joined = pairs.join(
    labels.select(...on, pl.col("more_informative").alias(label), pl.lit(true).alias(hit)),
    { on, how: "left" },
  );
  const found = joined.filter(pl.col(hit).isNotNull()).height;
  const warnings = found < pairs.height ? otherSpellings(pairs, labels, "labels") : [];
  if (found === 0 && pairs.height > 0) {
    throw new ResultsError({
      file: path,
      expected: `labels for the items of the results, found none that fits by ${on.join(" and ")}${
        warnings.map((text) => `; ${text}`).join("")
      }`,
    });
  }
  const kept = pl.when(pl.col(hit).isNotNull()).then(pl.col(label)).otherwise(
    pl.col("more_informative"),
  );
  return {
    pairs: joined.withColumns(kept.alias("more_informative")).drop(hit, label),
    counts: { joined: found, missing: pairs.height - found },
    warnings,
  };
}
