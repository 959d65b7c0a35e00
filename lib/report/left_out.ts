import pl from "nodejs-polars";
import { inWords, rowsInWords } from "../progress/show.ts";
import { describe } from "../results/describe.ts";
import { columnNumbers } from "../results/factor.ts";
import { percentOf, ratingEvaluators } from "../results/frame.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { levels } from "../results/only.ts";
import { readNotes, readReport } from "../results/read_report.ts";
import { grouped } from "../stats/grouped.ts";
import { countText, WORDS } from "./number_text.ts";
import { COMPARED } from "./compare.ts";
import { GROUPS } from "./questions.ts";
import { MATERIAL } from "./same_labels.ts";
import { judgedRows, mainRows, original } from "./questions/common.ts";
import { said } from "./said.ts";

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
  const isOneOrder = name === "pairs" && levels(frame, "order").join() !== "unknown" &&
    (!frame.columns.includes("swapped") || frame.getColumn("swapped").nUnique() < 2);
  const notes = [
    ...more,
    ...unreadReplies(table, name),
    unread(frame, name, [...READ, ...reached]),
    ...readNotes(readReport(frame)),
    name === "ratings" && frame.getColumn("human").nullCount() === frame.height && meansOf(frame),
    missing > 0 && said("missing_items", { missing }),
    doubled > 0 && said("doubled", { doubled }),
    isOneOrder && said("one_order", hasOrder(frame) ? { order_untold: "" } : {}),
    ...(name === "pairs" ? pairNotes(frame) : []),
    name === "criteria" && lacked(frame, "human", "in_no_number"),
  ];
  return { rows: frame.height, table, notes: notes.filter((note) => note !== false) };
}

/** Without people's ratings scores have nothing to be held against: how their means are had. */
function meansOf(ratings: pl.DataFrame): string {
  const by = ratings.columns.includes("model") ? '.groupBy("model").agg' : ".select";
  const means = ratingEvaluators(ratings).map((one) => `pl.col(${JSON.stringify(one)}).mean()`);
  return said("means", { by, means });
}

const hasOrder = (pairs: pl.DataFrame) =>
  pairs.columns.includes("swapped") && !readReport(pairs)?.filled?.includes("swapped");

function sumOf(rows: LeftOut["table"], column: string): number {
  return rows.reduce((sum, row) => sum + (Number(row[column]) || 0), 0);
}

const READ =
  `${COMPARED} image_id answer_a answer_b reply provenance confidence rater status shown served unbiased_reply biased_reply`
    .split(" ");

function unread(frame: pl.DataFrame, name: FrameName, read: readonly string[]): string | false {
  const scored = name === "ratings" ? ratingEvaluators(frame) : [];
  const material = frame.columns.includes(COMPARED) ? MATERIAL : [];
  const others = frame.columns.filter((column) =>
    !(column in FRAMES[name].columns) &&
    ![...FRAMES[name].key, ...GROUPS[name], ...read, ...scored, ...material].includes(column)
  );
  return others.length > 0 &&
    said("columns_unused", { names: others.map((name) => name || "one without a name") });
}

/** How many replies have no verdict or score, by judge, the greatest shares first, of at least such a share of its own; also where words of the file for "nothing" made them empty. */
export function unreadReplies(
  table: LeftOut["table"],
  name: FrameName,
  { least = 0, most = Infinity } = {},
): string[] {
  const [first = {}] = table, judge = ["judge", "evaluator"].find((column) => column in first);
  const all = "calls" in first ? "calls" : "rows";
  return Object.entries(WORDS.lacked).filter(([column]) => column in first).flatMap(([column, what]) => {
    const how = WORDS.how_lacked[column] ?? "";
    const told = [...grouped(table, (row) => judge ? String(row[judge]) : "")].flatMap(([whose, rows]) => {
      const [none, asked, some] = [column, all, how].map((one) => sumOf(rows, one));
      if (none === 0 || none < least * asked) return [];
      const so = some > 0 ? `, ${countText(some)} of them ${how.split("_").at(-1)}` : "";
      const count = `${countText(none)} of ${countText(asked)}${so}`;
      return [{ share: none / asked, text: whose ? `${whose} (${count})` : count }];
    }).toSorted((a, b) => b.share - a.share).map(({ text }) => text);
    if (told.length === 0) {
      return column === "unparsable" && least === 0 ? [`${what}: 0 of ${countText(sumOf(table, all))}.`] : [];
    }
    const taken = column === "unparsable" && least === 0 && WORDS.taken[name] || "";
    const rest = told.length - most,
      more = rest > 0 ? `, and ${rest} more with at least ${percentOf(least)}` : "";
    return [`${what}: ${told.slice(0, most).join(", ")}${more}${taken}.`];
  });
}

export const unscored = (ratings: pl.DataFrame) =>
  ratingEvaluators(ratings).flatMap((name) => {
    const none = columnNumbers(ratings.getColumn(name)).filter(Number.isNaN).length;
    return none > 0 ? [said("no_score", { name, none, all: ratings.height })] : [];
  });

function lacked(frame: pl.DataFrame, column: string, sentence: string): string | false {
  const values = frame.columns.includes(column) ? frame.getColumn(column).toArray() : [];
  const count = values.filter((one) => one !== "A" && one !== "B").length;
  return count > 0 && (column === "human" || count < frame.height) && said(sentence, { count });
}

function pairNotes(pairs: pl.DataFrame): (string | false)[] {
  const [all, shown] = [pairs, mainRows(pairs)].map((frame) => levels(frame, "judge"));
  const names = all.filter((judge) => !shown.includes(judge));
  return [
    names.length > 0 && said("no_main_row", { names }),
    lacked(pairs, "more_informative", "in_no_ib"),
    lacked(pairs, "human", "in_no_accuracy"),
  ];
}

/** Where length and informativeness are one thing both biases are one number, and each line of it stands there twice. */
export function oneBias(pairs: pl.DataFrame): string[] {
  const needed = ["human", "more_informative", "words_a", "words_b"];
  if (!needed.every((column) => pairs.columns.includes(column))) return [];
  const isA = pl.col("more_informative").eq(pl.lit("A")), length = pl.col("words_a").minus(pl.col("words_b"));
  const told = mainRows(pairs).select("human", "more_informative", length.alias("gap"))
    .filter(pl.col("human").isIn(["A", "B"]).and(pl.col("more_informative").isIn(["A", "B"])))
    .filter(pl.col("gap").eq(pl.lit(0)).not());
  const alike = told.filter(pl.col("gap").gt(pl.lit(0)).eq(isA)).height;
  return told.height === 0 || alike < told.height ? [] : [said("one_bias", { alike })];
}

const COUNTED = "item_id sample_id judge benchmark bias_type evaluator generator condition".split(" ");

export function leadOf(frame: pl.DataFrame, name: FrameName, whole?: pl.DataFrame): string[] {
  const parts = COUNTED.flatMap((column) => {
    if (!frame.columns.includes(column)) return [];
    const count = frame.getColumn(column).dropNulls().nUnique();
    if (count < (column === "condition" ? 2 : 1)) return [];
    return [inWords(count, column.replace("_id", "").replace("_", " "))];
  });
  const simulated = frame.columns.includes("provenance")
    ? frame.filter(pl.col("provenance").cast(pl.Utf8).eq(pl.lit("simulated"))).height
    : 0;
  const some = simulated > 0 && simulated < frame.height ? [`${simulated} of them simulated`] : [];
  const read = [`${rowsInWords(frame.height)} of ${name}`, ...some, ...parts].join(", ");
  return [read, ...name === "pairs" ? taken(frame, whole) : []].map((one) => `${one}.`);
}

function taken(pairs: pl.DataFrame, whole?: pl.DataFrame): string[] {
  const main = judgedRows(pairs, whole), all = original(pairs);
  const count = (rows: pl.DataFrame, column: string, is: (value: unknown) => boolean) =>
    rows.columns.includes(column) ? rows.getColumn(column).toArray().filter(is).length : 0;
  const kinds = [
    main.height < all.height && "with the image where the item was judged with it",
    all.height < pairs.height && "with the answers as they were",
  ].filter(Boolean).join(", ");
  const decided = count(main, "human", (one) => one === "A" || one === "B");
  return [
    kinds && said("rows_taken", { rows: main.height, kinds }),
    0 < decided && decided < main.height && said("rows_decided", { decided }),
  ].flatMap((one) => one || []);
}
