import { requireNoMore } from "../progress/require_no_more.ts";
import pl from "nodejs-polars";
import {
  areShown,
  canonicalChoices,
  type ChoiceOrder,
  inOneOrder,
  orderReport,
  requireOneOrder,
  requireOrders,
  sayOrder,
} from "./answer_order.ts";
import { ONE_CHOICE, ONE_HUMAN, requireAgreement } from "./check_rows.ts";
import type { FrameOf } from "./frame_types.ts";
import { correctHuman, type Joined, joinLabels } from "./join_by_item.ts";
import { type JoinedTables, withWords } from "./join_tables.ts";
import type { LayoutName } from "./layouts/table.ts";
import type { RawTable } from "./load_table.ts";
import type { JudgeName } from "./layouts/layout.ts";
import { reader, type Reading } from "./reader.ts";
import { noReplies, withRepliesRead } from "./read_replies.ts";
import { ownOptions } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { oppositions } from "./opposition.ts";
import { oneBenchmark } from "./recurring_ids.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { withVerdicts } from "./pair_verdicts.ts";
import type { Source } from "./source.ts";

/** Options of `readPairs`. */
export interface ReadPairsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** Name of the judge, for files that do not say it, or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /**
   * Name of the benchmark, for files that do not say it, or what tells it by a file's name (`({ stem }) => stem`). Without it the file's name is the benchmark,
   * or that of the folder, where the items of its files recur with the same human label.
   */
  benchmark?: JudgeName;
  /**
   * Judges that stand side by side in a file with a row per item, each of which becomes a row: columns that hold the choices of one judge, or names of
   * judges whose scores of the two answers stand in two columns (`NAME_a`, `NAME_b`; `NAME_score_a`; `a_NAME`; `score_a_NAME`). Two such columns
   * of people (`human_a`, `human_b`, or as `columns.human` names them) make `human`. The larger score wins, equal ones tie.
   */
  judges?: readonly string[];
  /**
   * Of which order choices speak: `canonical` (default), where A is the file's answer A whatever the judge saw, or `shown`, where
   * A is the answer that the judge saw first; then choices of swapped rows are turned round. `readReport(frame)` counts the items
   * that flip between the two orders, and warns where that looks like the other setting.
   */
  choiceOrder?: ChoiceOrder;
  /**
   * Whether texts, lengths and models of swapped rows stand as the judge saw them (`shown`: they are exchanged, all that ends in `_a` and `_b`) or as the
   * item has them (`canonical`, the default). An item whose models or texts then stand in both orders is an error.
   */
  answersOrder?: ChoiceOrder;
  /**
   * That `choice` holds whole replies, whose verdicts are read where they are plain: `[[A]]`, a field of JSON (`{"winner": "B"}`), a tag or box, a
   * heading (`Winner: B`), a letter alone in the first or last line, a first or last sentence that chooses and does nothing else (`Response A is better.`);
   * `tie` and `neither` are ties. All that a reply says so must agree, and what stands behind the last must leave it: it may name the other answer where it
   * runs that one down (`A is wrong`), sets it below (`not A`, `better than A`) or concedes something to it (`although A is longer`), and may not run down the chosen
   * one, doubt or take back; an explanation of both answers in more than 100 characters may find good and bad in each, but prefers the chosen one. Every other
   * reply has no verdict. Of one score for each answer (`Score A: 7, Score B: 5`) the larger wins, and both stay in `score_a` and `score_b`. A text is what
   * stands before the verdict in replies of one's own (`"My pick goes to"`, or a list of such): the answer named right behind it is the verdict,
   * by the same rule on what stands behind it (`A (not B)`; `B, because A is wrong`; but none of `A?`, `A, but B is better`). The read prints how many were
   * read, and `readReport(frame).replies.audit` has all others with their items and why (refusal, cut off, names several, says which is worse, unknown wording).
   * The text stays in a column `reply`, and `status` says how it ended, as in results of one's own runs (`ok`, `refused`, `truncated`,
   * `unparsable`, `empty`), where the file has no such column. One is told by its whole text too: `values: { choice: { "The second one wins by a hair.": "B" } }`;
   * numbers alone (`Winner: 1`) are read where `values` say what they mean.
   */
  replies?: boolean | string | readonly string[];
  /** Informativeness labels (file or `labels` frame), joined by benchmark (where they have it) and item; `columns` and `values` hold for a file of them too. */
  labels?: Joined;
  /** Corrected human labels (file or frame of `item_id`, `human`, optionally `benchmark`), which replace those of the results. */
  corrections?: Joined;
}

export const PAIRS_READER = reader<"pairs", ReadPairsOptions>("pairs", {
  action: "readPairs",
  options: ownOptions<ReadPairsOptions>()([
    "format",
    "judge",
    "benchmark",
    "judges",
    "choiceOrder",
    "answersOrder",
    "replies",
    "labels",
    "corrections",
  ]),
  require: requireOrders("readPairs"),
  defaults: ({ stem }) => ({ benchmark: stem, image_id: { column: "item_id" } }),
  prepare: preparedPairs,
  arrange(joined, reading) {
    const { native } = reading;
    // Files that name no benchmark may be one: their items are turned alike.
    const item = joined.filled.includes("benchmark") ? ["item_id"] : ["benchmark", "item_id"];
    return native ? inOneOrder(joined, reading, item) : joined;
  },
  rules(joined, reading) {
    const { native } = reading, { locate, constant } = joined;
    const { frame, says } = oneBenchmark(joined, reading.files);
    reading.warnings.push(...says);
    if (native) reading.warnings.push(...requireOneOrder(frame, joined, ["benchmark", "item_id", "variant"]));
    // What nobody labelled contradicts nothing.
    const hasNone = frame.getColumn("human").nullCount() > 0;
    requireAgreement(
      hasNone ? frame.filter(pl.col("human").isNotNull()) : frame,
      ONE_HUMAN,
      locate,
      constant,
    );
    if (!constant.includes("annotator")) requireAgreement(frame, ONE_CHOICE, locate, constant);
    return frame;
  },
  finish: finishedPairs,
});

/**
 * Reads pairwise judge results into a `pairs` frame: one row per judgment, columns as in `FRAMES.pairs`, others after them.
 *
 * A source is a file (CSV, JSONL, Parquet, the first two also gzipped), a folder, a glob (`"runs/!(notes.csv)"` is a folder without one file), a list of these, or rows in memory: records
 * or a frame. The native
 * layout needs `item_id, judge, choice`, and `human` where people were asked; the rest has defaults (benchmark = file name, image_id = item_id, pipeline
 * base, image true, variant original, swapped false, run 1, no informativeness label, words counted from `answer_a` and
 * `answer_b` where these are). `columns` and `values` rename and recode a file that says it otherwise; a column may be a path into
 * nested records (`outputs[0].verdict`), or a list: each file takes the first of its names that it has. Files of one folder that name no benchmark and share items are one benchmark (`benchmark` names it). Official layouts are
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
  requireNoMore("readPairs", arguments);
  return warned("readPairs", PAIRS_READER.read(source, options));
}

function preparedPairs(
  table: RawTable,
  reading: Reading<ReadPairsOptions>,
): RawTable {
  const { native, options, notes } = reading, { replies = false } = options;
  const isShown = options.choiceOrder === "shown";
  areShown("readPairs", options, native);
  if (!native) {
    if (replies !== false) throw new RangeError(said("official_replies"));
    return withWords(table);
  }
  const { table: named, read } = withVerdicts(table, options, reading);
  for (const [column, rows] of Object.entries(read)) {
    if (rows === 0) continue;
    const what = column === "more_informative" ? "whose answer says more" : "that won";
    const text = said("named_winners", { column, what });
    if (isShown && column === "choice") throw new RangeError(said("named_in_order", { text }));
    const known = notes.find(({ name }) => name === `named_${column}`);
    if (known) known.rows += rows;
    else notes.push({ name: `named_${column}`, rows, text });
  }
  if (replies === false) return withWords(named);
  reading.replies ??= noReplies();
  const { choice: column = "choice" } = table.columns ?? {};
  const found = withRepliesRead(named, column, replies, options.values?.choice ?? {}, reading.replies);
  if (found.scored > 0) {
    reading.areScored = true;
    notes.push({ name: "scores_of_replies", rows: found.scored, text: said("scores_of_replies") });
  }
  return withWords(found.table);
}

function finishedPairs(
  frame: pl.DataFrame,
  joined: JoinedTables,
  { options, native, notes, replies, areScored }: Reading<ReadPairsOptions>,
) {
  const { choiceOrder = "canonical" } = options, whole = withConfidence(frame);
  const read = choiceOrder === "shown" ? canonicalChoices(whole, { areScored }) : whole;
  // Files of others lack some column.
  const isRead = joined.filled.length === 0 && Object.keys(options.columns ?? {}).length === 0;
  const { orders, warnings: turned } = orderReport(read, choiceOrder, joined.constant);
  const labels = options.labels ? joinLabels(read, options.labels, options) : null;
  const labelled = labels?.pairs ?? read;
  const corrections = options.corrections ? correctHuman(labelled, options.corrections, options) : null;
  const done = corrections?.pairs ?? labelled;
  // What other tools' layouts mean is known: of their files a judge that errs more than chance, or follows the slot, is one.
  const warnings = native ? turned : [];
  if (native) warnings.push(...oppositions(done, warnings));
  // Names of winners are the same in either order.
  if (native && !notes.some(({ name }) => name === "named_choice")) {
    sayOrder("readPairs", whole, options.choiceOrder, {
      notes,
      warnings,
      isRead,
      areReplies: replies !== undefined,
    });
  }
  return {
    frame: done,
    report: {
      orders,
      ...replies && { replies },
      warnings: [...warnings, ...labels?.says ?? [], ...corrections?.says ?? []],
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
