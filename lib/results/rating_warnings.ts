import pl from "nodejs-polars";
import { toldColumns, typedIn } from "../progress/require.ts";
import { grouped } from "../stats/grouped.ts";
import { isText } from "./check.ts";
import { columnNumbers, factor } from "./factor.ts";
import { NO_EVALUATOR, ratingEvaluators } from "./frame.ts";
import { MANY_ROWS } from "./opposition.ts";
import { namedAlike } from "./other_names.ts";
import { said } from "./said.ts";

type Rated = { frame: pl.DataFrame };

/** Looks at what was read: in files of any layout or our own alone, in which frames, and what each has to say. */
export type Looks<Read> = readonly (readonly [
  where: "any" | "own",
  frames: string,
  says: (read: Read) => Iterable<string>,
])[];

export const distinct = (frame: pl.DataFrame, column: string) =>
  frame.getColumn(column).dropNulls().unique().toArray() as unknown[];

export const MEASURED =
  /(^|[_ ])(year|length|len|words?|tok|tokens?|chars?|time|latency|seconds|duration|temperature|seed|cost|price|rank|average|avg|mean|width|height|index|idx|turns?|(grand )?total|sum|summe|gesamt(ergebnis)?)($|[_ ])/i;

/** Whether a column of scores says nobody's name, so that a column model may hold judges and not who wrote the answers. */
const isUnnamed = (evaluator: string) => namedAlike("score", [evaluator]).length > 0;

function* longRatings({ frame }: Rated) {
  const evaluators = ratingEvaluators(frame);
  const column =
    [/^(judge|evaluator|judge_model|judge_name)$/i, /^model$/i].flatMap((form) =>
      frame.columns.filter((name) =>
        form.test(name) && isText(frame.getColumn(name)) && distinct(frame, name).length > 1
      )
    )[0];
  const isWriter = /^model$/i.test(column) && !evaluators.every(isUnnamed);
  if (!column || isWriter || evaluators.length > 1 || frame.getColumn("item_id").nUnique() === frame.height) {
    return;
  }
  const judges = distinct(frame, column).length, way = toldColumns([["evaluator", column]]);
  yield said("long_ratings", { column, judges, way });
}

/** The first evaluator with several scores of an item by the same person, and of how many items. */
function scoredTwice(frame: pl.DataFrame, more: readonly string[] = []) {
  if (frame.getColumn("item_id").nUnique() === frame.height) return undefined;
  const key = ["item_id", "split", ...NO_EVALUATOR, ...more].filter((one) => frame.columns.includes(one));
  for (const evaluator of ratingEvaluators(frame).filter((one) => !MEASURED.test(one))) {
    const scores = frame.select(...key, evaluator).dropNulls(evaluator).unique().select(...key);
    const items = scores.filter(scores.isDuplicated()).getColumn("item_id").nUnique();
    if (items > 0) return { items, evaluator };
  }
  return undefined;
}

/** Answers of several models to one item as items of their own, where the model's name tells them apart. */
export function withAnswersApart(
  frame: pl.DataFrame,
  notes?: { name: string; rows: number; text: string }[],
) {
  const [writer] = namedAlike("generator", frame.columns).filter((one) => isText(frame.getColumn(one)));
  const isNamed = writer !== undefined && !ratingEvaluators(frame).some(isUnnamed);
  if (!notes || !isNamed || !scoredTwice(frame) || scoredTwice(frame, [writer])) return { report: {} };
  notes.push({ name: "answers_apart", rows: frame.height, text: said("answers_apart", { writer }) });
  const both = pl.concatString([pl.col("item_id"), pl.col(writer)], " / ");
  return { report: {}, frame: frame.withColumns(both.fillNull(pl.col("item_id")).alias("item_id")) };
}

/** Items that have several scores of one evaluator, by the same person: as a rule several answers under the name of their picture. */
function* severalScores({ frame }: Rated) {
  const found = longRatings({ frame }).next().done ? scoredTwice(frame) : undefined;
  if (found) yield said("several_scores", found);
}

/** Evaluators that say what people say wherever both do: a column of people's once more, as a rule. */
function* ownRatings({ frame }: Rated) {
  const human = columnNumbers(frame.getColumn("human"));
  for (const evaluator of ratingEvaluators(frame)) {
    const scores = columnNumbers(frame.getColumn(evaluator));
    const both = [...human.keys()].filter((row) => !Number.isNaN(human[row] + scores[row]));
    if (both.length < MANY_ROWS || both.some((row) => human[row] !== scores[row])) continue;
    yield said("all_alike", { evaluator, rows: both.length });
  }
}

/** Numbers by which files say that there is none: where one stands alone beyond a scale it would count as a score. */
const SENTINELS = [-1, -9, -99, -999, 99, 999, 9999];

function* sentinels({ frame }: Rated) {
  yield* sentinelsIn(
    ["human", ...ratingEvaluators(frame)].map((column) =>
      [column, frame.getColumn(column).dropNulls().toArray() as number[]] as const
    ),
  );
}

export function* sentinelsIn(
  columns: readonly (readonly [column: string, values: readonly number[]])[],
  wayOf = (column: string, value: number) =>
    `values: { ${JSON.stringify(column)}: { "${value}": null } }${
      typedIn("values", `${column}:${value}=`, [column])
    }`,
) {
  const scales = columns.map(([column, values]) => ({ column, ...scaleOf(values) }));
  for (const { column, beyond, zeros, low, high } of scales) {
    for (const one of beyond.slice(0, 3)) {
      const isOwn = scales.every(({ meant }) => !meant.includes(one.sentinel));
      const way = SENTINELS.includes(one.sentinel) && isOwn
        ? `missing: [${one.sentinel}]${typedIn("missing", `${one.sentinel}`, [])}`
        : wayOf(column, one.sentinel);
      yield said("sentinels", { column, ...one, way });
    }
    const all = scales.filter((one) => one.low >= 1 && one.high === high);
    const alike = all.filter((one) => one.column !== column);
    const isNone = alike.some((one) => one.zeros === 0 && one.low === 1) ||
      high === STARS && alike.every((one) => one.zeros === 0) ||
      LIKERT.includes(high) && all.every((one) => one.zeros * RARE <= one.rows);
    if (zeros === 0 || low < 1 || high < STARS - 1 || !isNone) continue;
    yield said("sentinels", { column, sentinel: 0, rows: zeros, low, high, way: wayOf(column, 0) });
  }
}

const STARS = 5;
/** Ends of scales that begin at 1, and the share, one in so many, of scores at 0 that none of such a scale has by itself. */
const LIKERT = [5, 7], RARE = 20;

/** Numbers beyond a column's scale, and its scale without them and without 0. */
function scaleOf(values: readonly number[]) {
  const scores = grouped(values, (value) => value), all = [...scores.keys()].sort((a, b) => a - b);
  // Rare numbers far above the end of a scale are slips (55 among 1 to 5).
  const slips =
    ENDS.map((end) => all.filter((one) => one > end)).find((above, i) =>
      above.length > 0 && above[0] >= 1.5 * ENDS[i] && all[all.length - above.length - 1] >= 0.8 * ENDS[i] &&
      values.length >= MANY && values.filter((one) => one > ENDS[i]).length * RARE <= values.length
    ) ?? [];
  const found = all.filter((one) => SENTINELS.includes(one) || slips.includes(one));
  const others = all.filter((one) => !found.includes(one));
  const [least] = others, high = others.at(-1)!, isScale = others.length > 1 && least >= 0;
  // Below a scale that begins at 0 or above, or far above one.
  const beyond = found.filter((one) => isScale && (one < 0 || one > 5 * high || slips.includes(one)))
    .map((sentinel) => ({ sentinel, rows: scores.get(sentinel)!.length, low: least, high }));
  const ends = (beyond.length > 0 ? others : all).filter((one) => one !== 0),
    zeros = scores.get(0)?.length ?? 0;
  const meant = all.filter((one) => !beyond.some(({ sentinel }) => sentinel === one));
  return { beyond, meant, zeros, rows: values.length, low: ends[0] ?? NaN, high: ends.at(-1) ?? NaN };
}

/** Where scales end, from how many scores on none beyond an end is no chance, and how many values such a scale has at least. */
const ENDS = [1, 5, 7, 10, 100], MANY = 20, VALUES = 4;

export function* unlikeScales(scores: ArrayLike<number | null>, partOf: (row: number) => string) {
  const parts = new Map<string, { end: number; rows: number; values: Set<number> }>();
  for (let row = 0; row < scores.length; row++) {
    const score = scores[row];
    if (score === null || Number.isNaN(score)) continue;
    const name = partOf(row), part = parts.get(name) ?? { end: score, rows: 0, values: new Set() };
    parts.set(name, part);
    part.rows++;
    part.end = Math.max(part.end, score);
    if (part.values.size < VALUES) part.values.add(score);
  }
  const scales = [...parts].filter(([, { end, rows, values }]) =>
    ENDS.includes(end) && rows >= MANY && values.size >= VALUES
  ).sort(([, a], [, b]) => a.end - b.end);
  const [lowest] = scales, highest = scales.at(-1);
  if (highest === undefined || 2 * lowest[1].end > highest[1].end) return;
  const lower = scales.filter(([, { end }]) => end === lowest[1].end).map(([name]) => name);
  const names = lower.slice(0, 3).join(", ") + (lower.length > 3 ? ", …" : "");
  yield said("unlike_scales", { names, end: lowest[1].end, other: highest[0], most: highest[1].end });
}

const UNGROUPED = /^(item_id|image_id|generator)$/;

export function* unlikeGroups({ frame }: Rated, columns: readonly string[], times = 1) {
  const texts = frame.columns.filter((one) => !UNGROUPED.test(one) && isText(frame.getColumn(one)));
  const groups = texts.map((one) => ({ one, ...factor(frame.getColumn(one)) }))
    .filter(({ levels }) => levels.length > 1 && levels.length * MANY <= frame.height);
  for (const column of columns) {
    const scores = columnNumbers(frame.getColumn(column)).map((one) => Number((one * times).toPrecision(9)));
    for (const { one, codes, levels } of groups) {
      const [text] = unlikeScales(scores, (row) => `${column} of ${one} ${levels[codes[row]] ?? "none"}`);
      if (text === undefined) continue;
      yield text;
      break;
    }
  }
}

export const RATING_LOOKS: Looks<Rated> = [
  ["own", "ratings", longRatings],
  ["any", "ratings", severalScores],
  ["any", "ratings", sentinels],
  ["any", "ratings", ({ frame }) => unlikeGroups({ frame }, ["human", ...ratingEvaluators(frame)])],
  ["any", "ratings", ownRatings],
];
