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
import { mainRows } from "./questions/common.ts";

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

const hasOrder = (pairs: pl.DataFrame) =>
  pairs.columns.includes("swapped") && !readReport(pairs)?.filled?.includes("swapped");

/** Which groups lack items, and how many; so many are named. */
function lacking(table: LeftOut["table"], most = 4): string {
  const keys = Object.keys(table[0]).slice(0, Object.keys(table[0]).indexOf("rows"))
    .filter((column) => new Set(table.map((row) => row[column])).size > 1);
  const own = table.filter(({ missing }) => Number(missing) > 0)
    .map((row) => `${keys.map((column) => row[column]).join(" · ")}: ${countText(Number(row.missing))}`);
  return [...own.slice(0, most), ...own.length > most ? [`and ${own.length - most} more`] : []].join(", ");
}

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

/** How many replies have no verdict or score, by judge, of at least such a share of its own; also where words of the file for "nothing" made them empty. */
export function unreadReplies(
  table: LeftOut["table"],
  name: FrameName,
  { least = 0, most = Infinity } = {},
): string[] {
  const [first = {}] = table, judge = ["judge", "evaluator"].find((column) => column in first);
  const all = "calls" in first ? "calls" : "rows";
  return LACKED.filter(([column]) => column in first).flatMap(([column, what, how]) => {
    const told = [...grouped(table, (row) => judge ? String(row[judge]) : "")].flatMap(([whose, rows]) => {
      const [none, asked, some] = [column, all, how].map((one) => sumOf(rows, one));
      if (none === 0 || none < least * asked) return [];
      const so = some > 0 ? `, ${countText(some)} of them ${how.split("_").at(-1)}` : "";
      const count = `${countText(none)} of ${countText(asked)}${so}`;
      return whose ? `${whose} (${count})` : count;
    });
    if (told.length === 0) {
      return column === "unparsable" && least === 0 ? [`${what}: 0 of ${countText(sumOf(table, all))}.`] : [];
    }
    const slot = name === "pairs" && least === 0
      ? "; slot leaves them out, accuracies and biases count them as wrong"
      : "";
    const more = told.length > most ? `, and ${told.length - most} more` : "";
    return [`${what}: ${told.slice(0, most).join(", ")}${more}${slot}.`];
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
  const count = (column: string, is: (value: unknown) => boolean) =>
    pairs.columns.includes(column) ? pairs.getColumn(column).toArray().filter(is).length : 0;
  const parts = (column: string, tie: string) => {
    const [ties, none] = [count(column, (one) => one === "tie"), count(column, (one) => one === null)];
    const said = [
      ties > 0 && inWords(ties, tie, tie.replace("tie", "ties")),
      none > 0 && `${countText(none)} without a label`,
    ];
    return { all: ties + none, text: `${rowsInWords(ties + none)} (${said.filter(Boolean).join(", ")}).` };
  };
  const unlabelled = parts("more_informative", "tie"), unjudged = parts("human", "tie of people");
  return [
    without(pairs),
    unlabelled.all > 0 && unlabelled.all < pairs.height &&
    `Without a more informative answer, and so in no informativeness bias: ${unlabelled.text}`,
    unjudged.all > 0 && `Without a right answer, and so in no accuracy: ${unjudged.text}`,
  ];
}

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
