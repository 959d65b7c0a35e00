import { requireList } from "../progress/require.ts";
import pl from "nodejs-polars";
import { type ChoiceOrder, requireCanonical } from "./answer_order.ts";
import { recoded } from "./check.ts";
import { withWords } from "./join_tables.ts";
import { type RawTable, ROW } from "./load_table.ts";
import type { JudgeName } from "./layouts/layout.ts";
import type { Reading } from "./reader.ts";
import { type ToldReplies, withRepliesRead } from "./read_replies.ts";
import { badValues, ResultsError } from "./results_error.ts";
import { badCells, rowCounts } from "./rows_table.ts";
import { said } from "./said.ts";
import { inTexts, type ShapeOptions } from "./shape_frame.ts";
import { choiceOf, inColumns, requireScores, scoresOf, type TwoScores } from "./two_scores.ts";

/** What readers of verdicts on two answers are told, of pairs and of criteria. */
export interface ReadVerdictsOptions extends ShapeOptions {
  /** Name of the judge, for files that do not say it, or what tells it by a file's name: `({ stem }) => stem`. */
  judge?: JudgeName;
  /**
   * Judges that stand side by side in a file with a row per item, each of which becomes a row: columns that hold the choices of one judge, or names of
   * judges whose scores of the two answers stand in two columns (`NAME_a`, `NAME_b`; `NAME_score_a`; `a_NAME`; `score_a_NAME`). Two such columns
   * of people (`human_a`, `human_b`, or as `columns.human` names them) make `human`. The larger score wins, equal ones tie.
   */
  judges?: readonly string[];
  /**
   * Of which order choices speak: `canonical` (default), where A is the file's answer A whatever the judge saw, or `shown`, where
   * A is the answer that the judge saw first; then choices of swapped rows are turned round. `readReport(frame)` counts the items
   * that flip between the two orders, and warns where that looks like the other setting.
   */
  choiceOrder?: ChoiceOrder;
  /**
   * Whether texts, lengths and models of swapped rows stand as the judge saw them (`shown`: they are exchanged, all that ends in `_a` and `_b`) or as the
   * item has them (`canonical`, the default). An item whose models or texts then stand in both orders is an error.
   */
  answersOrder?: ChoiceOrder;
  /**
   * That `choice` holds whole replies, whose verdicts are read where they are plain: `[[A]]`, a field of JSON (`{"winner": "B"}`), a tag or box, a heading (`Winner: B`), a letter
   * alone in the first or last line, a first or last sentence that chooses (`Response A is better.`, `I pick A, because B is wrong.`), or one score for each answer (`Score A: 7, Score B: 5`, kept in
   * `score_a` and `score_b`); `tie` and `neither` are ties. All that a reply says so must agree. Sentences are read in English only. Reasons on lines above a mark or heading do not touch it, unless the last concludes otherwise (`…, so B is better.`); what leads to it in its line may not run that
   * answer down (`The response that hallucinates is [[B]]`). Behind it a second verdict, a doubt, a change of mind, or what only runs the chosen answer down leaves it open; behind a sentence that chooses so does
   * what only praises or names the other (`I pick B. A is right.`). None is a verdict below a heading of one criterion (`Clarity`), one to a question for the worse answer, or the judge's own answer to
   * the question (`The answer is B. Response A says B.`). Of criteria what stands under their names counts (`clarity: B`, a field, tag, row or section); where a reply names some, another is unread,
   * where it names none its verdict is that on each. Texts add words of one's own before a verdict (`"My pick goes to"`, or a list): the answer right behind them is it, by the same rule on what stands behind
   * (`A (not B)`; but none of `A?`, `A, but B is better`). `readReport(frame).replies.audit` has all others with their items and why (refusal, cut off, names several, says which is worse, unknown wording).
   * The text stays in `reply`, and `status` says how it ended, as in runs of one's own (`ok`, `refused`, `truncated`, `unparsable`, `empty`), where the file does not. A reply is told by its whole text too:
   * `values: { choice: { "The second one wins by a hair.": "B" } }`; numbers alone (`Winner: 1`) are read where `values` say what they mean.
   */
  replies?: ToldReplies;
  /**
   * A report's `unread.csv` in whose column `meant` somebody wrote what replies mean (A, B or tie, as the reply names the answers; nothing where it stays unread): the same reply of
   * that judge to that item is read so (`replies` need not be said). `readReport(frame).replies.byHand` lists them; meanings that fit no reply are warned of.
   */
  unread?: string;
}

export const VERDICT_OPTIONS = "judge judges choiceOrder answersOrder replies unread";

type Said = Pick<Reading<unknown>, "warnings" | "notes" | "areScored">;

export function preparedVerdicts(action: string, table: RawTable, reading: Reading<ReadVerdictsOptions>) {
  const { native, options, notes } = reading,
    { replies = false, values = {} } = options;
  if (!native) {
    requireCanonical(action, options);
    return withWords(table);
  }
  const chosen = withChoices(table, options.judges, reading);
  const { table: named, read } = withWinners(chosen, inTexts(values));
  for (const [column, rows] of Object.entries(read)) {
    if (rows === 0) continue;
    const what = column === "more_informative" ? "whose answer says more" : "that won";
    const text = said("named_winners", { column, what });
    if (options.choiceOrder === "shown" && column === "choice") {
      throw new RangeError(said("named_in_order", { action, text }));
    }
    const known = notes.find(({ name }) => name === `named_${column}`);
    if (known) known.rows += rows;
    else notes.push({ name: `named_${column}`, rows, text });
  }
  if (replies === false) return withWords(named);
  const { choice: column = "choice" } = table.columns ?? {};
  const found = withRepliesRead(named, column, reading);
  if (found.scored > 0) {
    reading.areScored = true;
    notes.push({ name: "scores_of_replies", rows: found.scored, text: said("scores_of_replies") });
  }
  return withWords(found.table);
}

function withChoices(table: RawTable, judges: readonly string[] | undefined, reading: Said): RawTable {
  const there = columnsOf(table), scored = new Map<string, TwoScores>();
  for (const judge of judges ?? []) {
    const pair = there.includes(judge) ? undefined : scoresOf(judge, there);
    if (pair) scored.set(judge, pair);
  }
  const { human = "human", score_a: a, score_b: b } = table.columns ?? {};
  const isMeant = (scored.size > 0 || table.columns?.human !== undefined) && !there.includes(human);
  const people = isMeant ? scoresOf(human, there) : undefined, all = new Map(scored);
  if (people) all.set(human, people);
  if (a !== undefined && b !== undefined && [a, b].every((one) => there.includes(one))) {
    all.set("choice", [a, b]);
  }
  requireScores(table, [...all.values()].flat());
  if (all.size > 0) {
    const text = `verdicts are made of two scores each, the larger wins: ${inColumns(all)}`;
    const known = reading.notes.find((note) => note.text === text), rows = table.frame.height;
    if (known) known.rows += rows;
    else reading.notes.push({ name: "two_scores", rows, text });
  }
  const labelled = people ? withHuman(table, people, reading) : table;
  return withChoice(withRowPerJudge(labelled, judges, scored, reading), reading);
}

const columnsOf = ({ frame }: RawTable) => frame.columns.filter((name) => name !== ROW);

function withChoice(table: RawTable, reading: Said): RawTable {
  const { frame, file, columns = {} } = table, { score_a, score_b, choice = "choice" } = columns;
  if (score_a === undefined && score_b === undefined) return table;
  const there = columnsOf(table);
  if (![score_a, score_b].every((name) => there.includes(name)) || there.includes(choice)) {
    const found = there.includes(choice) ? `${choice} beside them` : `the columns ${there.join(", ")}`;
    throw new ResultsError({ file, expected: `two columns of scores (score_a, score_b), found ${found}` });
  }
  const made = choiceOf(table, [score_a, score_b], reading.warnings);
  reading.areScored = true;
  return { ...table, frame: frame.withColumns(pl.Series(choice, made.choice, pl.Utf8)) };
}

function withHuman(table: RawTable, scores: TwoScores, { warnings }: Said): RawTable {
  const { frame, columns: { human = "human" } = {} } = table, { choice } = choiceOf(table, scores, warnings);
  return { ...table, frame: frame.withColumns(pl.Series(human, choice, pl.Utf8)) };
}

function withRowPerJudge(
  table: RawTable,
  judges: readonly string[] | undefined,
  scored: ReadonlyMap<string, TwoScores>,
  reading: Said,
): RawTable {
  if (judges === undefined) return table;
  requireList("readPairs", "judges", judges, "string");
  const { frame, columns = {} } = table, there = columnsOf(table);
  const [judge, choice] = ["judge", "choice"].map((name) => columns[name] ?? name);
  const lacks = judges.filter((name) => !there.includes(name) && !scored.has(name));
  const made = [judge, choice, ...scored.size > 0 ? ["score_a", "score_b"] : []];
  const taken = made.filter((name) => there.includes(name) && !judges.includes(name));
  if (judges.length === 0 || lacks.length > 0 || taken.length > 0) {
    const found = taken.length > 0 ? `${taken.join(", ")} beside them` : `the columns ${there.join(", ")}`;
    const expected = said("one_judge_each", { judges: JSON.stringify(judges), found });
    throw new ResultsError({ file: table.file, expected });
  }
  const own = [...judges.filter((name) => there.includes(name)), ...[...scored.values()].flat()];
  const others = frame.drop(own), whose = (name: string) => pl.lit(name).alias(judge);
  const rows = judges.map((name) => {
    const pair = scored.get(name);
    if (!pair) return others.withColumns(whose(name), frame.getColumn(name).cast(pl.Utf8).alias(choice));
    const made = choiceOf(table, pair, reading.warnings);
    reading.areScored = true;
    const scores = made.scores.map((one, side) => pl.Series(`score_${"ab"[side]}`, one, pl.Float64));
    return others.withColumns(whose(name), pl.Series(choice, made.choice, pl.Utf8), ...scores);
  });
  return { ...table, frame: pl.concat(rows, { how: "diagonal" }) };
}

const VERDICTS = ["human", "choice", "more_informative"];
const TAKEN = ["A", "B", "tie"];

function withWinners(table: RawTable, values: ReturnType<typeof inTexts>) {
  const { columns = {} } = table;
  const [a, b] = ["model_a", "model_b"].map((name) => columns[name] ?? name);
  const isText = (name: string) => /String|Utf8/.test(String(table.frame.getColumn(name).dtype));
  const read: Record<string, number> = {};
  let { frame } = table;
  if (![a, b].every((name) => frame.columns.includes(name) && isText(name))) return { table, read };
  const fail = (column: string, is: pl.Expr, expected: string) => {
    const bad = frame.filter(is.fillNull(pl.lit(false)));
    if (bad.height > 0) throw badValues([badCells(table, column, bad, () => expected)], table.file);
  };
  const isSlot = (name: string, own: string) => pl.col(name).isIn(TAKEN.filter((one) => one !== own));
  for (const [name, own] of [[a, "A"], [b, "B"]]) fail(name, isSlot(name, own), said("model_names"));
  let names: Set<unknown> | undefined;
  for (const verdict of VERDICTS) {
    const column = columns[verdict] ?? verdict;
    if (!frame.columns.includes(column) || !isText(column)) continue;
    const is = (one: unknown) => one !== null && !TAKEN.includes(String(one));
    let given = frame.getColumn(column).unique().toArray().filter(is);
    if (given.length === 0) continue;
    names ??= new Set([a, b].flatMap((name) => frame.getColumn(name).unique().toArray()));
    const spelt = Object.entries(values[verdict] ?? {}).filter(([, ours]) => is(ours) && names!.has(ours));
    if (spelt.length > 0) {
      const { dtype } = frame.getColumn(column);
      const named = recoded(pl.col(column), Object.fromEntries(spelt), dtype, false).alias(column);
      frame = frame.withColumns(named);
      given = [...given, ...spelt.map(([, ours]) => ours)];
    }
    if (!given.some((value) => names!.has(value))) continue;
    if ([a, b].includes(column)) {
      const expected = said("column_of_its_own", { verdict, column: JSON.stringify(column) });
      throw new ResultsError({ file: table.file, column, expected });
    }
    fail(column, pl.col(column).isIn(["A", "B"]), said("letters_or_names"));
    const value = pl.col(column), isOf = (name: string) => value.eq(pl.col(name)).fillNull(pl.lit(false));
    const own = value.isIn(TAKEN).fillNull(pl.lit(false)).not();
    const one = isOf(a).and(isOf(b).not()).and(own), other = isOf(b).and(isOf(a).not()).and(own);
    read[verdict] = rowCounts(frame, { named: one.or(other) }).named;
    frame = frame.withColumns(
      pl.when(one).then(pl.lit("A")).when(other).then(pl.lit("B")).otherwise(value).alias(column),
    );
  }
  return { table: { ...table, frame }, read };
}
