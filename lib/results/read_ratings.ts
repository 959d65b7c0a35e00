import { requireNoMore } from "../progress/require_no_more.ts";
import { nearest } from "../progress/nearest.ts";
import { isNestedType, isText, rule } from "./check.ts";
import type { FrameOf } from "./frame_types.ts";
import { firstRows } from "./copies.ts";
import { isIndex, NO_EVALUATOR } from "./frame.ts";
import { FRAMES } from "./frames.ts";
import { gatheredScores } from "./gathered_scores.ts";
import type { JoinedTables } from "./join_tables.ts";
import type { JudgeName } from "./layouts/layout.ts";
import type { LayoutName } from "./layouts/table.ts";
import { FILE, type RawTable, ROW } from "./load_table.ts";
import { reader, type Reading } from "./reader.ts";
import { holdsScores, type ToldReplies, withScoresRead } from "./read_replies.ts";
import { ownOptions } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { isOfPeople, scoreColumns } from "./other_names.ts";
import { withAnswersApart } from "./rating_warnings.ts";
import { rowCounts } from "./rows_table.ts";
import { refusing, said } from "./said.ts";
import { type BadColumn, badColumn, badValues, ResultsError } from "./results_error.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";
import { NONE, valueHint } from "./value_hint.ts";
import pl from "nodejs-polars";

/** Options of `readRatings`. */
export interface ReadRatingsOptions extends ShapeOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /** Name of the one evaluator whose scores a file holds (in `score`, `columns.score` or the one of `evaluators`), or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /** The columns that are evaluators; without it every further numeric column is one. */
  evaluators?: readonly string[];
  /**
   * Criteria that stand side by side, each of which becomes a row (column `criterion`): columns `tone_human`, `tone_gpt` (or `human_tone`, `gpt_tone`) of the
   * criterion `tone` become `human` and `gpt`, a column `tone` alone `score`; the option `columns` takes the names that come of it.
   */
  criteria?: readonly string[];
  /**
   * That scores stand in whole replies, out of which they are read where they are plain: behind `Score:` or `Rating:` (`4/5`, `[[4]]`, `Score (1-5) = 4`), in a field of JSON, in
   * double brackets at the end, a number alone, or behind words of one's own (`"My mark is"`, or a list of such); of lines with different numbers only one that is
   * headed as overall, total or final counts. Replies are the texts of the evaluators named, or of `columns.score`; without either
   * all columns of texts most of which have a score. The read prints how many were read, `readReport(frame).replies.audit` has all others with why; texts stay in `NAME_text`.
   */
  replies?: ToldReplies;
  /** A report's `unread.csv` in whose column `meant` somebody wrote the scores of replies, as in `readPairs`. */
  unread?: string;
}

const SIGNED =
  /^\s*((?:[Ss]core|[Rr]ating|[Gg]rade)\s*:\s*\d+([.,]\d+)?|[-+]?(\d*[.,]?\d+\s*%|\d*,\d+|\d+([.,]\d+)?\s*\/\s*\d+))\s*$/;

const MOSTLY = 0.5;

export const RATINGS_READER = reader<"ratings", ReadRatingsOptions>("ratings", {
  action: "readRatings",
  options: ownOptions<ReadRatingsOptions>()("format judge evaluators criteria replies unread"),
  defaults: () => ({ image_id: { column: "item_id" } }),
  require({ judge, evaluators = [], columns: { evaluator, score = evaluators } = {} }) {
    const isOne = evaluators.every((one, i) => i === 0 && ["score", ...[score].flat()].includes(one));
    if (judge !== undefined && (evaluator || !isOne)) throw refusing("one_evaluator_told");
  },
  prepare: (table, reading) => withRepliesScored(ofOneEvaluator(table, reading), reading),
  gather: gatheredScores,
  rules: (joined, { evaluators, options }) =>
    withScores(joined, options.evaluators ?? evaluators, options.onInvalid),
  finish: (frame, _, { native, notes }) => withAnswersApart(frame, native ? notes : undefined),
});

/**
 * Reads captions rated by humans and by evaluators into a `ratings` frame: one row per human judgment, columns `item_id,
 * image_id, split, human`, then one numeric column of scores per evaluator, and text columns as they are.
 *
 * The native layout needs `item_id, human`; image_id = item_id and split = test by default. Every further column of
 * numbers is an evaluator (an empty cell = the score could not be parsed), unless `evaluators` names them: then other
 * numbers are kept as text. A file of one score a row says which column names the evaluator, and which the score where that is not called so:
 * `columns: { evaluator: "judge", score: "grade" }`. Official layouts are recognised: the tables of Polaris and Nebula (`imgid, mt, refs, score`, or
 * `img, cand, human_score`; split from the file's name) and Flickr8k-Expert (`expert1, expert2, expert3` beside picture and
 * caption: one row per expert; its text file `ExpertAnnotations.txt`, or a JSON object of judgments), each with the evaluators' columns beside theirs. People side by side are named as a list, `columns: { human: ["Anna", "Björn"] }`: each becomes a row, told apart by `rater`. Paths, records,
 * `columns`, `values` and `onInvalid` as in `readPairs`. There is no key: a caption rated by three people has three rows.
 *
 * @throws {ResultsError} for a missing column, an evaluator that is not there, or a score that is no number in a column
 *   that mostly has numbers, naming file, line and value
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRatings } from "judgebias";
 *
 * const ratings = readRatings("data/examples/ratings.csv");
 * assert.deepEqual(ratings.columns.slice(0, 5), [
 *   "item_id", "image_id", "split", "human", "simulated-model-a",
 * ]);
 * ```
 */
export function readRatings(source: Source, options: ReadRatingsOptions = {}): FrameOf<"ratings"> {
  requireNoMore("readRatings", arguments);
  return warned("readRatings", RATINGS_READER.read(source, options));
}

/** A table of one evaluator's scores, whose name stands in the column `judge`. */
function ofOneEvaluator(table: RawTable, reading: Reading<ReadRatingsOptions>): RawTable {
  const { options } = reading, { file, frame, columns = {} } = table;
  if (options.judge === undefined || !reading.native) return table;
  const { evaluators: [own = "score"] = [], columns: told = {} } = options;
  const used = Object.values({ ...columns, ...told }).flat();
  const isNamed = told.score !== undefined || options.evaluators !== undefined ||
    frame.columns.includes("score");
  const alike = isNamed
    ? []
    : scoreColumns(frame.columns.filter((one) => !used.includes(one) && !isOfPeople(one)));
  const [score] = alike.length === 1 ? alike : [columns.score ?? told.score ?? own].flat();
  if (!frame.columns.includes(score)) throw new ResultsError({ file, expected: said("one_evaluator") });
  reading.options = {
    ...options,
    evaluators: undefined,
    columns: { ...options.evaluators ? { score } : {}, ...told, evaluator: "judge" },
  };
  return { ...table, columns: { ...columns, score } };
}

function withRepliesScored(table: RawTable, reading: Reading<ReadRatingsOptions>): RawTable {
  const { options } = reading, { replies = false, evaluators, values } = options;
  if (replies === false) return table;
  const { frame, columns = {} } = table, isLong = options.columns?.evaluator !== undefined;
  const known = Object.keys(FRAMES.ratings.columns), ours = [...known, ...known.map((one) => columns[one])];
  const texts = frame.columns.filter((name) => !ours.includes(name) && isText(frame.getColumn(name)));
  const meant = isLong ? [columns.score ?? "score"] : evaluators;
  const named = meant?.filter((name) => texts.includes(name)) ??
    texts.filter((name) => holdsScores(frame.getColumn(name)));
  if (meant === undefined && named.length === 0) {
    throw new ResultsError({ file: table.file, expected: said("no_score_replies") });
  }
  const { [named[0]]: _, ...others } = values ?? {};
  const read = withScoresRead(table, named, { keep: !isLong }, reading);
  if (isLong) reading.options = { ...options, values: others };
  return read.table;
}

function withScores(
  { frame: joined, locate, locateIn, dropped }: JoinedTables,
  evaluators: readonly string[] | undefined,
  onInvalid: ShapeOptions["onInvalid"] = "error",
): pl.DataFrame {
  const further = joined.columns.filter((column) =>
    !Object.hasOwn(FRAMES.ratings.columns, column) && column !== ROW && column !== FILE && !isIndex(column)
  );
  for (const name of evaluators ?? []) {
    if (further.includes(name)) continue;
    const close = nearest(name, further), meant = close.length > 0 ? ` (is it ${close.join(" or ")}?)` : "";
    const found = further.length > 0 ? further : "of no evaluator";
    const expected = said("evaluator_wanted", { name, found, meant });
    throw new ResultsError({ file: joined.height > 0 ? locate(0).file : "ratings", expected });
  }
  let frame = joined;
  const scores: string[] = [], faulty: BadColumn[] = [];
  for (const name of further) {
    const type = String(frame.getColumn(name).dtype);
    if ((isNestedType(type) || NO_EVALUATOR.includes(name)) && !evaluators?.includes(name)) continue;
    const isText = /String|Utf8/.test(type), isNumber = /Int|Float|Decimal/.test(type);
    if (!isText && !isNumber && !evaluators?.includes(name)) continue;
    const { value, bad } = rule(pl.col(name), type, { type: "number", nullable: true });
    const cell = pl.col(name).cast(pl.Utf8),
      none = bad.and(cell.str.strip().str.toLowerCase().isIn([...NONE, "inf", "-inf"]));
    const signed = cell.str.contains(SIGNED).and(bad);
    const counted = rowCounts(frame, { given: pl.col(name).isNotNull(), bad, none, signed });
    // Words for "no number" speak neither for an evaluator nor against one, numbers with signs for one: both are named as faults of its column.
    const given = counted.given - counted.none,
      text = counted.bad - counted.none - (onInvalid === "error" ? counted.signed : 0);
    const wanted = evaluators ? evaluators.includes(name) : isNumber || (given > 0 && text < MOSTLY * given);
    if (!wanted) {
      if (isNumber) frame = frame.withColumns(pl.col(name).cast(pl.Utf8));
      continue;
    }
    if (counted.bad > 0 && onInvalid === "error") {
      const wrong = frame.filter(bad), rows = firstRows(wrong, wrong.select(FILE, ROW, name));
      const values = rows.getColumn(name).cast(pl.Utf8).toArray() as string[];
      const places = values.slice(0, 5).map((_, row) => locateIn(rows)(row, name));
      const hint = valueHint(name, { type: "number", nullable: true }, values);
      faulty.push(badColumn(name, said("bad_scores", { hint }), values, places));
      continue;
    }
    if (counted.bad > 0) dropped[name] = counted.bad;
    frame = frame.filter(bad.not()).withColumns(value.alias(name));
    scores.push(name);
  }
  if (faulty.length > 0) throw badValues(faulty, faulty[0].examples[0].file!, frame.height);
  const rest = frame.columns.filter((column) => !scores.includes(column));
  const own = rest.filter((column) => Object.hasOwn(FRAMES.ratings.columns, column));
  return frame.select(...own, ...(evaluators ?? scores), ...rest.filter((column) => !own.includes(column)));
}
