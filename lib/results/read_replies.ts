import pl from "nodejs-polars";
import { isText } from "./check.ts";
import type { RawTable } from "./load_table.ts";
import { replyVerdict } from "./reply_verdict.ts";
import { LED } from "./reply_words.ts";

/** What was read of whole replies. */
export interface RepliesReport {
  /** Replies that are not empty. */
  all: number;
  /** Those in which a verdict was found. */
  read: number;
  /** Those of the others that name several. */
  contradictory: number;
  /** All others, whole: what a read prints are the first of them, shortened. */
  unread: string[];
}

/** The caller's words before a verdict as a pattern, in which they are no part of another word. */
function ownWords(replies: boolean | string | readonly string[]): RegExp | undefined {
  if (typeof replies === "boolean") return undefined;
  const words = [replies].flat();
  if (words.length === 0 || !words.every((one) => typeof one === "string" && one.trim() !== "")) {
    throw new RangeError(
      'readPairs: wanted replies: true, or what stands before the verdict ("My pick:", or a list of such texts), found ' +
        JSON.stringify(replies),
    );
  }
  const escaped = words.map((one) => one.normalize("NFKC").trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  // Scripts without capitals put nothing between words.
  const [cased, some] = ["[\\p{Lu}\\p{Ll}\\p{N}]", "[\\p{L}\\p{N}]"];
  const pattern = `${LED}(?:(?!${cased})|(?<!${some}))(?:${escaped.join("|")})(?:(?<!${cased})|(?!${some}))`;
  return new RegExp(pattern, "giu");
}

/** How many unread replies are printed. */
const SHOWN = 3;

/** A table of whole replies as one of the verdicts in them; a reply that the caller's values give a meaning is left as it is. */
export function withRepliesRead(
  table: RawTable,
  column: string,
  replies: boolean | string | readonly string[],
  values: Readonly<Record<string, unknown>>,
  report: RepliesReport,
): RawTable {
  const { frame } = table;
  if (!frame.columns.includes(column) || !isText(frame.getColumn(column))) return table;
  const signs = new Set(Object.keys(values)), behind = ownWords(replies);
  const read = (frame.getColumn(column).cast(pl.Utf8).toArray() as (string | null)[]).map((reply) => {
    if (reply === null || reply.trim() === "") return null;
    const { verdict = null, fault } = signs.has(reply)
      ? { verdict: reply }
      : replyVerdict(reply, { signs, behind });
    report.all++;
    if (verdict !== null) report.read++;
    else report.unread.push(reply);
    if (fault === "several") report.contradictory++;
    return verdict;
  });
  return { ...table, frame: frame.withColumns(pl.Series(column, read, pl.Utf8)) };
}

/** From what share of replies without a verdict above the other judges' on one is named. */
const FAR_ABOVE = 0.2;

/** The judge whose replies are read far less than the others': its number is of few, and the count of all hides that. */
export function leastRead(pairs: pl.DataFrame): string[] {
  const lost = pl.col("choice").isNull().cast(pl.Int32).alias("lost");
  const judges = pairs.select("judge", lost).groupBy("judge").agg(
    pl.col("lost").sum(),
    pl.col("lost").count().alias("all"),
  ).sort("judge")
    .toRecords() as { judge: string; lost: number; all: number }[];
  if (judges.length < 2) return [];
  const worst = judges.reduce((one, other) => other.lost / other.all > one.lost / one.all ? other : one);
  const others = judges.filter((one) => one !== worst);
  const [missed, all] = (["lost", "all"] as const).map((what) =>
    others.reduce((sum, one) => sum + one[what], 0)
  );
  return worst.lost / worst.all - missed / all < FAR_ABOVE ? [] : [
    `of ${worst.judge} ${worst.lost} of ${worst.all} rows have no verdict, of all other judges ${missed} of ${all}: ` +
    "look at its replies, and say with replies what stands before its verdict, or with values what its words mean",
  ];
}

/** The beginning and the end of a long reply. */
const shortened = (text: string) => text.length > 80 ? `${text.slice(0, 38)} … ${text.slice(-38)}` : text;

/** What is said of replies that were read, in words. */
export function repliesText({ all, read, contradictory, unread }: RepliesReport): string {
  const several = contradictory === 0 ? "" : ` (${contradictory} of them name several)`;
  const some = unread.slice(0, SHOWN).map((one) =>
    JSON.stringify(shortened(one.replace(/\s+/g, " ").trim()))
  );
  const open = read === all ? "" : `, ${all - read} without a verdict${several}: ${some.join(", ")}`;
  return `${read} of ${all} replies read${open}`;
}

/** How a column of whole replies is read, and those that are read so. */
export function ofReplies(replies: readonly unknown[], column = "choice"): { has: string[]; way: string } {
  const texts = replies.filter((one) => one != null).map(String);
  const has = texts.filter((one) => replyVerdict(one).verdict !== undefined);
  const some = has.length === texts.length
    ? ""
    : '; the others get no verdict, and words before it are told with replies: "…"';
  const way = column === "choice"
    ? `replies: true, on the command line --replies, reads the verdict in ${has.length} of ${texts.length}${some}`
    : "one word of each is wanted here";
  return { has, way };
}
