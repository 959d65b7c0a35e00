import { basename } from "node:path";
import pl from "nodejs-polars";
import { printable } from "../progress/show.ts";
import { countWords } from "./count_words.ts";
import type { FrameName } from "./frames.ts";
import { FILE, type RawTable, ROW } from "./load_table.ts";
import { ResultsError, shown } from "./results_error.ts";
import { placesOf } from "./rows_table.ts";
import { said } from "./said.ts";
import { shapeFrame, type ShapeOptions, type SpecChanges } from "./shape_frame.ts";
import { valueAt } from "./frame.ts";

export type Locate = (
  row: number,
  column?: string,
) => { file: string; line: number | null; record?: number | null };

export type FileDefaults = (
  table: RawTable,
) => Record<string, string | number | boolean | null | { column: string }>;

export type JoinedTables = ReturnType<typeof joinTables>;

const SHOWN: Readonly<Record<string, string>> = {
  swapped: "seen in the order of the file",
  image: "judged with the image",
};

/** Shapes every raw table and joins them: columns that only some files have are null in the others, of several types one that holds all. */
export function joinTables(
  name: FrameName,
  tables: readonly RawTable[],
  defaults: FileDefaults,
  options: ShapeOptions,
  changes: SpecChanges = {},
) {
  const shaped = allOf(tables, (table) => shapeFrame(name, table, defaults(table), options, changes));
  const frames = shaped.map(({ frame }, i) => frame.withColumns(pl.lit(i).cast(pl.Int32).alias(FILE)));
  const filled = [...new Set(shaped.flatMap((one) => one.filled))];
  const partly = Object.keys(SHOWN).filter((column) => filled.includes(column)).flatMap((column) => {
    const having = tables.filter((_, i) => !shaped[i].filled.includes(column))
      .map(({ file }) => basename(file));
    return having.length === 0 ? [] : [said("partly", { column, having, shown: SHOWN[column] })];
  });
  const frame = frames.length === 1 ? frames[0] : pl.concat(withTypes(frames), { how: "diagonalRelaxed" });
  const locateIn = (rows: pl.DataFrame): Locate => (row, column) => {
    const table = tables[valueAt(rows, FILE, row) as number], own = valueAt(rows, ROW, row) as number;
    return { file: table.fileOf?.(own, column) ?? table.file, ...placesOf(table, [own], column)[0] };
  };
  const left = tables.flatMap((table) =>
    [...table.left ?? []].map(([column, type]) => said("left_out", { column, type }))
  );
  return {
    ...{ frame, filled, partly, locateIn, locate: locateIn(frame) },
    dropped: shaped.map((one) => one.dropped).reduce(added, {}),
    constant: tables.length === 1 ? shaped[0].constant : [],
    files: tables.map(({ file }, i) => ({ path: file, rows: frames[i].height })),
    warnings: [...new Set([...left, ...tables.flatMap((table) => table.said ?? [])])],
  };
}

/** What is made of each table; of several with bad values the first is the error, the others are told in it. */
function allOf<Made>(tables: readonly RawTable[], make: (table: RawTable) => Made): Made[] {
  const faults: ResultsError[] = [];
  const made = tables.flatMap((table) => {
    try {
      return [make(table)];
    } catch (error) {
      const isOfValues = error instanceof ResultsError && error.columns.length > 0;
      if (!isOfValues) throw faults[0] ?? error;
      faults.push(error);
      return [];
    }
  });
  const [first, ...others] = faults;
  if (first === undefined) return made;
  const columns = others.flatMap(({ file, columns }) =>
    columns.slice(0, 3).map(({ column, values }) =>
      `${basename(file)}, column ${column}: ${values.slice(0, 5).map(({ value }) => shown(value)).join(", ")}`
    )
  );
  if (columns.length > 0) {
    first.message += printable(said("bad_beside", { columns: columns.slice(0, 5).join("; ") }));
  }
  throw first;
}

/** Frames whose empty columns have the type that others have for them: of what a file does not hold it has no say. */
function withTypes(frames: readonly pl.DataFrame[]): pl.DataFrame[] {
  const isEmpty = (frame: pl.DataFrame, name: string) => frame.getColumn(name).nullCount() === frame.height;
  const types = new Map(
    frames.flatMap((frame) =>
      frame.columns.filter((name) => !isEmpty(frame, name)).map((name) => [name, frame.getColumn(name).dtype])
    ),
  );
  return frames.map((frame) => {
    const empty = frame.columns.filter((name) => types.has(name) && isEmpty(frame, name));
    return frame.withColumns(...empty.map((name) => pl.lit(null).cast(types.get(name)!).alias(name)));
  });
}

export function withConstant(table: RawTable, column: string, value: string | undefined): RawTable {
  if (value === undefined || table.frame.columns.includes(column)) return table;
  return { ...table, frame: table.frame.withColumns(pl.lit(value).alias(column)) };
}

export function withWords(table: RawTable): RawTable {
  const { columns = {} } = table;
  let { frame } = table;
  const { height } = frame;
  for (const side of ["a", "b"]) {
    const words = `words_${side}`, answer = columns[`answer_${side}`] ?? `answer_${side}`;
    const isCounted = columns[words] ||
      frame.columns.includes(words) && frame.getColumn(words).nullCount() < height;
    if (isCounted || !frame.columns.includes(answer)) continue;
    const counts = (frame.getColumn(answer).cast(pl.Utf8).toArray() as (string | null)[]).map(countWords);
    frame = frame.withColumns(pl.Series(words, counts, pl.Float64));
  }
  return { ...table, frame };
}

export function added(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const all = { ...one };
  for (const [column, rows] of Object.entries(other)) all[column] = (all[column] ?? 0) + rows;
  return all;
}
