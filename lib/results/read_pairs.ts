import pl from "nodejs-polars";
import { rowsInWords } from "../progress/rows_in_words.ts";
import { requireOneOf } from "../stats/require_value.ts";
import type { Joined } from "./by_item.ts";
import { checkChoice, checkHuman, withoutTraces } from "./check_rows.ts";
import { correctHuman } from "./correct_human.ts";
import { columnNumbers } from "./factor.ts";
import { findTableFiles } from "./find_files.ts";
import type { FrameOf } from "./frames.ts";
import { joinLabels } from "./join_labels.ts";
import { joinTables, withConstant, withWords } from "./join_tables.ts";
import type { ReadNote } from "./layouts/layout.ts";
import { sourceTables } from "./layouts/read_layouts.ts";
import type { LayoutName } from "./layouts/table.ts";
import { misspelt } from "./misspelt.ts";
import { nearNames } from "./near_names.ts";
import { OTHER_NAMES } from "./other_names.ts";
import { requireReadOptions } from "./read_options.ts";
import { attachReport } from "./read_report.ts";
import { recurringIds } from "./recurring_ids.ts";
import { optionNames } from "./require_options.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { canonicalChoices, type ChoiceOrder, orderReport } from "./shown_order.ts";
import { unreadImage } from "./unread_image.ts";
import { type NamedWinners, withWinners } from "./with_winners.ts";

/** Options of `readPairs`. */
export interface ReadPairsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** Name of the judge, for files that do not say it. */
  judge?: string;
  /**
   * Of which order choices speak: `canonical` (default), where A is the file's answer A whatever the judge saw, or `shown`, where
   * A is the answer that the judge saw first; then choices of swapped rows are turned round. `readReport(frame)` counts the items
   * that flip between the two orders, and warns where that looks like the other setting.
   */
  choiceOrder?: ChoiceOrder;
  /** Informativeness labels (file or `labels` frame), joined by benchmark (where they have it) and item. */
  labels?: Joined;
  /** Corrected human labels (file or frame of `item_id`, `human`, optionally `benchmark`), which replace those of the results. */
  corrections?: Joined;
}

/** Their names, beside those of every reader. */
export const READ_PAIRS_OPTIONS: readonly string[] = optionNames<
  Omit<ReadPairsOptions, keyof ShapeOptions>
>()([
  "format",
  "judge",
  "choiceOrder",
  "labels",
  "corrections",
]);

/**
 * Reads pairwise judge results into a `pairs` frame: one row per judgment, columns as in `FRAMES.pairs`, others after them.
 *
 * A path is a file (CSV, JSONL, Parquet, the first two also gzipped), a folder, a glob, or a list of these. The native
 * layout needs `item_id, judge, human, choice`; the rest has defaults (benchmark = file name, image_id = item_id, pipeline
 * base, image true, variant original, swapped false, run 1, no informativeness label, words counted from `answer_a` and
 * `answer_b` where these are). `columns` and `values` rename and recode a file that says it otherwise. Official layouts are
 * recognised: MLLM-as-a-Judge (human file with judge output files), VL-RewardBench inference output, JudgeBench output.
 *
 * `human`, `choice`, `more_informative` are A, B, tie or null; `choice` is in canonical order whatever `swapped` (files that hold
 * what the judge said of the order it saw: `choiceOrder: "shown"`), and null where the judge's answer could not be parsed. `readReport(frame)` tells what was read, left out, joined and changed.
 *
 * @throws {ResultsError} naming file, line, column, value and expectation: for a bad value (unless `onInvalid: "drop"`,
 *   which leaves the row out and counts it), a missing column, a torn line, a repeated key, an item with two human labels,
 *   a call with two verdicts (rows of several people repeat one verdict; two are two runs)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * assert.ok(pairs.height > 100 && pairs.columns.includes("more_informative"));
 * ```
 */
export function readPairs(
  path: string | readonly string[],
  options: ReadPairsOptions = {},
): FrameOf<"pairs"> {
  requireReadOptions("readPairs", "pairs", options, READ_PAIRS_OPTIONS);
  const files = findTableFiles(path);
  const { choiceOrder = "canonical" } = options;
  requireOneOf("readPairs", "choiceOrder", choiceOrder, ["canonical", "shown"]);
  const { foreign, tables } = sourceTables("readPairs", "pairs", files, options);
  if (foreign && choiceOrder === "shown") {
    throw new RangeError(
      `readPairs: wanted choiceOrder "canonical" for an official layout, whose choices are turned by its reader, found "shown"`,
    );
  }
  const winners = foreign ? [] : tables.map((table) => withWinners(table, options.columns));
  const named = winnerNotes(winners);
  if (named.length > 0 && choiceOrder === "shown") {
    throw new RangeError(
      `readPairs: wanted choiceOrder "canonical" where the winner is named (${
        named[0].text
      }), found "shown": a name is the same in either order`,
    );
  }
  const { frame, dropped, filled, constant, files: sizes, warnings: left, locate } = joinTables(
    "pairs",
    (foreign ? tables : winners.map(({ table }) => table)).map((table) =>
      withWords(withConstant(table, options.columns?.judge ?? "judge", options.judge), options.columns)
    ),
    ({ stem }) => ({ benchmark: stem, image_id: { column: "item_id" } }),
    options,
  );
  checkHuman(frame, locate, constant);
  checkChoice(frame, locate, constant);
  const whole = withConfidence(withoutTraces(frame));
  let pairs = choiceOrder === "shown" ? canonicalChoices(whole) : whole;
  const { orders, warnings } = orderReport(pairs, choiceOrder, constant);
  const found = [
    ...left,
    ...warnings,
    ...(foreign ? [] : unreadOrder(pairs, filled)),
    ...unfitConfidence(pairs),
    ...(foreign ? [] : recurringIds(pairs, filled)),
    ...(foreign ? [] : [...misspelt("pairs", pairs.columns, filled), ...unreadImage(pairs, filled)]),
    ...nearNames(pairs, files),
  ];
  const report = {
    format: "native",
    ...(named.length > 0 ? { notes: named } : {}),
    ...foreign?.report,
    files: sizes,
    dropped,
    filled,
  };
  const labels = options.labels ? joinLabels(pairs, options.labels, options) : null;
  pairs = labels?.pairs ?? pairs;
  const corrections = options.corrections ? correctHuman(pairs, options.corrections) : null;
  pairs = corrections?.pairs ?? pairs;
  return attachReport(pairs, {
    ...report,
    orders,
    warnings: [...found, ...labels?.warnings ?? [], ...corrections?.warnings ?? []],
    ...(labels ? { labels: labels.counts } : {}),
    ...(corrections ? { corrections: corrections.counts } : {}),
  });
}

/** In how many rows a winner's name was read as a verdict, by column. */
function winnerNotes(tables: readonly NamedWinners[]): ReadNote[] {
  return ["human", "choice"].flatMap((column) => {
    const rows = tables.reduce((sum, { read }) => sum + (read[column] ?? 0), 0);
    return rows === 0 ? [] : [{
      name: `named_${column}`,
      rows,
      text: `${column} names the model that won, read as A or B by model_a and model_b`,
    }];
  });
}

/** A column confidence of numbers that some formats hold as texts, as numbers. */
function withConfidence(pairs: pl.DataFrame): pl.DataFrame {
  if (!pairs.columns.includes("confidence")) return pairs;
  const texts = pairs.getColumn("confidence").dropNulls().unique().toArray() as unknown[];
  const isNumbers = texts.length > 0 &&
    texts.every((text) => typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text)));
  return isNumbers ? pairs.withColumns(pl.col("confidence").cast(pl.Float64).alias("confidence")) : pairs;
}

/** Says where a column confidence is there and cannot be used: percent, commas, words, numbers beyond 1. */
function unfitConfidence(pairs: pl.DataFrame): string[] {
  if (!pairs.columns.includes("confidence")) return [];
  const column = pairs.getColumn("confidence");
  const given = column.toArray() as unknown[];
  const numbers = /Int|Float/.test(String(column.dtype)) ? columnNumbers(column) : null;
  const unfit = given.filter((value, row) =>
    value !== null &&
    !(numbers !== null && (Number.isNaN(numbers[row]) || numbers[row] >= 0 && numbers[row] <= 1))
  );
  return unfit.length === 0 ? [] : [
    `confidence: ${rowsInWords(unfit.length)} hold no probability from 0 to 1 (${
      [...new Set(unfit.map((value) => JSON.stringify(value)))].slice(0, 3).join(", ")
    }), so that the column is not used: write 0.5 for 50% and 0.45 for 0,45`,
  ];
}

/** Says where a column sounds like the order in which the judge saw the answers, while all count as seen in the file's. */
function unreadOrder(pairs: pl.DataFrame, filled: readonly string[]): string[] {
  // Of our own column `order` metrics know the word.
  const isOurs = (column: string) =>
    column === "order" &&
    pairs.getColumn(column).unique().toArray().every((value) =>
      value === null || value === "known" || value === "unknown"
    );
  const name = filled.includes("swapped")
    ? pairs.columns.find((column) => OTHER_NAMES.swapped.includes(column.toLowerCase()) && !isOurs(column))
    : undefined;
  return name === undefined ? [] : [
    `the column ${name} is not read: if it says in which order the judge saw the answers, name it (columns: { swapped: "${name}" }, with ` +
    `values: { swapped: { … } } where it is not true and false); now all answers count as seen in the order of the file`,
  ];
}
