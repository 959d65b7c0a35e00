import { toldColumns } from "../progress/require.ts";
import { isFunctionOf } from "./check.ts";
import { isIndex } from "./frame.ts";
import { FRAMES } from "./frames.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { missingColumns } from "./missing_columns.ts";
import { namedAlike } from "./other_names.ts";
import type { JudgeName } from "./layouts/layout.ts";
import type { Reading } from "./reader.ts";
import { ResultsError } from "./results_error.ts";
import { type Cells, type LayoutRow, wideRatings } from "./rows_table.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";

/** What names a row of any frame, or who wrote what was judged: scores that differ there are of two rows. */
const NAMING = Object.values(FRAMES).flatMap(({ key }) => key).filter((one) => one !== "evaluator");
const RATED = [...new Set([...Object.keys(FRAMES.ratings.columns), ...NAMING, "model", "rater"])];
const ABOUT = RATED.filter((ours) => ours !== "human");
const LONG = [...RATED, "evaluator", "score"];

/** Scores one by one as a column per evaluator, joined over all files by what they are scores of. */
export function gatheredScores(
  tables: RawTable[],
  reading: Reading<ShapeOptions & { judge?: JudgeName }>,
): RawTable[] {
  const { columns: told = {}, judge } = reading.options, [named] = [told.evaluator ?? []].flat();
  if (named === undefined || !reading.native) return tables;
  const left = new Set<string>(), seen = new Map<string, Cells>();
  const files = tables.map((table) => {
    const { frame, file, linesOf, columns = {} } = table, { evaluator = named, score = "score" } = columns;
    const names = frame.columns.filter((name) => name !== ROW && !isIndex(name));
    const absent = Object.entries({ evaluator, score }).filter(([, name]) => !names.includes(name));
    if (absent.length > 0) throw missingColumns(table, absent.map(([ours]) => ours), names, { told });
    // A name that stands for another column is free for it, as in every reader.
    const used = [evaluator, score, ...Object.values(columns)];
    const isFree = (ours: string) => !used.includes(ours) || Object.hasOwn(FRAMES.ratings.columns, ours);
    const writers = namedAlike("generator", names).filter((one) => one === "model" || !RATED.includes(one));
    const free = (ours: string) => (ours === "model" ? writers : [ours]).find(isFree) ?? "";
    const rated = RATED.map((ours) => [ours, columns[ours] ?? free(ours)])
      .filter(([, name]) => names.includes(name) && name !== evaluator && name !== score);
    const key = rated.map(([, name]) => name);
    const others = names.filter((name) => ![...key, evaluator, score].includes(name))
      .map((name) => [rated.some(([ours]) => ours === name) ? `${name}_in_file` : name, name]);
    const records = frame.toRecords() as Cells[], lines = linesOf(records.map((one) => Number(one[ROW])));
    const about = [...rated, ...others, ["evaluator", evaluator], ["score", score]];
    const rows = records.map((record, i): LayoutRow => ({
      line: lines[i] ?? i + 1,
      values: Object.fromEntries(about.map(([ours, name]) => [ours, record[name]])),
    }));
    // What is crossed with the rows of one key tells them apart, but does not number the rows.
    const apart = () => {
      if (typeof judge === "string" && tables.length > 1) return said("told_by_file");
      const tells = (columns: string[]) => isFunctionOf(frame, ROW, columns);
      const crossed = others.find(([, one]) => !tells([one]) && tells([...key, evaluator, one]))?.[1];
      if (!crossed || told.condition) return "";
      return said("told_apart", { column: crossed, told: toldColumns([["condition", crossed]]) });
    };
    return { file: { ...table, path: file }, rows, apart };
  });
  const all = files.flatMap(({ rows }) => rows.map(({ values }) => values));
  const ratedIn = (values: Cells) => JSON.stringify(RATED.map((ours) => values[ours]));
  reading.warnings.push(...withOnePerson(all));
  // What differs between the scores of one thing, in a file or between files, belongs to the scores.
  for (const values of all) {
    const rated = ratedIn(values), first = seen.get(rated) ?? values;
    const isSame = (one: string) => JSON.stringify(values[one]) === JSON.stringify(first[one]);
    for (const one in first) if (one in values && !LONG.includes(one) && !isSame(one)) left.add(one);
    // What only some of the files tell of a thing is told beside all its scores.
    seen.set(rated, { ...values, ...first });
  }
  for (const row of files.flatMap(({ rows }) => rows)) {
    const { evaluator, score } = row.values, about = Object.entries(seen.get(ratedIn(row.values))!);
    row.values = { ...Object.fromEntries(about.filter(([name]) => !left.has(name))), evaluator, score };
  }
  const wide = wideRatings(files, (evaluator, line, file) => {
    const apart = files.find((one) => one.file.path === file)!.apart();
    const expected = said("second_score", { rated: RATED.slice(0, 4), evaluator, apart });
    return new ResultsError({ file, line, expected });
  });
  reading.evaluators = wide.evaluators;
  const more = left.size > 0 ? said("left_between", { left: [...left] }) : "";
  const text = said("one_by_one", { named, left: more });
  reading.notes.push({ name: "one_by_one", rows: all.length, text });
  return wide.tables.map((one) => {
    const { columns = {}, said } = tables.find(({ file }) => file === one.file)!;
    const rest = Object.entries(columns).filter(([name]) => !LONG.includes(name));
    return { ...one, said, columns: Object.fromEntries(rest) };
  });
}

/** Where every evaluator has one row of a thing, people's score of it is one: the first that is told stands beside all of them; said where others are told. */
function withOnePerson(all: readonly Cells[]): string[] {
  const keyOf = (values: Cells) => JSON.stringify(ABOUT.map((ours) => values[ours]));
  const keys = all.map(keyOf), known = new Map<string, Cells[string]>(), unlike = new Map<string, string>();
  if (new Set(all.map(({ evaluator }, i) => `${keys[i]} ${evaluator}`)).size < all.length) return [];
  for (const [i, { human }] of all.entries()) {
    const first = known.get(keys[i]) ?? "", told = human ?? "";
    if (first === "" && told !== "") known.set(keys[i], human);
    else if (told !== "" && told !== first && Number(told) !== Number(first)) {
      unlike.set(keys[i], unlike.get(keys[i]) ?? `${all[i].item_id}: ${first}, ${told}`);
    }
  }
  for (const [i, values] of all.entries()) if (known.has(keys[i])) values.human = known.get(keys[i])!;
  const [example] = unlike.values();
  return unlike.size > 0 ? [said("people_unlike", { items: unlike.size, example })] : [];
}
