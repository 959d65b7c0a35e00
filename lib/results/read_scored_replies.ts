import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import type { RawTable } from "./load_table.ts";
import { behindWords, type RepliesReport, textsOf, type ToldReplies } from "./read_replies.ts";
import { type ReplyScale, replyScore, scoreAlone } from "./reply_score.ts";
import { whyUnread } from "./why_unread.ts";

/** How a reply ended that has no score, by why it has none. */
const ENDED: Readonly<Record<string, string>> = {
  abstained: "abstained",
  refusal: "refused",
  "cut off": "truncated",
  "off the scale": "out_of_range",
};

/**
 * A table of whole replies with scores as one of the scores in them, in columns that hold replies; one that the caller's values give a meaning is left
 * as it is. A reply that stands with several people's ratings of its item counts once. Where nobody says how far the scale goes, those out of another number than most are off it.
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
    const texts = frame.getColumn(name).cast(pl.Utf8), signs = new Set(Object.keys(values[name] ?? {}));
    const all = (texts.toArray() as (string | null)[]).map((reply) => {
      if (reply === null || reply.trim() === "") return null;
      if (signs.has(reply)) return { reply, sign: true };
      const own = behind && [...reply.matchAll(behind)].at(-1);
      return { reply, found: own ? scoreAlone(behindOwn(reply, own), told) : replyScore(reply, told) };
    });
    const ends = all.flatMap((one, row) =>
      one?.found && "score" in one.found && one.found.outOf !== null
        ? [{ judge: judges[row], end: one.found.outOf }]
        : []
    );
    // Each judge's scale.
    const scales = new Map([...grouped(ends, ({ judge }) => judge)].map(([judge, own]) => {
      const [[end]] = [...grouped(own, (one) => one.end)].toSorted(([, a], [, b]) => b.length - a.length);
      return [judge, end];
    }));
    report.scores ??= name;
    ended[name] = [];
    const counted = new Set<string>();
    const scores = all.map((one, row) => {
      ended[name][row] = one === null ? "empty" : "ok";
      if (one === null) return null;
      const { reply, found } = one, { [reply]: sign } = values[name] ?? {};
      const key = JSON.stringify([items[row] ?? row, judges[row], reply]);
      const isNew = !once || !counted.has(key);
      counted.add(key);
      report.all += +isNew;
      const end = scales.get(judges[row]) ?? Infinity;
      const isOff = found !== undefined &&
        ("score" in found
          ? found.score > end || found.outOf !== null && found.outOf !== end
          : found.fault === "out_of_range");
      if (found === undefined || "score" in found && !isOff) {
        report.read += +isNew;
        return found === undefined ? sign == null ? null : `${sign}` : `${found.score}`;
      }
      const isNone = "fault" in found && found.fault === "abstained";
      const reason = isOff ? "off the scale" : isNone ? "abstained" : whyUnread(reply, "none");
      ended[name][row] = ENDED[reason] ?? "unparsable";
      if (!isNew) return null;
      report.unread.push(reply);
      report.audit.push({ item_id: items[row] ?? "", judge: judges[row] ?? name, reason, reply });
      return null;
    });
    return [...keep ? [texts.rename(`${name}_text`)] : [], pl.Series(name, scores, pl.Utf8)];
  });
  return { table: { ...table, frame: frame.withColumns(...read) }, ended };
}

/** What stands behind the caller's own words, with what leads to it. */
const behindOwn = (reply: string, { index, 0: { length } }: RegExpExecArray) =>
  reply.slice(index + length).replace(/^[\s:=*_]{1,10}/, "");

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
