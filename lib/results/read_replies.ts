import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import { FILE, type RawTable, ROW } from "./load_table.ts";
import { type BothScores, type FoundScore, type ReplyScale, replyScore, scoreAlone } from "./reply_score.ts";
import { whyUnread, withoutThinking } from "./reply_text.ts";
import { onCriterion, scoreOnCriterion } from "./reply_fields.ts";
import { replyVerdict } from "./reply_verdict.ts";
import { handKey } from "./read_by_hand.ts";
import { said } from "./said.ts";

/** What was read of whole replies. */
export interface RepliesReport {
  /** Replies that are not empty. */
  all: number;
  /** Those in which a verdict (of ratings and score pairs a score) was found. */
  read: number;
  /** Of these, those that a person read (option `unread`), and what each means. */
  byHand?: { item_id: string; judge: string; criterion?: string; meant: string; reply: string }[];
  /** All others, whole, with their items, and why nothing was read of them. */
  audit: {
    item_id: string;
    judge: string;
    /** Of criteria, the one that the reply says nothing of. */
    criterion?: string;
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

type Reason = RepliesReport["audit"][number]["reason"];

const ENDED: Partial<Record<Reason, string>> = {
  refusal: "refused",
  "cut off": "truncated",
  abstained: "abstained",
  "off the scale": "out_of_range",
};

type Audited = RepliesReport["audit"][number];

/** The replies of tables, each with its place and what was read of it. */
export interface SeenReplies extends Pick<RepliesReport, "scores"> {
  seen: (Omit<Audited, "reason"> & { place: string; meant?: string; reason?: Reason })[];
}

const placeOf = (file: string, row: unknown) => `${row} ${file}`;

/** What was read of replies: in rows of a frame, of which replies that were left out with theirs count in nothing, or in all. */
export function repliesReport({ seen, scores }: SeenReplies, files: readonly string[], rows?: pl.DataFrame) {
  const [places, of] = [ROW, FILE].map((name) => rows?.getColumn(name).toArray() as number[] | undefined);
  const kept = new Set(places?.map((row, i) => placeOf(files[of![i]], row)));
  const own = rows ? seen.filter(({ place }) => kept.has(place)) : seen;
  const audit = own.flatMap(({ place: _, meant: __, reason, reply, ...about }) =>
    reason ? [{ ...about, reason, reply }] : []
  );
  const byHand = own.flatMap(({ place: _, reason: __, meant, reply, ...about }) =>
    meant ? [{ ...about, meant, reply }] : []
  );
  const read = own.length - audit.length, hand = byHand.length > 0 ? { byHand } : {};
  return { all: own.length, read, audit, ...scores === undefined ? {} : { scores }, ...hand };
}

/** Where a reading keeps what was read of replies, by hand (`handKey`) and by itself. */
type Replies = {
  replies?: SeenReplies;
  meant?: ReadonlyMap<string, string>;
  options: { replies?: ToldReplies; values?: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
};

const repliesOf = (reading: Replies) => reading.replies ??= { seen: [] };

/** What the caller says of replies: that they are some, or what stands before a verdict or score of one's own. */
export type ToldReplies = boolean | string | readonly string[];

/** The caller's words before a verdict or a score as a pattern each, none where there are only replies: those that end with a letter begin a sentence, others stand anywhere but within a word (so do those of scripts without capitals). */
export function behindWords(replies: ToldReplies, wanted = "readPairs: wanted replies: true, or"): RegExp[] {
  if (replies === true) return [];
  const words = [replies].flat(), isWord = (one: unknown) => typeof one === "string" && one.trim() !== "";
  if (words.length === 0 || !words.every((one): one is string => isWord(one))) {
    throw new RangeError(said("words_before", { wanted, found: JSON.stringify(replies) }));
  }
  return words.map((word) => {
    const own = word.normalize("NFKC").trim(), escaped = own.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    const isHead = !/[\p{Lu}\p{Ll}\p{N}]$/u.test(own);
    const before = isHead ? "(?<![\\p{Lu}\\p{Ll}\\p{N}])" : "(?<=(?:^|[.!?:。]\\s*)[^\\p{L}\\p{N}\\n]*)";
    return new RegExp(`${before}${escaped}${isHead ? "" : "(?![\\p{Lu}\\p{Ll}\\p{N}])"}`, "gimu");
  });
}

type Found = { value: string | null; reason?: Reason; scores?: BothScores };

function textsOf({ frame, columns }: RawTable, ...ours: string[]): (string | null)[] {
  const name = ours.map((one) => columns?.[one] ?? one).find((one) => frame.columns.includes(one));
  return name === undefined ? [] : frame.getColumn(name).cast(pl.Utf8).toArray();
}

const judgesOf = (table: RawTable) => textsOf(table, "evaluator", "judge");

function foundIn(
  table: RawTable,
  name: string,
  reading: Replies,
  find: (reply: string, row: number) => Found,
) {
  const { frame, file } = table, items = textsOf(table, "item_id", "sample_id"), judges = judgesOf(table);
  const { seen } = repliesOf(reading), rows = frame.getColumn(ROW).toArray();
  const criteria = textsOf(table, "criterion").map((one) => ({ criterion: one ?? "" }));
  const texts = frame.getColumn(name).cast(pl.Utf8), ended: string[] = [];
  const found = (texts.toArray() as (string | null)[]).map((reply, row): Found => {
    ended[row] = "empty";
    if (reply === null || withoutThinking(reply)?.trim() === "") return { value: null };
    const about = { item_id: items[row] ?? "", judge: judges[row] ?? name, ...criteria[row] };
    const meant = reading.meant?.get(handKey({ ...about, reply }));
    const one = meant ? { value: meant } : find(reply, row), { reason } = one as Found;
    ended[row] = reason ? ENDED[reason] ?? "unparsable" : "ok";
    seen.push({ ...about, place: placeOf(file, rows[row]), reply, meant, reason });
    return one;
  });
  return { texts, found, ended };
}

export function withRepliesRead(table: RawTable, column: string, reading: Replies) {
  const { frame } = table, { replies = true, values = {} } = reading.options;
  repliesOf(reading);
  if (!frame.columns.includes(column) || !isText(frame.getColumn(column))) return { table, scored: 0 };
  const signs = new Set(Object.keys(values.choice ?? {})), behind = behindWords(replies);
  const criteria = textsOf(table, "criterion"), named = new Set(criteria.filter((one) => one !== null));
  const { texts, found, ended } = foundIn(table, column, reading, (reply, row) => {
    if (signs.has(reply)) return { value: reply };
    const read = (text: string) => replyVerdict(text, { signs, behind }), criterion = criteria[row];
    const found = criterion ? onCriterion(withoutThinking(reply) ?? "", criterion, named, read) : read(reply);
    const { verdict: value = null, fault, scores } = found;
    if (value !== null) return { value, scores };
    return { value, reason: fault === "unknown wording" ? whyUnread(reply) : fault };
  });
  // The text stays beside its verdict, and how it ended, where the file does not say it; of two scores that make it each.
  const has = (name: string) => name !== column && frame.columns.includes(name);
  const kept = has("reply") ? [] : [texts.rename("reply")];
  if (!has("status")) kept.push(pl.Series("status", ended, pl.Utf8));
  const scored = has("score_a") || has("score_b") ? 0 : found.filter(({ scores }) => scores).length;
  for (const [side, name] of scored > 0 ? ["score_a", "score_b"].entries() : []) {
    kept.push(pl.Series(name, found.map(({ scores }) => scores?.[side] ?? null), pl.Float64));
  }
  const choice = column === "reply" ? "verdict of reply" : column;
  kept.push(pl.Series(choice, found.map(({ value }) => value), pl.Utf8));
  const columns = { ...table.columns, choice };
  return { table: { ...table, columns, frame: frame.withColumns(...kept) }, scored };
}

/** A table of replies with scores as one of these, and how each column's ended. Scores of a judge out of another number than most of its are off the scale. */
export function withScoresRead(
  table: RawTable,
  columns: readonly string[],
  { keep = true, ...scale }: ReplyScale & { keep?: boolean },
  reading: Replies,
) {
  const { frame } = table, { replies = true, values = {} } = reading.options;
  const behind = behindWords(replies), endings: Record<string, string[]> = {};
  const report = repliesOf(reading);
  const told = { unknown: true, abstention: true, ...scale }, judges = judgesOf(table);
  const criteria = textsOf(table, "criterion"), named = new Set(criteria.filter((one) => one !== null));
  const scoreIn = (reply: string): FoundScore => {
    const found = behind.flatMap((words) => [...reply.matchAll(words)].slice(-1)).map(({ index, 0: words }) =>
      scoreAlone(reply.slice(index + words.length).replace(/^[\s:=*_]{1,10}/, ""), told)
    );
    const scores = new Set(found.flatMap((one) => "score" in one ? [one.score] : []));
    if (scores.size > 1) return { fault: "unparsable", reason: "several scores" };
    const isSaid = (one: FoundScore) => "score" in one || one.fault !== "unparsable";
    return found.find((one) => "score" in one) ?? found.find(isSaid) ?? replyScore(reply, told);
  };
  const scoreOn = (reply: string, row: number) =>
    criteria[row]
      ? scoreOnCriterion(withoutThinking(reply) ?? "", criteria[row], named, scoreIn)
      : scoreIn(reply);
  const read = columns.filter((name) => isText(frame.getColumn(name))).flatMap((name) => {
    const { [name]: signs = {} } = values,
      own = frame.getColumn(name).cast(pl.Utf8).toArray() as (string | null)[];
    const scores = own.map((reply, row) =>
      reply && !Object.hasOwn(signs, reply) ? scoreOn(reply, row) : null
    );
    const scales = scalesOf(scores, judges);
    report.scores ??= name;
    const { texts, found, ended } = foundIn(table, name, reading, (reply, row) => {
      const one = scores[row];
      if (one === null) return { value: signs[reply] == null ? null : `${signs[reply]}` };
      const reason = whyNoScore(one, reply, scales.get(judges[row]));
      return { value: reason ? null : `${(one as { score: number }).score}`, reason };
    });
    endings[name] = ended;
    return [
      ...keep ? [texts.rename(`${name}_text`)] : [],
      pl.Series(name, found.map(({ value }) => value), pl.Utf8),
    ];
  });
  return { table: { ...table, frame: frame.withColumns(...read) }, ended: endings };
}

function scalesOf(scores: readonly (FoundScore | null)[], judges: readonly (string | null)[]) {
  const ends = scores.flatMap((one, row) =>
    one !== null && "score" in one && one.outOf !== null ? [{ judge: judges[row], end: one.outOf }] : []
  );
  return new Map([...grouped(ends, ({ judge }) => judge)].map(([judge, own]) => {
    const [[end]] = [...grouped(own, (one) => one.end)].toSorted(([, a], [, b]) => b.length - a.length);
    return [judge, end];
  }));
}

function whyNoScore(found: FoundScore, reply: string, end = Infinity): Reason | undefined {
  if ("score" in found) {
    return found.score > end || found.outOf !== null && found.outOf !== end ? "off the scale" : undefined;
  }
  if (found.fault === "out_of_range") return "off the scale";
  return found.fault === "abstained" ? "abstained" : whyUnread(reply);
}

const REPLIES = 0.5, LOOKED_AT = 200;

export function holdsScores(column: pl.Series): boolean {
  const texts = (column.dropNulls().head(LOOKED_AT).toArray() as unknown[]).map(String)
    .filter((one) => one.trim() !== "");
  const isScored = (one: string) => /[^\d\s.,]/.test(one) && "score" in replyScore(one, { unknown: true });
  return texts.filter(isScored).length > REPLIES * texts.length;
}

const shortened = (text: string) => text.length > 80 ? `${text.slice(0, 38)} … ${text.slice(-38)}` : text;

export function repliesText({ all, read, byHand = [], audit, scores }: RepliesReport): string {
  const done = byHand.length > 0 ? said("replies_by_hand", { read, all, hand: byHand.length }) : undefined;
  if (read === all) return done ?? `${read} of ${all} replies read`;
  const reasons = [...grouped(audit, ({ reason }) => reason)].map(([why, own]) => `${why} ${own.length}`);
  const times = grouped(audit, ({ reply }) => JSON.stringify(shortened(reply.replace(/\s+/g, " ").trim())));
  const some = [...times].slice(0, 3).map(([one, { length: n }]) => `${one}${n > 1 ? ` ×${n}` : ""}`);
  const isOfCriteria = audit.some(({ criterion }) => criterion !== undefined), isScore = scores !== undefined;
  return said("replies_open", {
    ...{ done: done ?? `${read} of ${all} replies read`, open: all - read, reasons, some },
    ...{ what: isScore ? "score" : "verdict", meant: isScore ? "its number" : "A, B or tie" },
    of: isOfCriteria ? "criteria" : isScore ? "frame" : "pairs",
  });
}
