import type pl from "nodejs-polars";
import { isText } from "./check.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { stepsOf } from "./json_lines.ts";
import { isOfPeople, namedAlike, similarTo } from "./other_names.ts";
import { scorersIn } from "./two_scores.ts";
import { areVerdicts, isNone } from "./value_hint.ts";

/** The columns with a judge's scores of the two answers, as `readPairs` is told of them; none where one lacks. */
export function twoScores(columns: readonly string[]): (readonly [string, string])[] {
  const scores = columns.filter((name) =>
    !isOfPeople(name) && /score|rating|grade|votes?(?![a-z])|wins?(?![a-z])|winner/i.test(name)
  );
  const second = (name: string) =>
    name.replace(/(?<![a-z])[a1](?![a-z\d])|(?<!\d)[a1]$/i, (one) => ({ a: "b", A: "B", 1: "2" })[one]!);
  const one = scores.find((name) => name !== second(name) && scores.includes(second(name)));
  return one === undefined ? [] : [["score_a", one], ["score_b", second(one)]];
}

/** What letters of answers may say beside who wins. */
const NO_VERDICTS = ["more_informative", "loser"];

/**
 * Columns of a table, none of them but `human` called as one of ours, in which every value is a verdict on two answers, in our words or in
 * others that are usual; where one speaks so, all others in its words do; and who has two columns of scores by his name. Beside scores of single answers a letter says which answer was scored.
 */
export function verdictColumns(frame: pl.DataFrame): string[] {
  const isOurs = (name: string) => Object.values(FRAMES).some(({ columns }) => Object.hasOwn(columns, name));
  if (singleScore(frame.columns).length > 0) return [];
  const texts = frame.columns.filter((name) =>
    (!isOurs(name) && NO_VERDICTS.every((one) => namedAlike(one, [name]).length === 0) || name === "human") &&
    !/^(side|slot|candidate)/i.test(name) &&
    isText(frame.getColumn(name))
  ).map((name) => [name, frame.getColumn(name).dropNulls().unique().toArray() as string[]] as const);
  const words = new Set(texts.flatMap(([, values]) => areVerdicts(values) ? values : []));
  const verdicts = texts.filter(([, values]) => {
    const said = values.filter((value) => !isNone(value));
    return said.length > 0 && said.every((value) => words.has(value));
  }).map(([name]) => name);
  const { judges, people } = scorersIn(frame);
  return [...verdicts, ...[...judges, ...people].filter((who) => !frame.columns.includes(who))];
}

/** Paths to what may be a verdict, where they lead to the same in several parts of a record; else none. */
export function repeatedPaths(paths: readonly string[]): string[] {
  const alike = similarTo("choice", paths),
    form = (path: string) => {
      const steps = stepsOf(path);
      return [steps.length, steps[0], steps.at(-1)].join();
    };
  const same = alike.filter((one) => form(one) === form(alike[0]));
  return same.length > 1 ? same : [];
}

/** Where replies stand in logs of calls and beside them. */
export const REPLY =
  /^(?!request).*(message\.content|content\[0\]\.text|output_text|completion)$|^(raw_(output|response|reply)|(judge_?)?(reply|completion)|judge_(output|response|text))$/;

/** How a column's name ends where another differs in the order or the run alone. */
const ENDING =
  /[\s._-]*(ab|ba|orig(inal)?|swap(ped)?|rev(ersed?)?|flip(ped)?|forward|backward|normal)$|[\s._]*(order|run|pass|game|trial|rep|seed|turn|verdict|pred)?[\s._]+[12ab\d]$|(order|run|pass|game|trial|rep|seed|turn)\d+$/i;

/**
 * Of columns of verdicts those that hold one judge's each, none at all where two are one judge's in two orders or runs, and judges with two scores:
 * none of people's.
 */
export function judgesAmong(verdicts: readonly string[], columns: readonly string[]): string[] {
  const judges = verdicts.filter((one) => !isOfPeople(one)),
    own = judges.filter((one) => columns.includes(one));
  if (own.some((one) => /\[\d+\]/.test(one))) return [];
  return new Set(own.map((one) => one.replace(ENDING, ""))).size < own.length ? [] : judges;
}

/** Where each row is one answer of several the columns of its score and of the answer's name, which is no verdict; else neither. */
export function singleScore(columns: readonly string[]): string[] {
  const answer = columns.find((one) =>
    /^(resp(onse)?|answer|side|slot|candidate)([ _-]?(id|name|no|idx))?$/i.test(one)
  );
  const score = columns.find((one) => namedAlike("score", [one]).length > 0);
  return answer === undefined || score === undefined ? [] : [score, answer];
}

/** What is one column of a frame worth that the file has, that it has by another name, that it lacks, and a column of the file that is none. */
const EVIDENCE = { has: 1, similar: 0.6, optional: 0.3, lacks: -0.7, unexplained: -0.2 };

/** What a judge's name is worth against labels, and scores that no caption's writer and setting are named for against captions. */
const JUDGED = -1.5;

/** The frames by what speaks for them: columns of theirs in the file, others that sound like them, and those that are not there. */
export function closestFrames(
  found: readonly string[],
  mapped: ToldColumns = {},
  verdicts: readonly string[] = [],
): { frame: FrameName; missing: string[]; similar: string[] }[] {
  // What the caller has mapped is there under our name, where the file has it.
  const told = Object.entries(toldIn(mapped, found));
  const left = found.filter((column) => !told.some(([ours, theirs]) => ours === column || theirs === column));
  const columns = [...left, ...told.map(([ours]) => ours)];
  const won = namedAlike("choice", columns);
  return (Object.keys(FRAMES) as FrameName[]).map((frame) => {
    const specs = Object.entries(FRAMES[frame].columns), has = (column: string) => columns.includes(column);
    const free = columns.filter((column) => !Object.hasOwn(FRAMES[frame].columns, column));
    // Who won is no rating.
    const open = frame === "ratings" ? free.filter((column) => !won.includes(column)) : free;
    const lacking = specs.filter(([column, { required, asked }]) => (required || asked) && !has(column))
      .map(([column, { required }]) => ({ column, required, names: similarTo(column, open) }))
      .filter(({ required, names }) => required || names.length > 0);
    const similar = [...new Set(lacking.flatMap(({ names }) => names))];
    const also = scoresIn(frame, free).map(([, name]) => name);
    const evidence = [
      ...specs.filter(([column]) => has(column)).map(([, { required, asked }]) =>
        required || asked ? EVIDENCE.has : EVIDENCE.optional
      ),
      ...lacking.map(({ names }) => names.length > 0 ? EVIDENCE.similar : EVIDENCE.lacks),
      ...also.map(() => EVIDENCE.similar),
      ...free.filter((column) => ![...similar, ...also].includes(column)).map(() => EVIDENCE.unexplained),
      // Scores without a setting or a writer are no captions.
      frame === "caption scores" &&
        !["setting", "generator"].some((one) => similarTo(one, columns).length > 0)
        ? JUDGED
        : 0,
      frame === "labels" &&
        (["judge", "score"].some((one) => namedAlike(one, columns).length > 0) || verdicts.length > 1 ||
          lacking.some(({ column, names }) => column === "more_informative" && names.length === 0))
        ? JUDGED
        : 0,
      // What one column after the other says of two answers is no number of an evaluator.
      frame === "ratings" && verdicts.length > 0 ? JUDGED : 0,
      frame === "pairs" ? EVIDENCE.similar * verdicts.length : 0,
      // Nothing that a choice is made of.
      frame === "pairs" && verdicts.length === 0 && twoScores(columns).length === 0 &&
        !columns.some((one) => REPLY.test(one)) &&
        lacking.some(({ column, names }) => column === "choice" && names.length === 0)
        ? EVIDENCE.lacks
        : 0,
    ].reduce((sum, one) => sum + one, 0);
    return { frame, missing: lacking.map(({ column }) => column), similar, evidence };
    // One that lacks nothing was left for what else the file has.
  }).filter(({ missing }) => missing.length > 0).sort((a, b) => b.evidence - a.evidence).map((
    { evidence: _, ...one },
  ) => one);
}

/** Of files of one score a row the columns that name the evaluator and the score, as `readRatings` is told of them; none where one lacks. */
export function scoresIn(frame: FrameName, columns: readonly string[]): (readonly [string, string])[] {
  const [named, scored] = ["evaluator", "score"].map((ours) =>
    namedAlike(ours, columns).filter((column) => namedAlike("human", [column]).length === 0)
  );
  return frame === "ratings" && named.length > 0 && scored.length > 0
    ? [["evaluator", named[0]], ["score", scored[0]]]
    : [];
}

/** What a file has of the columns that the caller names: of several names the first, of a path the column in which it begins. */
export function toldIn(told: ToldColumns, found: readonly string[]): Record<string, string> {
  const heads = new Set([...found, ...found.map(headOf)]);
  return Object.fromEntries(
    Object.entries(told).flatMap(([ours, names]) => {
      const all = [names].flat();
      const own = all.find((name) => found.includes(name)) ??
        all.find((name) => heads.has(name) || heads.has(headOf(name)));
      return own === undefined ? [] : [[ours, own]];
    }),
  );
}

/** The column in which a path into records begins. */
export const headOf = (path: string) => path.split(/[.[]/)[0];
