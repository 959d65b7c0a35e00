import pl from "nodejs-polars";
import { toldColumns, typedIn } from "../progress/require.ts";
import { rowsInWords } from "../progress/show.ts";
import { grouped } from "../stats/grouped.ts";
import { isFunctionOf, isNested, isText } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { isOfPeople, namedAlike } from "./other_names.ts";
import { ratingEvaluators } from "./frame.ts";
import { isNone } from "./value_hint.ts";

/** The values of a column, each once. */
export const distinct = (frame: pl.DataFrame, column: string) =>
  frame.getColumn(column).dropNulls().unique().toArray() as unknown[];

/** Names of columns of numbers that are measured, and no judge's score. */
export const MEASURED =
  /(^|[_ ])(year|length|len|words|tokens|time|latency|seconds|duration|temperature|seed|cost|price|rank|average|avg|mean|width|height|index|idx|turns?|(grand )?total|sum|summe|gesamt(ergebnis)?)($|[_ ])/i;

/** Evaluators that may be none: columns of one and the same number, of what is measured, of ranks and of means of others. */
export function* doubtfulScores({ frame, named }: { frame: pl.DataFrame; named: boolean }) {
  const all = ratingEvaluators(frame), nested = frame.columns.filter((one) => isNested(frame.getColumn(one)));
  if (all.length === 0 && nested.length > 0) {
    yield `no column of numbers is an evaluator; those inside ${
      nested.join(", ")
    } are named by their path: columns: { NAME: "${nested[0]}.…" }`;
  }
  const isOne = (one: string) => distinct(frame, one).length === 1;
  const doubtful = all.filter((column) =>
    MEASURED.test(column) || isOfPeople(column) || frame.height > 2 && isOne(column)
  );
  const others = all.filter((column) => !doubtful.includes(column));
  if (named || doubtful.length === 0 || others.length === 0) return;
  const way = `evaluators: ${JSON.stringify(others)} (--evaluators "${others.join(",")}")`;
  yield `every column of numbers counts as an evaluator, ${
    doubtful.join(", ")
  } too; if that is none, name those that are: ${way}`;
}

/** From what share of rows without a score on it is asked where the score is. */
const MANY_UNSCORED = 0.05;

/** Scores that one file has as columns, and another inside an object that nobody reads. */
export function* unreadScores({ frame, reached }: { frame: pl.DataFrame; reached: readonly string[] }) {
  const numbers = (name: string) =>
    [...String(frame.getColumn(name).dtype).matchAll(/Field\("([^"]+)", ?DataType\((?:U?Int|Float)/g)]
      .map(([, field]) => `${name}.${field}`);
  // One object in each row: what lies deeper has a longer path.
  const isFlat = (one: string) => /^(DataType\()?Struct(?!.*Struct)/.test(String(frame.getColumn(one).dtype));
  const isOpen = (one: string) => !reached.includes(one) && isFlat(one);
  const paths = frame.columns.filter(isOpen).flatMap(numbers);
  if (paths.length === 0) return;
  for (const name of ratingEvaluators(frame)) {
    const none = frame.getColumn(name).nullCount();
    if (none === 0 || none < MANY_UNSCORED * frame.height) continue;
    yield `${name}: ${none} of ${rowsInWords(frame.height)} without a score, while numbers at ${
      paths.slice(0, 5).join(", ")
    } are not read; if these are scores, name both under one name, as in columns: { NAME: ["${name}", "${
      paths[0]
    }"] }`;
  }
}

/** Share of a column's cells that are numbers from which on it may be an evaluator's that often gave no score. */
const SOME_NUMBERS = 0.1;

/** Columns of texts and numbers, which are no evaluators: one that often gave no score would vanish, and so would one that never did. */
export function* mixedScores({ frame, named }: { frame: pl.DataFrame; named: boolean }) {
  if (named) return;
  for (const name of frame.columns) {
    if (Object.hasOwn(FRAMES.ratings.columns, name) || !isText(frame.getColumn(name))) continue;
    const cells = (frame.getColumn(name).dropNulls().toArray() as string[]).filter((one) =>
      one.trim() !== ""
    );
    if (frame.height > 0 && cells.every((one) => isNone(one))) {
      yield `${name} has no score in any row and is no evaluator; if it is one, name all that are: evaluators: […]`;
      continue;
    }
    const texts = cells.filter((one) => !/^\s*[-+]?\d+([.,]\d+)?\s*$/.test(one)), [first = ""] = texts;
    const numbers = cells.length - texts.length;
    if (numbers < SOME_NUMBERS * cells.length || numbers === 0) continue;
    const word = JSON.stringify(first.length > 40 ? `${first.slice(0, 40)}…` : first);
    yield `${name} is no evaluator, for ${texts.length} of its ${
      rowsInWords(cells.length)
    } hold a text (${word}); if ` +
      `it is one, read its texts as nothing: values: { ${
        JSON.stringify(name)
      }: { ${word}: null } }, or with missing`;
  }
}

/** Codes of verdicts on two answers and of a tie. */
const CODES = ["0,1,2", "1,2,3", "-1,0,1", "1,2"];

/** Numbers that may be codes of verdicts: no scale has so few. */
export function* codedVerdicts({ frame }: { frame: pl.DataFrame }) {
  const judges = ratingEvaluators(frame), columns = ["human", ...judges];
  const codes = columns.map((one) => (distinct(frame, one) as number[]).sort((a, b) => a - b).join());
  if (judges.length === 0 || frame.height < MANY || !codes.every((one) => CODES.includes(one))) return;
  yield `human and ${judges.join(", ")} are ${
    codes[0].replaceAll(",", ", ")
  } throughout: if these are codes of verdicts on two answers, they ` +
    `are pairs, read with readPairs and judges: ${JSON.stringify(judges)}${
      typedIn("judges", judges.join(","), judges)
    }, and values`;
}

/** From how many rows on so few numbers are no chance. */
const MANY = 10;

/** The column that names judges, where each row is one score of one of them. */
function judgeOfRows(frame: pl.DataFrame): string | undefined {
  if (ratingEvaluators(frame).length > 1) return undefined;
  return frame.columns.find((name) =>
    /^(judge|evaluator|model|judge_model|judge_name)$/i.test(name) && isText(frame.getColumn(name)) &&
    distinct(frame, name).length > 1
  );
}

/** Rows that are one judge's score each: ratings have a row per person, and a column per evaluator. */
export function* longRatings({ frame }: { frame: pl.DataFrame }) {
  const column = judgeOfRows(frame);
  if (column === undefined || frame.getColumn("item_id").nUnique() === frame.height) return;
  const judges = distinct(frame, column).length, way = toldColumns([["evaluator", column]]);
  const told = frame.columns.includes("score") ? "" : ", and score";
  yield `the column ${column} names ${judges} judges, and items stand in several rows: every row counts as a person's rating, and their scores ` +
    `as one evaluator's; for a column per judge say so: ${way}${told}`;
}

/** Rows of one item that an evaluator scored differently: people's ratings are of one answer, with one score. */
export function* severalAnswers({ frame, files }: { frame: pl.DataFrame; files: readonly unknown[] }) {
  const differs = (one: string) => !isFunctionOf(frame, one, ["item_id"]);
  const scores = ratingEvaluators(frame).filter(differs);
  const hasPeople = namedAlike("annotator", frame.columns).length > 0;
  if (scores.length === 0 || hasPeople || judgeOfRows(frame) !== undefined) return;
  const [own] = frame.columns.filter((one) =>
    !Object.hasOwn(FRAMES.ratings.columns, one) && isText(frame.getColumn(one)) && differs(one)
  );
  const way = files.length > 1 && own === undefined
    ? 'if each file is an evaluator\'s, make one table of all with a column that names it, and say columns: { evaluator: "…" }'
    : "if these are several answers, make each an item of its own, in pandas " +
      `df.item_id = df.item_id.astype(str) + "/" + df[${JSON.stringify(own ?? "…")}].astype(str)`;
  yield `items stand in several rows, between which ${scores.join(", ")} ${
    scores.length === 1 ? "differs" : "differ"
  }: every row counts as a person's rating of the same answer; ${way}`;
}

/** Numbers by which files say that there is none: where one stands alone beyond a scale it would count as a score. */
const SENTINELS = [-1, -9, -99, -999, 99, 999, 9999];

export function* sentinels({ frame }: { frame: pl.DataFrame }) {
  for (const column of ["human", ...ratingEvaluators(frame)]) {
    yield* sentinelsIn(column, frame.getColumn(column).dropNulls().toArray() as number[]);
  }
}

/** How many times the next score one that stands alone at the end of a short scale is, where a decimal sign may be lost; largest such scale. */
const LOST = 3, SHORT_SCALE = 10;

/** Rows that all stand several times: a table joined twice, and no votes of several people. */
export function* repeatedRatings({ frame }: { frame: pl.DataFrame }) {
  if (frame.height < MANY || frame.columns.some((one) => isNested(frame.getColumn(one)))) return;
  const counts = frame.groupBy(frame.columns).agg(pl.count("item_id").alias("__rows")).getColumn("__rows");
  const few = Number(counts.min());
  if (few < 2 || namedAlike("annotator", frame.columns).length > 0) return;
  yield `every row stands at least ${
    few === 2 ? "twice" : `${few} times`
  }, alike in every column, and each counts as a person's rating: ` +
    "if the file holds its rows more than once, take the copies out (in pandas df = df.drop_duplicates())";
}

/** The same of the numbers of one column. */
export function* sentinelsIn(column: string, values: readonly number[]) {
  const scores = grouped(values, (value) => value);
  for (const sentinel of SENTINELS.filter((one) => scores.has(one))) {
    const others = [...scores.keys()].filter((one) => one !== sentinel)
      .sort((a, b) => a - b);
    const low = others[0], high = others.at(-1)!, rows = rowsInWords(scores.get(sentinel)!.length);
    // Below a scale that begins at 0 or above, or far above one.
    if (others.length < 2 || low < 0 || sentinel > 0 && sentinel <= 5 * high) continue;
    yield `${column}: ${sentinel} stands in ${rows}, and all others are from ${low} to ${high}. ` +
      `If it means "no score", read with missing: [${sentinel}]; now it counts as a score`;
  }
  const [high = 0, next = 0] = [...scores.keys()].sort((a, b) => b - a).filter((one) =>
    !SENTINELS.includes(one)
  );
  if (
    scores.size > 3 && next > 1 && next <= SHORT_SCALE && high > LOST * next && scores.get(high)!.length === 1
  ) {
    yield `${column}: ${high} stands in 1 row, and all others are up to ${next}: if a decimal sign is lost, mend that cell; ` +
      "now it counts as a score";
  }
}
