import pl from "nodejs-polars";
import { inWords, rowsInWords } from "../progress/show.ts";
import { describe } from "../results/describe.ts";
import { columnNumbers } from "../results/factor.ts";
import { ratingEvaluators } from "../results/frame.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { levels } from "../results/only.ts";
import { readNotes, readReport } from "../results/read_report.ts";
import { grouped } from "../stats/grouped.ts";
import { countText } from "./number_text.ts";
import { COMPARED } from "./compare.ts";
import { mainRows, POINTS } from "./questions/common.ts";

/** What was read and what was left out: a table per group of the frame, and sentences on the whole. */
export interface LeftOut {
  /** Rows of the frame. */
  rows: number;
  /** A row per group, with the columns of `describe`. */
  table: Record<string, string | number>[];
  /** What was skipped, joined, missing or doubled, in sentences. */
  notes: string[];
}

export function leftOut(
  frame: pl.DataFrame,
  name: FrameName,
  more: readonly string[] = [],
  reached: readonly string[] = [],
): LeftOut {
  const summary = describe(frame);
  const told = (value: unknown) => typeof value === "number" ? value : String(value ?? "none");
  const table = summary.toRecords().map((row) =>
    Object.fromEntries(summary.columns.map((column) => [column, told(row[column])]))
  );
  const missing = sumOf(table, "missing"), doubled = sumOf(table, "duplicates");
  const notes = [
    ...more,
    ...unreadReplies(table, name),
    unread(frame, name, [...READ, ...reached]),
    ...readNotes(readReport(frame)),
    missing > 0 &&
    `Not every group has every item: ${
      inWords(missing, "time")
    } an item of the data set has no row in a group (${
      lacking(table)
    }). Numbers of two groups are then of different items too; where a line compares groups itself, it takes the items that both have.`,
    doubled > 0 && `Rows with the key of an earlier one: ${countText(doubled)}.`,
    name === "pairs" && (!frame.columns.includes("swapped") || frame.getColumn("swapped").nUnique() < 2) &&
    `${
      hasOrder(frame) ? "" : "No column swapped: A is taken for the answer shown first. "
    }All rows are of one order: a preference for what stands first there (its length, its author, how informative it is) counts as one for the slot.`,
    ...(name === "pairs" ? pairNotes(frame) : []),
  ];
  return { rows: frame.height, table, notes: notes.filter((note) => note !== false) };
}

/** Whether rows say in which order both answers were shown. */
const hasOrder = (pairs: pl.DataFrame) =>
  pairs.columns.includes("swapped") && !readReport(pairs)?.filled?.includes("swapped");

/** So many groups that lack items are named. */
const LACKING = 4;

/** Which groups lack items, and how many. */
function lacking(table: LeftOut["table"]): string {
  const keys = Object.keys(table[0]).slice(0, Object.keys(table[0]).indexOf("rows"))
    .filter((column) => new Set(table.map((row) => row[column])).size > 1);
  const own = table.filter(({ missing }) => Number(missing) > 0)
    .map((row) => `${keys.map((column) => row[column]).join(" · ")}: ${countText(Number(row.missing))}`);
  return [...own.slice(0, LACKING), ...own.length > LACKING ? [`and ${own.length - LACKING} more`] : []].join(
    ", ",
  );
}

/** What the numbers of a column come to; 0 where there is no such column. */
function sumOf(rows: LeftOut["table"], column: string): number {
  return rows.reduce((sum, row) => sum + (Number(row[column]) || 0), 0);
}

/** Columns beside those of a frame that a report reads, or that the library writes itself. */
const READ = "provenance confidence rater status shown served unbiased_reply biased_reply".split(" ").concat(
  COMPARED,
);

/** Columns beside those of the frame: a misspelt or unmapped one stands here. */
function unread(frame: pl.DataFrame, name: FrameName, read: readonly string[]): string | false {
  const others = frame.columns.filter((column) =>
    !(column in FRAMES[name].columns) && !read.includes(column)
  );
  return others.length > 0 && name !== "ratings" &&
    `Columns that none of the report's own questions uses as they are: ${
      others.map((name) => name || "one without a name").join(", ")
    }.`;
}

/** What rows can lack: the column of the table that counts it, what it is called, and the column that counts how it came about. */
const LACKED = [
  ["unparsable", "Unread replies (choice is empty)", "refused"],
  ["unbiased_null", "No score with the evidence whole (unbiased is empty)", "unbiased_abstained"],
  ["biased_null", "No score with it perturbed (biased is empty)", "biased_abstained"],
  ["unscored", "No score (score is empty)", ""],
  ["unrated", "No rating by people (human is empty)", ""],
] as const;

/** Of judges without a verdict or score for so large a share of their rows how many these are, for the head of a report. */
export function manyUnread([first = {}, ...others]: LeftOut["table"], least = POINTS): string[] {
  const judge = ["judge", "evaluator"].find((column) => column in first),
    all = "calls" in first ? "calls" : "rows";
  if (!judge) return [];
  return LACKED.filter(([column]) => column in first && column !== "unrated").flatMap(([column, what]) => {
    const many = [...grouped([first, ...others], (row) => String(row[judge]))].flatMap(([name, rows]) => {
      const [none, asked] = [column, all].map((one) => sumOf(rows, one));
      return none > 0 && none >= least * asked ? `${name} (${countText(none)} of ${countText(asked)})` : [];
    });
    return many.length > 0 ? [`${what.replace(/ \(.*/, "")}: ${many.join(", ")}.`] : [];
  });
}

/** How many replies have no verdict or score, by judge; also where words of the file for "nothing" made them empty. */
function unreadReplies([first = {}, ...others]: LeftOut["table"], name: FrameName): string[] {
  const table = [first, ...others], judge = ["judge", "evaluator"].find((column) => column in first);
  return LACKED.filter(([column]) => column in first).flatMap(([column, what, how]) => {
    const count = (rows: LeftOut["table"]) => {
      const [none, all, some] = [column, "calls" in first ? "calls" : "rows", how].map((one) =>
        sumOf(rows, one)
      );
      return `${countText(none)} of ${countText(all)}${
        some > 0 ? `, ${countText(some)} of them ${how.split("_").at(-1)}` : ""
      }`;
    };
    const own = table.filter((row) => Number(row[column]) > 0);
    if (own.length === 0 && column !== "unparsable") return [];
    const whose = !judge ? "" : [...grouped(table, (row) => String(row[judge]))]
      .filter(([, rows]) => sumOf(rows, column) > 0)
      .map(([name, rows]) => `${name} (${count(rows)})`).join(", ");
    const slot = own.length > 0 && name === "pairs"
      ? "; slot leaves them out, accuracies and biases count them as wrong"
      : "";
    return [`${what}: ${whose || count(table)}${slot}.`];
  });
}

/** Evaluators of ratings that have no score for some rows, in one file or in each of two. */
export const unscored = (files: readonly pl.DataFrame[]) =>
  files.flatMap((ratings, i) =>
    ratingEvaluators(ratings).flatMap((name) => {
      const none = columnNumbers(ratings.getColumn(name)).filter(Number.isNaN).length;
      const where = files.length > 1 ? ` in the ${["first", "second"][i]} results` : "";
      const count = `${countText(none)} of ${countText(ratings.height)}`;
      return none > 0 ? [`No score${where} (${name} is empty): ${count}.`] : [];
    })
  );

/** Judges without any row of the kind that most questions are about, where others have some. */
function without(pairs: pl.DataFrame): string | false {
  const [all, shown] = [pairs, mainRows(pairs)].map((frame) => levels(frame, "judge"));
  const missing = all.filter((judge) => !shown.includes(judge));
  const names = missing.join(", ");
  return missing.length > 0 &&
    `Most questions are about answers as they were, judged with the image: ${names} has no such row.`;
}

function pairNotes(pairs: pl.DataFrame): (string | false)[] {
  const nulls = (column: string) =>
    pairs.columns.includes(column) ? pairs.getColumn(column).nullCount() : pairs.height;
  const equal = pairs.columns.includes("more_informative") ? tiesIn(pairs, "more_informative") : 0;
  const bare = nulls("more_informative"),
    unlabelled = bare + equal,
    isJudged = pairs.columns.includes("human");
  const ties = isJudged ? tiesIn(pairs, "human") : 0;
  const none = isJudged ? nulls("human") : 0, untold = rowsInWords(ties + none);
  return [
    without(pairs),
    unlabelled > 0 && unlabelled < pairs.height &&
    `Without a more informative answer, and so in no informativeness bias: ${rowsInWords(unlabelled)} (${
      partsText([equal, inWords(equal, "tie")], [bare, `${countText(bare)} without a label`])
    }).`,
    ties + none > 0 &&
    `Without a right answer, and so in no accuracy: ${untold} (${
      partsText([ties, `${inWords(ties, "tie")} of people`], [none, `${countText(none)} without a label`])
    }).`,
  ];
}

/** Parts of a count, without those that are 0. */
const partsText = (...parts: [number, string][]) =>
  parts.flatMap(([count, text]) => count > 0 ? text : []).join(", ");

const tiesIn = (pairs: pl.DataFrame, column: string) =>
  pairs.filter(pl.col(column).cast(pl.Utf8).eq(pl.lit("tie"))).height;

/** Where length and informativeness are one thing both biases are one number, and each line of it stands there twice. */
export function oneBias(pairs: pl.DataFrame): string[] {
  const needed = ["human", "more_informative", "words_a", "words_b"];
  if (!needed.every((column) => pairs.columns.includes(column))) return [];
  const isA = pl.col("more_informative").eq(pl.lit("A")), length = pl.col("words_a").minus(pl.col("words_b"));
  const told = mainRows(pairs).select("human", "more_informative", length.alias("gap"))
    .filter(pl.col("human").isIn(["A", "B"]).and(pl.col("more_informative").isIn(["A", "B"])))
    .filter(pl.col("gap").neq(pl.lit(0)));
  const alike = told.filter(pl.col("gap").gt(pl.lit(0)).eq(isA)).height;
  return told.height === 0 || alike < told.height ? [] : [
    `The longer answer is the more informative one in all ${
      rowsInWords(alike)
    } with both labels and unequal lengths: ` +
    "informativeness bias and length bias cannot be told apart here.",
  ];
}
