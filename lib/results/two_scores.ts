import pl from "nodejs-polars";
import { toldColumns, typedIn } from "../progress/require.ts";
import { isNestedType, rule } from "./check.ts";
import { larger } from "./layouts/records.ts";
import type { RawTable } from "./load_table.ts";
import { FRAMES } from "./frames.ts";
import { isOfPeople, namedAlike, similarTo } from "./other_names.ts";
import { distinct, MEASURED, sentinelsIn, unlikeScales } from "./rating_warnings.ts";
import { badValues } from "./results_error.ts";
import { badCells } from "./rows_table.ts";
import { said } from "./said.ts";
import { isNone, valueHint } from "./value_hint.ts";

const SCORE = { type: "number", nullable: true } as const;

/** Which answer a column's name says that it is of, and that it holds a score: what is left is whose (`gpt_a`, `gpt_score_a`, `a_gpt`, `score_a_gpt`). */
const SIDE = /(?<![a-z\d])a(?![a-z\d])/i,
  FIRST = /(?<!\d)1(?![a-z\d])/i,
  WORD = /(?<![a-z])(score|rating|grade)s?(?![a-z])/i;

/** The columns of the scores that somebody gave the two answers. */
export type TwoScores = readonly [a: string, b: string];

/** Whether 1 and 2 say which answer: lengths, texts or models of both are called so; else they number people, or runs. */
const areNumbered = (columns: readonly string[]) =>
  ["words_a", "answer_a", "model_a"].some((one) => namedAlike(one, columns).some((name) => FIRST.test(name)));

/** Columns whose names differ in a and b alone, or in 1 and 2 where these are answers; whose they are with the word for scores in the name and without it. */
export function sidedColumns(columns: readonly string[]): { who: string; worded: string; pair: TwoScores }[] {
  const tidy = (name: string) => name.replace(/([ _.-])[ _.-]+/g, "$1").replace(/^[ _.-]|[ _.-]$/g, "");
  const isOf = areNumbered(columns);
  return columns.flatMap((a) => {
    const side = isOf && FIRST.test(a) ? FIRST : SIDE,
      other: Record<string, string> = { a: "b", A: "B", 1: "2" };
    const b = a.replace(side, (one) => other[one]), named = a.replace(side, "");
    return a !== b && columns.includes(b)
      ? [{ who: tidy(named.replace(WORD, "")), worded: tidy(named), pair: [a, b] }]
      : [];
  });
}

/** The two columns of somebody's scores of the answers; undefined where there are none, or several pairs of them. */
export function scoresOf(who: string, columns: readonly string[]): TwoScores | undefined {
  const own = sidedColumns(columns).filter((one) => one.who === who || one.worded === who);
  return own.length === 1 ? own[0].pair : undefined;
}

/** Whose two columns are, where they hold somebody's scores of the answers. */
export const scorerOf = (two: readonly string[], columns: readonly string[]) =>
  two.length === 2
    ? sidedColumns(columns).find(({ pair }) => pair.every((one) => two.includes(one)))?.worded
    : undefined;

/** Whether two columns of scores say nobody's name: `score_a`, `judge_score_a`. */
const isUnnamed = ({ who, worded }: { who: string; worded: string }) =>
  worded !== "" && (who === "" || who !== worded && namedAlike("judge", [who]).length > 0);

/** Whether a name is that of something else than scores; people's scores may be their mean. */
const isMeasured = (name: string) =>
  MEASURED.test(isOfPeople(name) ? name.replace(/(mean|average|avg)/i, "") : name);

/** Whose two columns of scores are by their names alone: people's, and a pair that says no one's name. */
export function sidesIn(columns: readonly string[]): { people?: string; scores?: TwoScores } {
  const all = sidedColumns(columns), unnamed = all.filter(isUnnamed);
  const own = all.filter(({ worded }) => isOfPeople(worded) && !isMeasured(worded));
  return {
    people: own.length === 1 ? own[0].worded : undefined,
    scores: unnamed.length === 1 ? unnamed[0].pair : undefined,
  };
}

/** Who seems to have scored both answers, in two columns of numbers: judges, people, and where the names do not say whose they are. `isSaid`: judges only where a name says that these are scores. */
export function scorersIn(
  frame: pl.DataFrame,
  isSaid = false,
): { judges: string[]; people: string[]; unnamed: string[] } {
  const isNumber = (one: unknown) => /^\s*-?\d+([.,]\d+)?\s*$/.test(String(one));
  const areNumbers = (name: string) => {
    const found = isNestedType(String(frame.getColumn(name).dtype)) ? [] : distinct(frame, name);
    const open = found.filter((one) => !isNone(String(one))), numbers = open.filter(isNumber);
    return numbers.length > 0 && 2 * numbers.length >= open.length;
  };
  const all = sidedColumns(frame.columns).filter(({ worded, pair }) =>
    !pair.some((one) => Object.hasOwn(FRAMES.pairs.columns, one) || /confidence|prob/i.test(one)) &&
    !isMeasured(worded) && namedAlike("words_a", pair).length === 0 && pair.every(areNumbers)
  );
  const named = all.filter((one) => one.who !== "" && !isUnnamed(one))
    .filter(({ who, worded }) => isOfPeople(who) || !isSaid || who !== worded).map(({ who }) => who)
    .filter((who) => scoresOf(who, frame.columns));
  const unnamed = all.filter(isUnnamed).map(({ worded }) => worded);
  return { judges: named.filter((one) => !isOfPeople(one)), people: named.filter(isOfPeople), unnamed };
}

const scoreRule = (frame: pl.DataFrame, name: string) =>
  rule(pl.col(name), String(frame.getColumn(name).dtype), SCORE);

/** Throws where columns of scores hold something else, of all of them at once. */
export function requireScores(table: RawTable, names: readonly string[]): void {
  const { frame, file } = table, found = names.map((name) => frame.filter(scoreRule(frame, name).bad));
  const bad = names.flatMap((name, i) => found[i].height > 0 ? [{ name, rows: found[i] }] : [])
    .map(({ name, rows }, i) =>
      badCells(
        table,
        name,
        rows,
        (values) => `a number or nothing${valueHint(name, SCORE, values, { isFurther: i > 0 })}`,
      )
    );
  if (bad.length > 0) throw badValues(bad, file, frame.height);
}

/** The choice that somebody's scores of the two answers make, and the scores: one that is empty makes none. */
export function choiceOf({ frame }: RawTable, names: TwoScores, warnings: string[]) {
  const scores = names.map((name) =>
    frame.select(scoreRule(frame, name).value.alias(name)).getColumn(name).toArray() as (number | null)[]
  );
  const [a, b] = scores;
  warnings.push(
    ...sentinelsIn(
      names.map((name, i) => [name, scores[i].filter((one) => one !== null)] as const),
      (_, value) => `missing: [${value}]${typedIn("missing", `${value}`, [])}`,
    ),
    ...unlikeScales(scores.flat(), (row) => names[row < a.length ? 0 : 1]),
  );
  const both = a.map((one, i) => `${one} ${b[i]}`), none = both.filter((one) => one === "0 0").length;
  if (none > 0 && both.every((one) => ["0 0", "0 1", "1 0", "null null"].includes(one))) {
    warnings.push(said("no_verdict_scores", { names: names.join(" and "), rows: none }));
  }
  const isRank = names.every((name) => /(^|[^a-z])rank/i.test(name));
  if (isRank && frame.columns.indexOf(names[0]) < frame.columns.indexOf(names[1])) {
    warnings.push(said("ranks", { names: names.join(" and ") }));
  }
  return { choice: a.map((one, i) => larger(one, b[i])), scores };
}

/** What is said of judges and people with two columns of scores each: whose, and of which columns. */
export const inColumns = (scorers: ReadonlyMap<string, TwoScores>) =>
  [...scorers].map(([who, pair]) => `${who} (${pair.join(", ")})`).join(", ");

/** No labels of people: what compares with them has nothing to say. */
export function* unlabelled({ frame, filled }: { frame: pl.DataFrame; filled: readonly string[] }) {
  if (!filled.includes("human") || frame.getColumn("human").nullCount() < frame.height) return;
  const own = frame.columns.filter((column) => !Object.hasOwn(FRAMES.pairs.columns, column));
  const { people, unnamed } = scorersIn(frame), [scorer] = [...people, ...unnamed];
  const [meant] = scorer === undefined ? similarTo("human", own) : [scorer];
  const is = scorer === undefined
    ? `is it ${meant}`
    : `do ${scoresOf(scorer, own)?.join(" and ")} hold people's scores of the two answers`;
  yield said("unlabelled", {
    meant: meant ? `; ${is}? then name it: ${toldColumns([["human", meant]])}` : "",
  });
}
