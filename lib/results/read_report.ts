import { BEHIND } from "../progress/computed_behind.ts";
import { withHabits } from "../progress/pandas.ts";
import { withChecked } from "./require_valid_frame.ts";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import pl from "nodejs-polars";
import { displayed, inWords, printable, rowsInWords } from "../progress/show.ts";
import { folded, terminalWidth } from "../progress/shown_text.ts";
import type { OrderReport } from "./answer_order.ts";
import type { CaptionGridReport } from "./caption_codes.ts";
import { type RepliesReport, repliesText } from "./read_replies.ts";
import { said } from "./said.ts";
import { isText } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { repliesIn } from "./votes.ts";
import type { ReadNote } from "./layouts/layout.ts";

/** What a reader did beside copying rows. */
export interface ReadReport {
  /** What is easily overlooked, in one line, which is printed with the read. */
  summary?: string;
  /** The layout that the files were read as. */
  format: string;
  /** The files read, and the rows that each gave. */
  files: { path: string; rows: number }[];
  /** The tool that wrote files in a layout of its own. */
  tool?: string;
  /** What was read otherwise than it stands in such files, or left out, and in how many rows. */
  notes?: ReadNote[];
  /** What such files cannot tell. */
  silent?: string[];
  /** Files of the path that hold nothing for this frame. */
  unread?: string[];
  /** Rows left out because of `onInvalid: "drop"`, by the column that was bad. */
  dropped: Record<string, number>;
  /** Columns of the schema that some file lacks, so that a default stands there. */
  filled?: string[];
  /** Columns of the file's records that the option `columns` reaches into, by a path. */
  reached?: string[];
  /** How many items flip between the two orders of the answers, by judge, where both were asked. */
  orders?: OrderReport[];
  /** What looks wrong in the file, in sentences; to be seen by whoever reads it. */
  warnings?: string[];
  /** Rows that got an informativeness label, and rows for which the file of labels has none. */
  labels?: { joined: number; missing: number };
  /** Rows that had no human label, whose label was replaced, that had the corrected label already, and corrections without a row. */
  corrections?: { given: number; changed: number; unchanged: number; unused: number };
  /** What was read of whole replies (option `replies`). */
  replies?: RepliesReport;
  /** How complete the matrices of caption scores are. */
  grid?: CaptionGridReport;
}

const REPORT = Symbol("readReport");

export function attachReport(frame: pl.DataFrame, { orders = [], warnings = [], ...report }: ReadReport) {
  const value = displayed({
    ...report,
    ...(orders.length > 0 ? { orders } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  }, reportText);
  Object.defineProperty(frame, REPORT, { value, configurable: true });
  Object.defineProperty(frame, BEHIND, { value: { simulated: false, isRead: true }, configurable: true });
  return withChecked(frame, withHabits(displayed(frame, (rows) => rows)));
}

/**
 * What the reader that returned this frame read, left out, joined and changed; undefined for any other frame, also for
 * one derived from it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs, readReport } from "judgebias";
 *
 * const report = readReport(readPairs("data/examples/pairs.csv"));
 * assert.equal(report?.format, "native");
 * assert.deepEqual(report?.dropped, {});
 * ```
 */
export function readReport(frame: pl.DataFrame): ReadReport | undefined {
  return (frame as { [REPORT]?: ReadReport })[REPORT];
}

export function warned<Frame extends pl.DataFrame>(action: string, frame: Frame): Frame {
  const { summary, warnings = [] } = readReport(frame) ?? {};
  const all = summary && isNews(frame, summary) ? [summary, ...warnings] : warnings;
  if (all.length > 0) {
    console.warn(folded(printable(`${action}: ${all.join("\n  ")}`), terminalWidth(), "    "));
  }
  return frame;
}

function reportText(report: ReadReport): string {
  const { files, format, tool = format, filled = [], grid } = report, [{ path }] = files;
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  return [
    said(files.length === 1 ? "rows_of_file" : "rows_of_files", { rows, files: files.length, path, tool }),
    ...grid ? [said("grid", grid)] : [],
    ...filled.length > 0 ? [said("filled", { filled })] : [],
    ...readNotes(report),
  ].join("\n");
}

/** Where the run of a judge that wrote a results file keeps what its rows cannot say; readers of folders pass over it. */
export const besideResults = (path: string): string => join(dirname(path), `.${basename(path)}.json`);

function unanswered({ path, rows }: ReadReport["files"][number]): string[] {
  const beside = besideResults(path);
  if (!existsSync(beside)) return [];
  const run = JSON.parse(readFileSync(beside, "utf8"));
  return run.rows !== rows || run.missing === 0 ? [] : [said("unanswered", { ...run, file: basename(path) })];
}

export function readNotes(report: Partial<ReadReport> = {}): string[] {
  const { files = [], unread = [], warnings = [], dropped = {}, labels, corrections } = report;
  const { notes = [], orders = [], silent = [] } = report, names = unread.map((path) => basename(path));
  return [
    ...names.length > 0 ? [said("no_rows_of", { names })] : [],
    ...files.flatMap(unanswered),
    ...warnings,
    ...Object.entries(dropped).map(([column, rows]) => said("dropped", { rows, column })),
    ...labels ? [said("labels_joined", labels)] : [],
    ...corrections ? [said("labels_corrected", corrections)] : [],
    ...notes.map((note) => said("note", note)),
    ...ordersText(orders),
    ...silent.map((text) => said("silent", { text })),
  ];
}

function ordersText(orders: NonNullable<ReadReport["orders"]>): string[] {
  const [first, ...others] = orders.map(({ judge, both, pairs, flipped }) => ({
    judge,
    flipped: both === pairs ? `${flipped}` : `${flipped} of the ${inWords(both, "time")}`,
    both: both === pairs ? inWords(pairs, "pair") : `${inWords(pairs, "pair")} (${inWords(both, "time")})`,
  }));
  if (first === undefined) return [];
  const rest = others.map(({ judge, both, flipped }) => `; ${judge} ${both}, ${flipped}`).join("");
  return [
    `In both orders ${first.judge} decided ${first.both} and named another answer in ${first.flipped}${rest}.`,
  ];
}

type Done = Pick<ReadReport, "dropped" | "replies"> & {
  repeated: number;
  contradicting: number;
  isTurned: boolean;
  evaluators: readonly string[];
};

/** From this share on rows without a verdict are news by themselves; metrics count fewer. */
const MANY = 0.05;

const HALF = 0.25;

const GAPS = {
  choice: "a verdict",
  human: "a label of people (in no accuracy and no bias)",
  more_informative: "a label of what is more informative (in no IB)",
};

function gapsIn(frame: pl.DataFrame, known: number): { rows: number; text: string }[] {
  const isRated = frame.columns.includes("human") && !frame.columns.includes("choice");
  if (!isRated && !frame.columns.includes("choice")) return [];
  return Object.entries(isRated ? { human: "a human score (in no agreement)" } : GAPS).flatMap(
    ([column, what]) => {
      const rows = frame.columns.includes(column) ? frame.getColumn(column).nullCount() : 0,
        isChoice = column === "choice";
      const isSaid = isChoice ? rows <= known : rows === 0 || rows === frame.height;
      return isSaid ? [] : [{ rows, text: `${rows} of ${rowsInWords(frame.height)} without ${what}` }];
    },
  );
}

function isNews(frame: pl.DataFrame, summary: string): boolean {
  const gaps = gapsIn(frame, 0);
  return gaps.some(({ rows }) => rows >= MANY * frame.height) ||
    summary !== gaps.map(({ text }) => text).join("; ");
}

function halfNumbers(frame: pl.DataFrame): string {
  const half = frame.columns.filter((name) => {
    const column = frame.getColumn(name);
    if (Object.hasOwn(FRAMES.ratings.columns, name) || !isText(column)) return false;
    const texts = column.dropNulls().toArray() as string[];
    const numbers = texts.filter((one) => /^\s*-?\d+([.,]\d+)?\s*$/.test(one)).length;
    return numbers > 0 && numbers >= HALF * texts.length && numbers < texts.length;
  });
  return half.length > 0 ? `, but not ${half.join(", ")}, which hold words too` : "";
}

export function readSummary(frame: pl.DataFrame, done: Done) {
  const { dropped, repeated, contradicting, replies, isTurned, evaluators } = done;
  const known = replies === undefined ? 0 : replies.all - replies.read;
  const shown = frame.filter(
    isTurned && frame.columns.includes("swapped")
      ? pl.col("swapped").and(pl.col("choice").isIn(["A", "B"]))
      : pl.lit(false),
  );
  const turned = repliesIn(shown)(Array(shown.height).keys()).length;
  const bad = Object.entries(dropped).filter(([, rows]) => rows > 0);
  const left = bad.reduce((sum, [, rows]) => sum + rows, 0);
  return [
    replies && replies.all > 0 ? repliesText(replies) : "",
    ...gapsIn(frame, known).map(({ text }) => text),
    left > 0 ? `${rowsInWords(left)} left out (${bad.map(([column]) => column).join(", ")})` : "",
    repeated > 0 ? `repeated rows left out: ${repeated}` : "",
    contradicting > 0 ? said("contradicting_left", { rows: contradicting }) : "",
    evaluators.length > 0
      ? said("evaluators_taken", {
        ...{ names: evaluators, but: halfNumbers(frame) },
        ...["rater", "annotator"].some((one) => frame.columns.includes(one)) && { people_among: "" },
      })
      : "",
    turned > 0 ? `${turned} verdicts turned, for their rows were shown in reverse` : "",
  ].filter((part) => part !== "").join("; ");
}
