import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import type { RawTable } from "./load_table.ts";
import { type FoundScore, type ReplyScale, replyScore, scoreAlone } from "./reply_score.ts";
import { whyUnread } from "./reply_text.ts";
import { type FoundVerdict, replyVerdict } from "./reply_verdict.ts";
import { said } from "./said.ts";

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
    reason:
      | "names several"
      | "says which is worse"
      | "refusal"
      | "cut off"
      | "unknown wording"
      | "abstained"
      | "off the scale";
    reply: string;
  }[];
  /** The first column of scores that were read of replies. */
  scores?: string;
}

/** Why nothing was read of a reply. */
type Reason = RepliesReport["audit"][number]["reason"];

/** The report of replies before the first is read. */
export const noReplies = (): RepliesReport => ({ all: 0, read: 0, contradictory: 0, unread: [], audit: [] });

/** What the caller says of replies: that they are some, or what stands before a verdict or score of one's own. */
export type ToldReplies = boolean | string | readonly string[];

/** The caller's words before a verdict or a score as one pattern: those that end with a letter begin a sentence, others stand anywhere but within a word (so do those of scripts without capitals). */
function behindWords(replies: ToldReplies): RegExp | undefined {
  if (typeof replies === "boolean") return undefined;
  const words = [replies].flat();
  if (words.length === 0 || !words.every((one) => typeof one === "string" && one.trim() !== "")) {
    throw new RangeError(said("words_before", { found: JSON.stringify(replies) }));
  }
  const patterns = words.map((word) => {
    const own = word.normalize("NFKC").trim(), escaped = own.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const isHead = !/[\p{Lu}\p{Ll}\p{N}]$/u.test(own);
    const before = isHead ? "(?<![\\p{Lu}\\p{Ll}\\p{N}])" : "(?<=(?:^|[.!?:。]\\s*)[^\\p{L}\\p{N}\\n]*)";
    return `${before}${escaped}${isHead ? "" : "(?![\\p{Lu}\\p{Ll}\\p{N}])"}`;
  });
  return new RegExp(patterns.join("|"), "gimu");
}

/** A column of a table as texts, which may be missing. */
const textsOf = ({ frame, columns }: RawTable, name: string): (string | null)[] => {
  const own = columns?.[name] ?? name;
  return frame.columns.includes(own) ? frame.getColumn(own).cast(pl.Utf8).toArray() : [];
};

/** Counts a reply in which nothing was found. */
function unreadIn(report: RepliesReport, reason: Reason, reply: string, item_id = "", judge = "") {
  report.unread.push(reply);
  report.audit.push({ item_id, judge, reason, reply });
  if (reason === "names several") report.contradictory++;
}

/** How a reply ended that has no verdict or score, by why it has none. */
const ENDED: Readonly<Record<string, string>> = {
  abstained: "abstained",
  refusal: "refused",
  "cut off": "truncated",
  "off the scale": "out_of_range",
};

/** Why a reply has no verdict, by its fault. */
const FAULTS: Readonly<Record<string, Reason>> = { several: "names several", worse: "says which is worse" };

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
  const read = (texts.toArray() as (string | null)[]).map((reply, row): FoundVerdict => {
    ended[row] = "empty";
    if (reply === null || reply.trim() === "") return {};
    const found = signs.has(reply) ? { verdict: reply } : replyVerdict(reply, { signs, behind });
    const { verdict, fault } = found;
    report.all++;
    report.read += +(verdict !== undefined);
    ended[row] = "ok";
    if (verdict !== undefined) return found;
    const reason = FAULTS[fault ?? ""] ?? whyUnread(reply);
    ended[row] = ENDED[reason] ?? "unparsable";
    unreadIn(report, reason, reply, items[row] ?? "", judges[row] ?? "");
    return {};
  });
  // The text stays beside its verdict, and how it ended, where the file does not say it; of two scores that make it each.
  const has = (name: string) => name !== column && frame.columns.includes(name);
  const kept = has("reply") ? [] : [texts.rename("reply")];
  if (!has("status")) kept.push(pl.Series("status", ended, pl.Utf8));
  const scored = read.filter(({ scores }) => scores).length;
  const areKept = scored > 0 && !has("score_a") && !has("score_b");
  for (const [side, name] of areKept ? ["score_a", "score_b"].entries() : []) {
    kept.push(pl.Series(name, read.map(({ scores }) => scores?.[side] ?? null), pl.Float64));
  }
  const verdict = column === "reply" ? "verdict of reply" : column;
  const verdicts = pl.Series(verdict, read.map(({ verdict = null }) => verdict), pl.Utf8);
  return {
    table: {
      ...table,
      columns: { ...table.columns, choice: verdict },
      frame: frame.withColumns(...kept, verdicts),
    },
    scored: areKept ? scored : 0,
  };
}

/**
 * A table of whole replies with scores as one of the scores in them, in columns that hold replies; one that the caller's values give a meaning is left
 * as it is. A reply that stands with several people's ratings of its item counts once. Scores of a judge out of another number than most of its are off the scale.
 *
 * @returns the table, and how the replies of each column ended
 */
export function withScoresRead(
  table: RawTable,
  columns: readonly string[],
  replies: ToldReplies,
  { values = {}, scale = {}, keep = true, once = false }: {
    values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    scale?: ReplyScale;
    keep?: boolean;
    once?: boolean;
  },
  report: RepliesReport,
): { table: RawTable; ended: Record<string, string[]> } {
  const { frame } = table, behind = behindWords(replies), ended: Record<string, string[]> = {};
  const [items, judges] = [["item_id", "sample_id"], ["evaluator", "judge"]].map((names) =>
    names.map((name) => textsOf(table, name)).find((texts) => texts.length > 0) ?? []
  );
  const told = { unknown: true, abstention: true, ...scale };
  const read = columns.filter((name) => isText(frame.getColumn(name))).flatMap((name) => {
    const texts = frame.getColumn(name).cast(pl.Utf8), { [name]: signs = {} } = values;
    const own = texts.toArray() as (string | null)[],
      all = own.map((reply): FoundScore | string | null => {
        if (reply === null || reply.trim() === "") return null;
        if (Object.hasOwn(signs, reply)) return reply;
        const words = behind && [...reply.matchAll(behind)].at(-1);
        if (!words) return replyScore(reply, told);
        return scoreAlone(reply.slice(words.index + words[0].length).replace(/^[\s:=*_]{1,10}/, ""), told);
      });
    const scales = scalesOf(all, judges), counted = new Set<string>();
    report.scores ??= name;
    ended[name] = [];
    const scores = all.map((found, row) => {
      const reply = own[row] ?? "";
      ended[name][row] = found === null ? "empty" : "ok";
      if (found === null) return null;
      const key = JSON.stringify([items[row] ?? row, judges[row], reply]), isNew = !once || !counted.has(key);
      counted.add(key);
      report.all += +isNew;
      const reason = typeof found === "string"
        ? undefined
        : whyNoScore(found, reply, scales.get(judges[row]));
      if (reason === undefined) {
        report.read += +isNew;
        const score = typeof found === "string" ? signs[found] : (found as { score: number }).score;
        return score == null ? null : `${score}`;
      }
      ended[name][row] = ENDED[reason] ?? "unparsable";
      if (isNew) unreadIn(report, reason, reply, items[row] ?? "", judges[row] ?? name);
      return null;
    });
    return [...keep ? [texts.rename(`${name}_text`)] : [], pl.Series(name, scores, pl.Utf8)];
  });
  return { table: { ...table, frame: frame.withColumns(...read) }, ended };
}

/** What most of each judge's scores are out of, where that is said. */
function scalesOf(all: readonly (FoundScore | string | null)[], judges: readonly (string | null)[]) {
  const ends = all.flatMap((one, row) =>
    one !== null && typeof one === "object" && "score" in one && one.outOf !== null
      ? [{ judge: judges[row], end: one.outOf }]
      : []
  );
  return new Map([...grouped(ends, ({ judge }) => judge)].map(([judge, own]) => {
    const [[end]] = [...grouped(own, (one) => one.end)].toSorted(([, a], [, b]) => b.length - a.length);
    return [judge, end];
  }));
}

/** Why a reply has no score; undefined for one that has, on the scale of its judge. */
function whyNoScore(found: FoundScore, reply: string, end = Infinity): Reason | undefined {
  if ("score" in found) {
    return found.score > end || found.outOf !== null && found.outOf !== end ? "off the scale" : undefined;
  }
  if (found.fault === "out_of_range") return "off the scale";
  return found.fault === "abstained" ? "abstained" : whyUnread(reply);
}

/** Share of a column's texts that must have a score before they are taken for replies, and of how many texts that is asked. */
const REPLIES = 0.5, LOOKED_AT = 200;

/** Whether most of a column's texts are replies with one score, and no numbers alone. */
export function holdsScores(column: pl.Series): boolean {
  if (!isText(column)) return false;
  const texts = (column.dropNulls().head(LOOKED_AT).toArray() as unknown[]).map(String)
    .filter((one) => one.trim() !== "");
  const scored = texts.filter((one) =>
    /[^\d\s.,]/.test(one) && "score" in replyScore(one, { unknown: true })
  );
  return scored.length > REPLIES * texts.length;
}

/** The beginning and the end of a long reply. */
const shortened = (text: string) => text.length > 80 ? `${text.slice(0, 38)} … ${text.slice(-38)}` : text;

/** What is said of replies that were read, in words, with up to three that were not. */
export function repliesText({ all, read, unread, audit, scores }: RepliesReport): string {
  if (read === all) return `${read} of ${all} replies read`;
  const reasons = [...grouped(audit, ({ reason }) => reason)].map(([why, own]) => `${why} ${own.length}`);
  const times = grouped(unread, (one) => JSON.stringify(shortened(one.replace(/\s+/g, " ").trim())));
  const some = [...times].slice(0, 3).map(([one, { length: n }]) => `${one}${n > 1 ? ` ×${n}` : ""}`);
  return said("replies_open", {
    ...{ read, all, open: all - read, what: scores === undefined ? "verdict" : "score" },
    ...{ reasons: reasons.join(", "), some: some.join(", "), of: scores === undefined ? "pairs" : "frame" },
  });
}
