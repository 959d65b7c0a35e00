import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import type { RawTable } from "./load_table.ts";
import { type FoundVerdict, replyVerdict } from "./reply_verdict.ts";
import { LED } from "./reply_words.ts";
import { said } from "./said.ts";
import { whyUnread } from "./why_unread.ts";

/** What was read of whole replies. */
export interface RepliesReport {
  /** Replies that are not empty. */
  all: number;
  /** Those in which a verdict (of ratings and score pairs a score) was found. */
  read: number;
  /** Those of the others that name several. */
  contradictory: number;
  /** All others, whole: what a read prints are the first of them, shortened. */
  unread: string[];
  /** The same with their items, and why nothing was read of them. */
  audit: {
    item_id: string;
    judge: string;
    reason: "names several" | "refusal" | "cut off" | "unknown wording" | "abstained" | "off the scale";
    reply: string;
  }[];
  /** The first column of scores that were read of replies. */
  scores?: string;
}

/** The report of replies before the first is read. */
export const noReplies = (): RepliesReport => ({ all: 0, read: 0, contradictory: 0, unread: [], audit: [] });

/** The caller's words before a verdict as patterns, in which they are no part of another word. */
function ownWords(replies: ToldReplies): string[] {
  if (typeof replies === "boolean") return [];
  const words = [replies].flat();
  if (words.length === 0 || !words.every((one) => typeof one === "string" && one.trim() !== "")) {
    throw new RangeError(said("words_before", { found: JSON.stringify(replies) }));
  }
  // Scripts without capitals put nothing between words.
  const [cased, some] = ["[\\p{Lu}\\p{Ll}\\p{N}]", "[\\p{L}\\p{N}]"];
  return words.map((word) => {
    const escaped = word.normalize("NFKC").trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return `(?:(?!${cased})|(?<!${some}))${escaped}(?:(?<!${cased})|(?!${some}))`;
  });
}

/** What the caller says of replies: that they are some, or what stands before a verdict or score of one's own. */
export type ToldReplies = boolean | string | readonly string[];

/** The caller's words before a verdict or a score as one pattern. */
export function behindWords(replies: ToldReplies): RegExp | undefined {
  const words = ownWords(replies);
  return words.length === 0 ? undefined : new RegExp(`${LED}(?:${words.join("|")})`, "giu");
}

/** A column of a table as texts, which may be missing. */
export const textsOf = ({ frame, columns }: RawTable, name: string) => {
  const own = columns?.[name] ?? name;
  return frame.columns.includes(own) ? frame.getColumn(own).cast(pl.Utf8).toArray() as (string | null)[] : [];
};

/** How many unread replies are printed. */
const SHOWN = 3;

/** A table of whole replies as one of the verdicts in them; a reply that the caller's values give a meaning is left as it is. */
export function withRepliesRead(
  table: RawTable,
  column: string,
  replies: ToldReplies,
  values: Readonly<Record<string, unknown>>,
  report: RepliesReport,
): { table: RawTable; scored: number } {
  const { frame } = table;
  if (!frame.columns.includes(column) || !isText(frame.getColumn(column))) return { table, scored: 0 };
  const signs = new Set(Object.keys(values)), behind = behindWords(replies);
  const [items, judges] = [textsOf(table, "item_id"), textsOf(table, "judge")];
  const texts = frame.getColumn(column).cast(pl.Utf8), ended: string[] = [];
  const both: (readonly [number, number] | undefined)[] = [];
  const read = (texts.toArray() as (string | null)[]).map((reply, row) => {
    ended[row] = "empty";
    if (reply === null || reply.trim() === "") return null;
    ended[row] = "ok";
    const found: FoundVerdict = signs.has(reply)
      ? { verdict: reply }
      : replyVerdict(reply, { signs, behind });
    const { verdict = null, fault, scores } = found;
    both[row] = scores;
    report.all++;
    if (verdict !== null) report.read++;
    else {
      report.unread.push(reply);
      const reason = whyUnread(reply, fault);
      ended[row] = reason === "refusal" ? "refused" : reason === "cut off" ? "truncated" : "unparsable";
      report.audit.push({ item_id: items[row] ?? "", judge: judges[row] ?? "", reason, reply });
    }
    if (fault === "several") report.contradictory++;
    return verdict;
  });
  // The text stays beside its verdict, and how it ended, where the file does not say it; of two scores that make it each.
  const has = (name: string) => name !== column && frame.columns.includes(name);
  const kept = has("reply") ? [] : [texts.rename("reply")], scored = both.filter(Boolean).length;
  if (!has("status")) kept.push(pl.Series("status", ended, pl.Utf8));
  const areKept = scored > 0 && !has("score_a") && !has("score_b");
  for (const [side, name] of areKept ? ["score_a", "score_b"].entries() : []) {
    kept.push(pl.Series(name, ended.map((_, row) => both[row]?.[side] ?? null), pl.Float64));
  }
  const verdict = column === "reply" ? "verdict of reply" : column;
  return {
    table: {
      ...table,
      columns: { ...table.columns, choice: verdict },
      frame: frame.withColumns(...kept, pl.Series(verdict, read, pl.Utf8)),
    },
    scored: areKept ? scored : 0,
  };
}

/** The beginning and the end of a long reply. */
const shortened = (text: string) => text.length > 80 ? `${text.slice(0, 38)} … ${text.slice(-38)}` : text;

/** What is said of those that were not read for a reason. */
const WHY = {
  "names several": "name several",
  refusal: "decline",
  "cut off": "end within a sentence",
  abstained: "say N/A",
  "off the scale": "are off the scale",
};

/** What is said of replies that were read, in words. */
export function repliesText({ all, read, unread, audit, scores }: RepliesReport): string {
  const counts = Object.entries(WHY).flatMap(([why, text]) => {
    const rows = audit.filter(({ reason }) => reason === why).length;
    return rows === 0 ? [] : [`${rows} of them ${text}`];
  });
  const several = counts.length === 0 ? "" : ` (${counts.join(", ")})`;
  const times = grouped(unread, (one) => one);
  const told = (one: string) => JSON.stringify(shortened(one.replace(/\s+/g, " ").trim()));
  const some = [...times].slice(0, SHOWN).map(([one, { length: n }]) =>
    `${told(one)}${n > 1 ? ` ×${n}` : ""}`
  );
  const [least = ""] = [...times.keys()].sort((one, other) => one.length - other.length);
  const whole = least.length > 80 ? told(least) : JSON.stringify(least);
  const of = scores === undefined ? "pairs" : "frame";
  const where = times.size > SHOWN ? ` (each with its item and why: readReport(${of}).replies.audit)` : "";
  const found = {
    open: all - read,
    several,
    some: some.join(", "),
    where,
    whole,
    column: JSON.stringify(scores),
  };
  const open = said(scores === undefined ? "replies_open" : "scores_open", found);
  return `${read} of ${all} replies read${read === all ? "" : open}`;
}

/** How a column of whole replies is read, and those that are read so. */
export function ofReplies(replies: readonly unknown[], column = "choice"): { has: string[]; way: string } {
  const texts = replies.filter((one) => one != null).map(String);
  const has = texts.filter((one) => replyVerdict(one).verdict !== undefined);
  const some = has.length === texts.length ? "" : said("replies_some");
  const way = column === "choice"
    ? said("replies_way", { read: has.length, all: texts.length, some })
    : "one word of each is wanted here";
  return { has, way };
}
