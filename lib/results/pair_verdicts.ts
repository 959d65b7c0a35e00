import { requireList } from "../progress/require.ts";
import pl from "nodejs-polars";
import { recoded } from "./check.ts";
import { type RawTable, ROW } from "./load_table.ts";
import type { ReadNote } from "./layouts/layout.ts";
import { badValues, ResultsError } from "./results_error.ts";
import { badCells, rowCounts } from "./rows_table.ts";
import { said } from "./said.ts";
import { inTexts, type ShapeOptions } from "./shape_frame.ts";
import { choiceOf, inColumns, scoresOf, type TwoScores } from "./two_scores.ts";

interface Said {
  warnings: string[];
  notes: ReadNote[];
  areScored?: boolean;
}

/** A table of pairs with one verdict a row, told by A and B: of judges side by side, of two scores, of winners by name; and how many were named. */
export const withVerdicts = (
  table: RawTable,
  { judges, values }: { judges?: readonly string[]; values?: ShapeOptions["values"] },
  notes: Said,
) => withWinners(withChoices(table, judges, notes), inTexts(values ?? {}));

/** A table with one choice a row: of judges side by side, and made of two scores where that is told. */
export function withChoices(table: RawTable, judges: readonly string[] | undefined, notes: Said): RawTable {
  const there = columnsOf(table), scored = new Map<string, TwoScores>();
  for (const judge of judges ?? []) {
    const pair = there.includes(judge) ? undefined : scoresOf(judge, there);
    if (pair) scored.set(judge, pair);
  }
  const labelled = withHuman(table, scored, notes);
  return withChoice(withRowPerJudge(labelled, judges, scored, notes), notes);
}

const columnsOf = ({ frame }: RawTable) => frame.columns.filter((name) => name !== ROW);

/** A table with the choice that a judge's scores of the two answers make, where the caller says which columns hold them. */
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

/** A table with the verdict that people's scores of the two answers make, where judges have two scores each or the caller names people's. */
function withHuman(
  table: RawTable,
  scored: ReadonlyMap<string, TwoScores>,
  { warnings, notes }: Said,
): RawTable {
  const { frame, columns = {} } = table, there = columnsOf(table), { human = "human" } = columns;
  const isMeant = scored.size > 0 || columns.human !== undefined;
  const pair = isMeant && !there.includes(human) ? scoresOf(human, there) : undefined;
  const all = new Map(pair ? [...scored, [human, pair]] : scored);
  if (all.size > 0) {
    const text = `verdicts are made of two scores each, the larger wins: ${inColumns(all)}`;
    notes.push({ name: "two_scores", rows: frame.height, text });
  }
  if (!pair) return table;
  const { choice } = choiceOf(table, pair, warnings);
  return { ...table, frame: frame.withColumns(pl.Series(human, choice, pl.Utf8)) };
}

/** A table of one row per item and a column, or two of scores, per judge as one of a row per judge, where the caller names the judges. */
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

/**
 * Verdicts where a file names the model that won instead of the answer: A where the row's `model_a` is named, B where its `model_b` is.
 * A name in another spelling is what `values` say. Only names of the row's own two models are turned, of which neither is called A, B or tie; every other value is left as it is, and
 * refused or given a meaning where values are.
 */
function withWinners(
  table: RawTable,
  values: ReturnType<typeof inTexts>,
): { table: RawTable; read: Record<string, number> } {
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
      const named = recoded(pl.col(column), Object.fromEntries(spelt), dtype).alias(column);
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
