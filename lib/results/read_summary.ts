import pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";
import { type RepliesReport, repliesText } from "./read_replies.ts";

/** What a read did to rows and cells that no warning tells of. */
interface Done {
  /** Rows whose value the caller's values made nothing, by column. */
  emptied: Readonly<Record<string, number>>;
  /** Rows left out, by the column that was bad. */
  dropped: Readonly<Record<string, number>>;
  /** Rows left out that are alike an earlier one in every column. */
  repeated: number;
  replies?: RepliesReport;
  /** Whether choices of rows shown in reverse were turned. */
  isTurned: boolean;
}

/** From this share on rows without a verdict are news by themselves; metrics count fewer. */
const MANY = 0.05;

/** Columns of pairs whose gaps decide which rows count, and what is said of rows without. */
const GAPS = {
  choice: "a verdict",
  human: "a label of people (in no accuracy and no bias)",
  more_informative: "a label of what is more informative (in no IB)",
};

/** What some rows lack, beside so many that were told already; that all lack it others say. */
function gapsIn(frame: pl.DataFrame, said: number): { rows: number; text: string }[] {
  if (!frame.columns.includes("choice")) return [];
  return Object.entries(GAPS).flatMap(([column, what]) => {
    const rows = frame.columns.includes(column) ? frame.getColumn(column).nullCount() : 0,
      isChoice = column === "choice";
    const isSaid = isChoice ? rows <= said : rows === 0 || rows === frame.height;
    return isSaid ? [] : [{ rows, text: `${rows} of ${rowsInWords(frame.height)} without ${what}` }];
  });
}

/** Whether a summary says more than that a few rows lack something. */
export function isNews(frame: pl.DataFrame, summary: string): boolean {
  const gaps = gapsIn(frame, 0);
  return gaps.some(({ rows }) => rows >= MANY * frame.height) ||
    summary !== gaps.map(({ text }) => text).join("; ");
}

/** What is easily overlooked of a read, in one line; empty where there is nothing. */
export function readSummary(
  frame: pl.DataFrame,
  { emptied, dropped, repeated, replies, isTurned }: Done,
): string {
  const said = replies === undefined ? 0 : replies.all - replies.read;
  const turned = isTurned && frame.columns.includes("swapped")
    ? frame.filter(pl.col("swapped").and(pl.col("choice").isIn(["A", "B"]))).height
    : 0;
  const columns = (counts: Done["dropped"]) => Object.entries(counts).filter(([, rows]) => rows > 0);
  const nothing = columns(emptied).map(([column, rows]) => `${rows} in ${column}`).join(", ");
  const left = columns(dropped).reduce((sum, [, rows]) => sum + rows, 0);
  return [
    replies && replies.all > 0 ? repliesText(replies) : "",
    ...gapsIn(frame, said).map(({ text }) => text),
    nothing === "" ? "" : `made nothing by values: ${nothing}`,
    left > 0
      ? `${rowsInWords(left)} left out (${columns(dropped).map(([column]) => column).join(", ")})`
      : "",
    repeated > 0 ? `repeated rows left out: ${repeated}` : "",
    turned > 0 ? `${turned} verdicts turned, for their rows were shown in reverse` : "",
  ].filter((part) => part !== "").join("; ");
}
