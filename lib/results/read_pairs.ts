import pl from "nodejs-polars";
import { optionNames, requireOneOf } from "../progress/require.ts";
import { ONE_CHOICE, ONE_HUMAN, requireAgreement } from "./check_rows.ts";
import type { FrameOf } from "./frames.ts";
import { correctHuman, type Joined, joinLabels } from "./join_by_item.ts";
import { type JoinedTables, withWords } from "./join_tables.ts";
import type { LayoutName } from "./layouts/table.ts";
import { type RawTable, ROW } from "./load_table.ts";
import type { JudgeName } from "./layouts/layout.ts";
import { valueAt } from "./frame.ts";
import { larger } from "./layouts/records.ts";
import { rule } from "./check.ts";
import { valueHint } from "./value_hint.ts";
import { reader, type Reading } from "./reader.ts";
import { inModelOrder, requireModelOrder } from "./model_order.ts";
import { oneBenchmark } from "./recurring_ids.ts";
import { ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { canonicalChoices, type ChoiceOrder, orderReport } from "./shown_order.ts";
import type { Source } from "./source.ts";

/** Options of `readPairs`. */
export interface ReadPairsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** Name of the judge, for files that do not say it, or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /** Columns of a file with a row per item, each of which holds the choices of one judge: they become a row each. */
  judges?: readonly string[];
  /**
   * Of which order choices speak: `canonical` (default), where A is the file's answer A whatever the judge saw, or `shown`, where
   * A is the answer that the judge saw first; then choices of swapped rows are turned round, and a row that lists its item's two models the
   * other way round is a swapped one. `readReport(frame)` counts the items
   * that flip between the two orders, and warns where that looks like the other setting.
   */
  choiceOrder?: ChoiceOrder;
  /** Informativeness labels (file or `labels` frame), joined by benchmark (where they have it) and item. */
  labels?: Joined;
  /** Corrected human labels (file or frame of `item_id`, `human`, optionally `benchmark`), which replace those of the results. */
  corrections?: Joined;
}

/** The way to `pairs` frames. */
export const PAIRS_READER = reader<"pairs", ReadPairsOptions>("pairs", {
  action: "readPairs",
  options: optionNames<Omit<ReadPairsOptions, keyof ShapeOptions>>()([
    "format",
    "judge",
    "judges",
    "choiceOrder",
    "labels",
    "corrections",
  ]),
  require: ({ choiceOrder = "canonical" }) =>
    requireOneOf("readPairs", "choiceOrder", choiceOrder, ["canonical", "shown"]),
  defaults: ({ stem }) => ({ benchmark: stem, image_id: { column: "item_id" } }),
  prepare: preparedPairs,
  arrange: (joined, { native, notes, options }) =>
    native ? inModelOrder(joined, notes, options.choiceOrder === "shown") : joined,
  rules(joined, reading) {
    const { native } = reading, { locate, constant } = joined;
    const { frame, says } = oneBenchmark(joined, reading.files);
    reading.warnings.push(...says);
    if (native) requireModelOrder(frame, joined);
    requireAgreement(frame, ONE_HUMAN, locate, constant);
    if (!constant.includes("annotator")) requireAgreement(frame, ONE_CHOICE, locate, constant);
    return frame;
  },
  finish: finishedPairs,
});

/**
 * Reads pairwise judge results into a `pairs` frame: one row per judgment, columns as in `FRAMES.pairs`, others after them.
 *
 * A source is a file (CSV, JSONL, Parquet, the first two also gzipped), a folder, a glob, a list of these, or rows in memory: records
 * or a frame. The native
 * layout needs `item_id, judge, choice`, and `human` where people were asked; the rest has defaults (benchmark = file name, image_id = item_id, pipeline
 * base, image true, variant original, swapped false, run 1, no informativeness label, words counted from `answer_a` and
 * `answer_b` where these are). `columns` and `values` rename and recode a file that says it otherwise; a column may be a path into
 * nested records (`outputs[0].verdict`). Files of one folder that name no benchmark and share items are one benchmark. Official layouts are
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
export function readPairs(source: Source, options: ReadPairsOptions = {}): FrameOf<"pairs"> {
  return PAIRS_READER.read(source, options);
}

/** Verdicts by the winner's name as letters, and words counted from the answers. */
function preparedPairs(table: RawTable, { native, options, notes }: Reading<ReadPairsOptions>): RawTable {
  const isShown = options.choiceOrder === "shown";
  if (!native && isShown) {
    throw new RangeError(
      `readPairs: wanted choiceOrder "canonical" for an official layout, whose choices are turned by its reader, found "shown"`,
    );
  }
  if (!native) return withWords(table, options.columns);
  const { table: named, read } = withWinners(
    withChoice(withRowPerJudge(table, options), options.columns),
    options.columns,
  );
  for (const [column, rows] of Object.entries(read)) {
    if (rows === 0) continue;
    const text = `${column} names the model that won, read as A or B by model_a and model_b`;
    if (isShown && column === "choice") {
      throw new RangeError(
        `readPairs: wanted no choiceOrder where the winner is named (${text}), found "shown": a name is the same in either order`,
      );
    }
    const known = notes.find(({ name }) => name === `named_${column}`);
    if (known) known.rows += rows;
    else notes.push({ name: `named_${column}`, rows, text });
  }
  return withWords(named, options.columns);
}

/** Choices in canonical order, labels and corrections joined, and what is to be said of all this. */
function finishedPairs(
  frame: pl.DataFrame,
  { constant }: JoinedTables,
  { options }: Reading<ReadPairsOptions>,
) {
  const { choiceOrder = "canonical" } = options, whole = withConfidence(frame);
  const read = choiceOrder === "shown" ? canonicalChoices(whole) : whole;
  const { orders, warnings } = orderReport(read, choiceOrder, constant);
  const labels = options.labels ? joinLabels(read, options.labels, options) : null;
  const labelled = labels?.pairs ?? read;
  const corrections = options.corrections ? correctHuman(labelled, options.corrections) : null;
  return {
    frame: corrections?.pairs ?? labelled,
    report: {
      orders,
      warnings,
      ...labels && { labels: labels.counts },
      ...corrections && { corrections: corrections.counts },
    },
  };
}

/** A column confidence of numbers that some formats hold as texts, as numbers. */
function withConfidence(pairs: pl.DataFrame): pl.DataFrame {
  if (!pairs.columns.includes("confidence")) return pairs;
  const texts = pairs.getColumn("confidence").dropNulls().unique().toArray() as unknown[];
  const isNumbers = texts.length > 0 &&
    texts.every((text) => typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text)));
  return isNumbers ? pairs.withColumns(pl.col("confidence").cast(pl.Float64).alias("confidence")) : pairs;
}

/** A table with the choice that a judge's scores of the two answers make, where the caller says which columns hold them: one that is empty makes none. */
function withChoice(table: RawTable, columns: Record<string, string> = {}): RawTable {
  const names = [columns.score_a, columns.score_b], { frame, file } = table;
  if (names.every((name) => name === undefined)) return table;
  const there = frame.columns.filter((name) => name !== ROW), choice = columns.choice ?? "choice";
  if (!names.every((name) => there.includes(name)) || there.includes(choice)) {
    const found = there.includes(choice) ? `${choice} beside them` : `the columns ${there.join(", ")}`;
    throw new ResultsError({ file, expected: `two columns of scores (score_a, score_b), found ${found}` });
  }
  const [a, b] = names.map((name) => {
    const { value, bad } = rule(pl.col(name), String(frame.getColumn(name).dtype), SCORE);
    const read = frame.select(
      value.alias("value"),
      bad.alias("bad"),
      pl.col(name).cast(pl.Utf8).alias("text"),
    );
    const values = read.filter(pl.col("bad")).getColumn("text").toArray() as string[];
    if (values.length > 0) {
      const at = (read.getColumn("bad").toArray() as boolean[]).indexOf(true),
        row = valueAt(frame, ROW, at) as number;
      const expected = `a number or nothing${valueHint(name, SCORE, values)}`;
      throw new ResultsError({
        file,
        line: table.linesOf([row])[0],
        column: name,
        value: values[0],
        expected,
      });
    }
    return read.getColumn("value").toArray() as (number | null)[];
  });
  const made = a.map((one, i) => larger(one, b[i]));
  return { ...table, frame: frame.withColumns(pl.Series(choice, made, pl.Utf8)) };
}

/** What a score of one answer may be. */
const SCORE = { type: "number", nullable: true } as const;

/** A table of one row per item and a column per judge as one of a row per judge, where the caller names these columns. */
function withRowPerJudge(table: RawTable, { judges, columns = {} }: ReadPairsOptions): RawTable {
  if (judges === undefined) return table;
  const { frame } = table, there = frame.columns.filter((name) => name !== ROW);
  const [judge, choice] = ["judge", "choice"].map((name) => columns[name] ?? name);
  const lacks = judges.filter((name) => !there.includes(name));
  const taken = [judge, choice].filter((name) => there.includes(name) && !judges.includes(name));
  if (judges.length === 0 || lacks.length > 0 || taken.length > 0) {
    const found = taken.length > 0 ? `${taken.join(", ")} beside them` : `the columns ${there.join(", ")}`;
    const expected = `columns that hold one judge's choices each (judges: ${
      JSON.stringify(judges)
    }), found ${found}`;
    throw new ResultsError({ file: table.file, expected });
  }
  const texts = frame.withColumns(...judges.map((name) => pl.col(name).cast(pl.Utf8)));
  const others = frame.columns.filter((name) => !judges.includes(name));
  const rows = texts.unpivot(others, [...judges], { variableName: judge, valueName: choice });
  return { ...table, frame: rows };
}

/** Columns of pairs that may name the better answer by its writer. */
const VERDICTS = ["human", "choice", "more_informative"];

/** What a verdict may be called itself. */
const TAKEN = ["A", "B", "tie"];

/**
 * Verdicts where a file names the model that won instead of the answer: A where the row's `model_a` is named, B where its `model_b` is.
 * Only names of the row's own two models are turned, of which neither is called A, B or tie; every other value is left as it is, and
 * refused or given a meaning where values are.
 */
function withWinners(
  table: RawTable,
  columns: Record<string, string> = {},
): { table: RawTable; read: Record<string, number> } {
  const [a, b] = ["model_a", "model_b"].map((name) => columns[name] ?? name);
  const isText = (name: string) => /String|Utf8/.test(String(table.frame.getColumn(name).dtype));
  const read: Record<string, number> = {};
  let { frame } = table;
  if (![a, b].every((name) => frame.columns.includes(name) && isText(name))) return { table, read };
  let names: Set<unknown> | undefined;
  for (const verdict of VERDICTS) {
    const column = columns[verdict] ?? verdict;
    if (!frame.columns.includes(column) || !isText(column)) continue;
    const given = frame.getColumn(column).unique().toArray().filter((value) =>
      value !== null && !TAKEN.includes(String(value))
    );
    if (given.length === 0) continue;
    names ??= new Set([a, b].flatMap((name) => frame.getColumn(name).unique().toArray()));
    if (!given.some((value) => names!.has(value))) continue;
    const value = pl.col(column), is = (name: string) => value.eq(pl.col(name)).fillNull(pl.lit(false));
    const own = value.isIn(TAKEN).fillNull(pl.lit(false)).not();
    const one = is(a).and(is(b).not()).and(own), other = is(b).and(is(a).not()).and(own);
    read[verdict] = Number(
      frame.select(one.or(other).cast(pl.UInt32).sum().alias("n")).getColumn("n").get(0),
    );
    frame = frame.withColumns(
      pl.when(one).then(pl.lit("A")).when(other).then(pl.lit("B")).otherwise(value).alias(column),
    );
  }
  return { table: { ...table, frame }, read };
}
