import { requireList, toldColumns } from "../progress/require.ts";
import { rowsInWords } from "../progress/show.ts";
import pl from "nodejs-polars";
import { rule } from "./check.ts";
import { valueAt } from "./frame.ts";
import { larger } from "./layouts/records.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { sentinelsIn } from "./rating_warnings.ts";
import { badColumn, badValues, ResultsError } from "./results_error.ts";
import { placesOf } from "./rows_table.ts";
import { valueHint } from "./value_hint.ts";

/** A table of pairs with one verdict a row, told by A and B: of judges side by side, of two scores, of winners by name; and how many were named. */
export function withVerdicts(
  table: RawTable,
  judges: readonly string[] | undefined,
  warnings: string[],
): { table: RawTable; read: Record<string, number> } {
  return withWinners(withChoice(withRowPerJudge(table, judges), warnings));
}

/** A table with the choice that a judge's scores of the two answers make, where the caller says which columns hold them: one that is empty makes none. */
function withChoice(table: RawTable, warnings: string[]): RawTable {
  const { frame, file, columns = {} } = table, names = [columns.score_a, columns.score_b];
  if (names.every((name) => name === undefined)) return table;
  const there = frame.columns.filter((name) => name !== ROW), choice = columns.choice ?? "choice";
  if (!names.every((name) => there.includes(name)) || there.includes(choice)) {
    const found = there.includes(choice) ? `${choice} beside them` : `the columns ${there.join(", ")}`;
    throw new ResultsError({ file, expected: `two columns of scores (score_a, score_b), found ${found}` });
  }
  const [a, b] = names.map((name) => {
    const { value, bad } = rule(pl.col(name), String(frame.getColumn(name).dtype), SCORE);
    const read = frame.select(
      value.alias("value"),
      bad.alias("bad"),
      pl.col(name).cast(pl.Utf8).alias("text"),
    );
    const values = read.filter(pl.col("bad")).getColumn("text").toArray() as string[];
    if (values.length > 0) {
      const at = (read.getColumn("bad").toArray() as boolean[]).indexOf(true),
        row = valueAt(frame, ROW, at) as number;
      const expected = `a number or nothing${valueHint(name, SCORE, values)}`;
      throw new ResultsError({
        file,
        line: table.linesOf([row])[0],
        column: name,
        value: values[0],
        expected,
      });
    }
    const all = read.getColumn("value").toArray() as (number | null)[];
    warnings.push(...sentinelsIn(name, all.filter((one) => one !== null)));
    return all;
  });
  const both = a.map((one, i) => `${one} ${b[i]}`), none = both.filter((one) => one === "0 0").length;
  if (none > 0 && both.every((one) => ["0 0", "0 1", "1 0", "null null"].includes(one))) {
    warnings.push(
      `${names.join(" and ")}: 1 in one of them at most, and 0 in both in ${
        rowsInWords(none)
      }, which count as ties: ` +
        "where that means that there is no verdict, empty both cells",
    );
  }
  // Columns in the file's order have not been exchanged yet.
  if (
    names.every((name) => /(^|[^a-z])rank/i.test(name)) && there.indexOf(names[0]) < there.indexOf(names[1])
  ) {
    warnings.push(
      `${names.join(" and ")}: the larger number wins; if 1 is the best rank, exchange them: ` +
        toldColumns([["score_a", names[1]], ["score_b", names[0]]]),
    );
  }
  const made = a.map((one, i) => larger(one, b[i]));
  return { ...table, frame: frame.withColumns(pl.Series(choice, made, pl.Utf8)) };
}

/** What a score of one answer may be. */
const SCORE = { type: "number", nullable: true } as const;

/** A table of one row per item and a column per judge as one of a row per judge, where the caller names these columns. */
function withRowPerJudge(table: RawTable, judges: readonly string[] | undefined): RawTable {
  if (judges === undefined) return table;
  requireList("readPairs", "judges", judges, "string");
  const { frame, columns = {} } = table, there = frame.columns.filter((name) => name !== ROW);
  const [judge, choice] = ["judge", "choice"].map((name) => columns[name] ?? name);
  const lacks = judges.filter((name) => !there.includes(name));
  const taken = [judge, choice].filter((name) => there.includes(name) && !judges.includes(name));
  if (judges.length === 0 || lacks.length > 0 || taken.length > 0) {
    const found = taken.length > 0 ? `${taken.join(", ")} beside them` : `the columns ${there.join(", ")}`;
    const expected = `columns that hold one judge's choices each (judges: ${
      JSON.stringify(judges)
    }), found ${found}`;
    throw new ResultsError({ file: table.file, expected });
  }
  const texts = frame.withColumns(...judges.map((name) => pl.col(name).cast(pl.Utf8)));
  const others = frame.columns.filter((name) => !judges.includes(name));
  const rows = texts.unpivot(others, [...judges], { variableName: judge, valueName: choice });
  return { ...table, frame: rows };
}

/** Columns of pairs that may name the better answer by its writer. */
const VERDICTS = ["human", "choice", "more_informative"];

/** What a verdict may be called itself. */
const TAKEN = ["A", "B", "tie"];

/**
 * Verdicts where a file names the model that won instead of the answer: A where the row's `model_a` is named, B where its `model_b` is.
 * Only names of the row's own two models are turned, of which neither is called A, B or tie; every other value is left as it is, and
 * refused or given a meaning where values are.
 */
function withWinners(table: RawTable): { table: RawTable; read: Record<string, number> } {
  const { columns = {} } = table;
  const [a, b] = ["model_a", "model_b"].map((name) => columns[name] ?? name);
  const isText = (name: string) => /String|Utf8/.test(String(table.frame.getColumn(name).dtype));
  const read: Record<string, number> = {};
  let { frame } = table;
  if (![a, b].every((name) => frame.columns.includes(name) && isText(name))) return { table, read };
  const fail = (column: string, is: pl.Expr, expected: string) => {
    const bad = frame.filter(is.fillNull(pl.lit(false)));
    if (bad.height === 0) return;
    const values = bad.getColumn(column).toArray(), rows = bad.getColumn(ROW).head(5).toArray() as number[];
    throw badValues(
      [badColumn(column, expected, values, placesOf(table, rows, column), bad.height)],
      table.file,
    );
  };
  const isSlot = (name: string, own: string) => pl.col(name).isIn(TAKEN.filter((one) => one !== own));
  for (const [name, own] of [[a, "A"], [b, "B"]]) {
    fail(
      name,
      isSlot(name, own),
      "names of models that no verdict has (A, B, tie): write longer ones there and where verdicts name models",
    );
  }
  let names: Set<unknown> | undefined;
  for (const verdict of VERDICTS) {
    const column = columns[verdict] ?? verdict;
    if (!frame.columns.includes(column) || !isText(column)) continue;
    const given = frame.getColumn(column).unique().toArray().filter((value) =>
      value !== null && !TAKEN.includes(String(value))
    );
    if (given.length === 0) continue;
    names ??= new Set([a, b].flatMap((name) => frame.getColumn(name).unique().toArray()));
    if (!given.some((value) => names!.has(value))) continue;
    if ([a, b].includes(column)) {
      const expected =
        `a column of its own for ${verdict}, found one that names a side's model too: name a copy of it ` +
        `(in pandas df["${verdict}"] = df[${JSON.stringify(column)}])`;
      throw new ResultsError({ file: table.file, column, expected });
    }
    const letters =
      "names of models throughout or letters throughout, and tie: other values of this column name a model";
    fail(column, pl.col(column).isIn(["A", "B"]), letters);
    const value = pl.col(column), is = (name: string) => value.eq(pl.col(name)).fillNull(pl.lit(false));
    const own = value.isIn(TAKEN).fillNull(pl.lit(false)).not();
    const one = is(a).and(is(b).not()).and(own), other = is(b).and(is(a).not()).and(own);
    read[verdict] = Number(
      frame.select(one.or(other).cast(pl.UInt32).sum().alias("n")).getColumn("n").get(0),
    );
    frame = frame.withColumns(
      pl.when(one).then(pl.lit("A")).when(other).then(pl.lit("B")).otherwise(value).alias(column),
    );
  }
  return { table: { ...table, frame }, read };
}
