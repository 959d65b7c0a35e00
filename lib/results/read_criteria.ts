import { requireOneOf } from "../stats/require_value.ts";
import { checkHumanOfCriteria, withoutTraces } from "./check_rows.ts";
import { findTableFiles, type TableFile } from "./find_files.ts";
import type { FrameOf } from "./frames.ts";
import { joinTables, withConstant, withWords } from "./join_tables.ts";
import { loadTables, withoutMissing } from "./load_tables.ts";
import { misspelt } from "./misspelt.ts";
import { isMultiCritDataset, type MultiCritOptions, readMultiCrit } from "./multi_crit.ts";
import { nearNames } from "./near_names.ts";
import { requireReadOptions } from "./read_options.ts";
import { attachReport } from "./read_report.ts";
import { optionNames } from "./require_options.ts";
import type { ShapeOptions } from "./shape_frame.ts";

/** Layouts that `readCriteria` knows. */
export type CriteriaFormat = "native" | "multi-crit";

/** Options of `readCriteria`. */
export interface ReadCriteriaOptions extends ShapeOptions, MultiCritOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: CriteriaFormat;
  /** Rows of the public Multi-Crit dataset, where they are not in the path beside the judge outputs. */
  dataset?: string | readonly string[];
}

/** Their names, beside those of every reader. */
export const READ_CRITERIA_OPTIONS: readonly string[] = optionNames<
  Omit<ReadCriteriaOptions, keyof ShapeOptions>
>()([
  "format",
  "dataset",
  "judge",
  "mode",
  "thinking",
]);

/**
 * Reads criterion-level judgments into a `criteria` frame: one row per judgment of one criterion, columns as in
 * `FRAMES.criteria`, others after them.
 *
 * The native layout needs `judge, split, item_id, criterion, human, choice`; mode is single, thinking false and pair_type
 * empty by default, words are counted from `answer_a` and `answer_b` where these are. The other layout is that of the public
 * Multi-Crit dataset beside judge outputs (`multi-crit`, see the option `dataset`): ids, criteria and verdicts are joined,
 * criteria get their canonical names. A criterion of a judged item without an output is a row without a choice.
 *
 * `human` and `choice` are A, B, tie or null; `choice` is null where the judge's answer is missing or could not be parsed.
 *
 * @throws {ResultsError} naming file, line, column, value and expectation: for a bad value, a missing column, a repeated
 *   key, a criterion of an item with two human labels, an output without a row in the dataset
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCriteria } from "judgebias";
 *
 * const criteria = readCriteria("data/examples/criteria.csv");
 * assert.ok(criteria.columns.includes("criterion") && criteria.height > 50);
 * const joined = readCriteria("data/examples/multi_crit");
 * assert.ok(joined.columns.includes("pair_type"));
 * ```
 */
export function readCriteria(
  path: string | readonly string[],
  options: ReadCriteriaOptions = {},
): FrameOf<"criteria"> {
  requireReadOptions("readCriteria", "criteria", options, READ_CRITERIA_OPTIONS);
  const paths = (given: string | readonly string[]) => typeof given === "string" ? [given] : [...given];
  const files = options.dataset === undefined
    ? findTableFiles(path)
    : findTableFiles([...paths(path), ...paths(options.dataset)]);
  const format = options.format ?? (options.dataset === undefined ? criteriaLayout(files) : "multi-crit");
  requireOneOf("readCriteria", "the format", format, ["native", "multi-crit"]);
  const { columns = {} } = options;
  const tables = format === "multi-crit"
    ? readMultiCrit(files, options).map((table) => withoutMissing("criteria", table, options))
    : loadTables("criteria", files, options);
  const constants = { judge: options.judge, mode: options.mode, thinking: options.thinking?.toString() };
  const { frame, dropped, filled, files: sizes, warnings: left, locate } = joinTables(
    "criteria",
    tables.map((table) =>
      Object.entries(constants).reduce(
        (given, [column, value]) =>
          withConstant(given, columns[column as keyof typeof constants] ?? column, value),
        withWords(table, columns),
      )
    ),
    () => ({}),
    options,
  );
  checkHumanOfCriteria(frame, locate);
  const warnings = [
    ...left,
    ...(format === "native" ? misspelt("criteria", withoutTraces(frame).columns, filled) : []),
    ...nearNames(frame, files),
  ];
  return attachReport(withoutTraces(frame), {
    format,
    files: sizes,
    dropped,
    warnings,
  });
}

/** The layout of files of criterion-level results: that of the dataset where a file of it is among them. */
export function criteriaLayout(files: readonly TableFile[]): CriteriaFormat {
  return files.some(isMultiCritDataset) ? "multi-crit" : "native";
}
