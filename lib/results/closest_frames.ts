import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { isText } from "./check.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { isOfPeople, namedAlike, similarTo } from "./other_names.ts";
import { holdsScores } from "./read_replies.ts";
import { scorersIn } from "./two_scores.ts";
import { areVerdicts, isNone } from "./value_hint.ts";

/** Where replies stand in logs of calls and beside them. */
const REPLY =
  /^(?!request).*(message\.content|content\[0\]\.text|output_text|completion)$|(^|\.)(judge_?)?(output|reply|completion)\.(raw|text|content)$|^(raw_(output|response|reply)|(judge_?)?(reply|completion)|judge_(output|response|text))$/;

/** Whether two columns sound like a judge's scores of the two answers. */
function haveTwoScores(columns: readonly string[]): boolean {
  const scores = columns.filter((name) =>
    !isOfPeople(name) && /score|rating|grade|votes?(?![a-z])|wins?(?![a-z])|winner/i.test(name)
  );
  const second = (name: string) =>
    name.replace(/(?<![a-z])[a1](?![a-z\d])|(?<!\d)[a1]$/i, (one) => ({ a: "b", A: "B", 1: "2" })[one]!);
  return scores.some((name) => name !== second(name) && scores.includes(second(name)));
}

/** Columns of letters that say something else than who wins. */
const NO_VERDICTS = ["more_informative", "loser"];

/**
 * Columns of a table, none of them but `human` called as one of ours, in which every value is a verdict on two answers; where one speaks so, all others in its words do.
 * Judges and people who scored both answers, in two columns each, are named among them.
 */
export function verdictColumns(frame: pl.DataFrame): string[] {
  const isOurs = (name: string) => Object.values(FRAMES).some(({ columns }) => Object.hasOwn(columns, name));
  const texts = frame.columns.filter((name) =>
    (name === "human" || !isOurs(name) && NO_VERDICTS.every((one) => namedAlike(one, [name]).length === 0)) &&
    isText(frame.getColumn(name))
  ).map((name) => [name, frame.getColumn(name).dropNulls().unique().toArray() as string[]] as const);
  const words = new Set(texts.flatMap(([, values]) => areVerdicts(values) ? values : []));
  const verdicts = texts.filter(([, values]) => {
    const said = values.filter((value) => !isNone(value));
    return said.length > 0 && said.every((value) => words.has(value));
  }).map(([name]) => name);
  const { judges, people } = scorersIn(frame), scorers = [...people, ...judges];
  return judges.length > 0 && scorers.length > 1 ? [...verdicts, ...scorers] : verdicts;
}

/** Columns of a table that hold whole replies with one score each. */
export const scoredReplies = (frame: pl.DataFrame) =>
  frame.columns.filter((name) => holdsScores(frame.getColumn(name)));

/**
 * What of a file may be each of our columns, the likeliest first, and no likeliest twice. A judge's verdict goes before people's, and a lone
 * column of verdicts is a choice, whatever it is called.
 */
export function assignColumns(
  wanted: readonly { ours: string; wanted: string }[],
  columns: readonly string[],
  verdicts: readonly string[],
): { ours: string; wanted: string; names: string[] }[] {
  const used: string[] = [], judges = verdicts.filter((one) => !isOfPeople(one));
  const order = [...wanted].sort((a, b) => Number(b.ours === "choice") - Number(a.ours === "choice"));
  return order.map(({ ours, wanted }) => {
    const free = columns.filter((one) => !used.includes(one));
    const alike = ours === wanted ? similarTo(wanted, free) : nearest(wanted, free);
    const names = alike.length === 0 && ours === "choice" && judges.length === 1 ? judges : alike;
    used.push(...names.slice(0, 1));
    return { ours, wanted, names };
  });
}

/**
 * What of a file is each of our columns, as far as its names tell. Beside whole replies, where nothing else is people's, a column called label
 * is no judge's verdict: that is in the replies, and the label people's.
 */
export function guessColumns(
  ours: readonly string[],
  columns: readonly string[],
  verdicts: readonly string[],
): { column: string; name?: string }[] {
  const assigned = assignColumns(ours.map((one) => ({ ours: one, wanted: one })), columns, verdicts);
  const found = Object.fromEntries(assigned.map(({ ours, names: [name] }) => [ours, name]));
  const reply = columns.find((one) => REPLY.test(one) || /^(judge?ments?|outputs?|responses?)$/i.test(one));
  const isLabel = /^labels?$/i.test(found.choice ?? "") && ours.includes("human") && !found.human;
  if (isLabel && reply !== undefined) Object.assign(found, { choice: reply, human: found.choice });
  return assigned.map(({ ours }) => ({ column: ours, name: found[ours] }));
}

/** What is one column of a frame worth that the file has, that it has by another name, that it lacks, a column of the file that is none, and what only another frame has. */
const EVIDENCE = { has: 1, similar: 0.6, optional: 0.3, lacks: -0.7, unexplained: -0.2, other: -1.5 };

/** The frames by what speaks for them: columns of theirs in the file, others that sound like them, and those that are not there. */
export function closestFrames(
  found: readonly string[],
  mapped: ToldColumns = {},
  verdicts: readonly string[] = [],
  scored: readonly string[] = [],
): { frame: FrameName; missing: string[]; similar: string[] }[] {
  // What the caller has mapped is there under our name, where the file has it.
  const told = Object.entries(toldIn(mapped, found));
  const left = found.filter((column) => !told.some(([ours, theirs]) => ours === column || theirs === column));
  const columns = [...left, ...told.map(([ours]) => ours)];
  const won = namedAlike("choice", columns), isNamed = (one: string) => similarTo(one, columns).length > 0;
  const isToldOtherwise = verdicts.length > 0 || haveTwoScores(columns) ||
    columns.some((one) => REPLY.test(one) && !scored.includes(one));
  return (Object.keys(FRAMES) as FrameName[]).map((frame) => {
    const specs = Object.entries(FRAMES[frame].columns), has = (column: string) => columns.includes(column);
    const free = columns.filter((column) => !Object.hasOwn(FRAMES[frame].columns, column));
    // Who won is no rating.
    const open = frame === "ratings" ? free.filter((column) => !won.includes(column)) : free;
    const lacking = specs.filter(([column, { required, asked }]) => (required || asked) && !has(column))
      .map(([column, { required }]) => ({ column, required, names: similarTo(column, open) }))
      .filter(({ required, names }) => required || names.length > 0);
    const lacks = (column: string) => lacking.some((one) => one.column === column && one.names.length === 0);
    const similar = [...new Set(lacking.flatMap(({ names }) => names))];
    const also = scoresIn(frame, free, scored).map(([, name]) => name);
    const evidence = [
      ...specs.filter(([column]) => has(column)).map(([, { required, asked }]) =>
        required || asked ? EVIDENCE.has : EVIDENCE.optional
      ),
      ...lacking.map(({ names }) => names.length > 0 ? EVIDENCE.similar : EVIDENCE.lacks),
      ...also.map(() => EVIDENCE.similar),
      ...free.filter((column) => ![...similar, ...also].includes(column)).map(() => EVIDENCE.unexplained),
      // What one column after the other says of two answers speaks for pairs, and against all else.
      verdicts.length * (frame === "pairs" ? EVIDENCE.similar : EVIDENCE.lacks),
      // So do replies with one score each for ratings.
      scored.length * (frame === "ratings" ? EVIDENCE.similar : EVIDENCE.lacks),
      // What a frame is of must be there in some form: who won, who says more, a setting or a writer.
      frame === "pairs" && lacks("choice") && !isToldOtherwise ? EVIDENCE.lacks : 0,
      frame === "labels" && (lacks("more_informative") || isNamed("judge")) ||
        frame === "caption scores" && !isNamed("setting") && !isNamed("generator")
        ? EVIDENCE.other
        : 0,
    ].reduce((sum, one) => sum + one, 0);
    return { frame, missing: lacking.map(({ column }) => column), similar, evidence };
    // One that lacks nothing was left for what else the file has.
  }).filter(({ missing }) => missing.length > 0).sort((a, b) => b.evidence - a.evidence)
    .map(({ evidence: _, ...one }) => one);
}

/** Of files of one score a row the columns that name the evaluator and the score, as `readRatings` is told of them; none where one lacks. */
export function scoresIn(
  frame: FrameName,
  columns: readonly string[],
  replies: readonly string[] = [],
): (readonly [string, string])[] {
  const [named, alike] = ["evaluator", "score"].map((ours) =>
    namedAlike(ours, columns).filter((column) => namedAlike("human", [column]).length === 0)
  );
  const scored = [...replies, ...alike];
  return frame === "ratings" && named.length > 0 && scored.length > 0
    ? [["evaluator", named[0]], ["score", scored[0]]]
    : [];
}

/** What a file has of the columns that the caller names: of several names the first, of a path the column in which it begins. */
export function toldIn(told: ToldColumns, found: readonly string[]): Record<string, string> {
  const headOf = (path: string) => path.split(/[.[]/)[0], heads = new Set([...found, ...found.map(headOf)]);
  return Object.fromEntries(
    Object.entries(told).flatMap(([ours, names]) => {
      const all = [names].flat();
      const own = all.find((name) => found.includes(name)) ??
        all.find((name) => heads.has(name) || heads.has(headOf(name)));
      return own === undefined ? [] : [[ours, own]];
    }),
  );
}
