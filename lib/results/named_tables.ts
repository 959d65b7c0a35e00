import { basename } from "node:path";
import pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";
import { grouped } from "../stats/grouped.ts";
import { valueAt } from "./frame.ts";
import type { ToldColumns } from "./frame_types.ts";
import { findTableFiles } from "./find_files.ts";
import { type ColumnSpec, type FrameName, FRAMES } from "./frames.ts";
import { loadTable, type RawTable, ROW } from "./load_table.ts";
import { sentinelsOf } from "./rating_warnings.ts";
import { said } from "./said.ts";
import { scorerOf } from "./two_scores.ts";

/**
 * Tables with what each of them calls our columns: the first of the caller's names that it has. Where it has none of them and others do,
 * its own of our name is read, or what the column is by default; where there is neither it lacks the first, as the error will say.
 */
export function namedTables(
  name: FrameName,
  tables: readonly RawTable[],
  { columns = {}, labels, corrections }: { columns?: ToldColumns; labels?: unknown; corrections?: unknown },
): RawTable[] {
  const told = Object.entries(columns), specs: Readonly<Record<string, ColumnSpec>> = FRAMES[name].columns;
  const has = ({ frame }: RawTable, column: string) => frame.columns.includes(column);
  const lacking: { file: string; lacks: string }[] = [];
  const all = told.length === 0 ? [...tables] : tables.map((table) => {
    const says: string[] = [], own = new Map<string, string>(), without = new Map<string, string>();
    const named = told.flatMap(([ours, given]) => {
      // A list or an object is no value: a path into it goes before.
      const names = [given].flat(), there = names.filter((one) => has(table, one));
      const flat = there.filter((one) => !table.nested?.has(one)), found = flat.length > 0 ? flat : there;
      // Several names are those of several files, of which one may be read alone.
      const isElsewhere = found.length === 0 && (tables.length === 1 && names.length > 1 ||
        tables.some((one) => names.some((theirs) => has(one, theirs))));
      // What is joined to the results no file of them must have.
      const isJoined = { more_informative: labels, human: corrections }[ours] !== undefined;
      if (isJoined && !isElsewhere && found.length === 0) return [];
      const others = isElsewhere && has(table, ours)
        ? own
        : isElsewhere && specs[ours]?.required !== true
        ? without
        : null;
      const theirs = names.slice(0, 2).join(" or ") + (names.length > 2 ? " or …" : "");
      others?.set(
        ours,
        others === own ? theirs : names.length > 2 || theirs === ours ? ours : `${ours} (${theirs})`,
      );
      // Two columns of people's scores are no two names of one.
      const scorer = ours === "human" ? scorerOf(found) : undefined;
      if (scorer !== undefined) return [[ours, scorer]];
      says.push(...found.slice(1).flatMap((other) => differing(table, ours, found[0], other)));
      return others ? [] : [[ours, found[0] ?? names[0]]];
    });
    const columns = Object.fromEntries(named), file = basename(table.file);
    if (own.size > 0) {
      const lacks = [...own.values()].join(", ");
      says.push(said("own_read", { file, lacks, own: [...own.keys()].join(", ") }));
    }
    // Whoever says which answer won needs no scores of the two.
    if (has(table, columns.choice ?? "choice")) {
      const scores = ["score_a", "score_b"], isNone = scores.every((one) => !has(table, columns[one]));
      for (const one of scores) if (without.delete(one) || isNone) delete columns[one];
    }
    if (without.size > 0) lacking.push({ file, lacks: [...without.values()].join(", ") });
    return { ...table, columns, said: says };
  });
  const others = [...grouped(lacking, ({ lacks }) => lacks)].map(([lacks, own]) => {
    const files = own.map(({ file }) => file).join(", "),
      [have, their] = own.length > 1 ? ["have", "their"] : ["has", "its"];
    return said("lacking", { files, have, lacks, their });
  });
  return all.map((table, i) =>
    i < all.length - 1 ? table : { ...table, said: [...table.said ?? [], ...others] }
  );
}

/** What is said of a column whose place another of the caller's names could take, where the two do not hold the same. */
function differing({ file, frame, linesOf }: RawTable, ours: string, first: string, other: string): string[] {
  const [one, two] = [first, other].map((column) => frame.getColumn(column).cast(pl.Utf8).toArray());
  const rows = [...one.keys()].filter((row) => one[row] !== two[row]);
  if (rows.length === 0) return [];
  const line = linesOf([valueAt(frame, ROW, rows[0]) as number])[0],
    at = line === null ? "" : `line ${line}: `;
  const [here, there] = [one, two].map((values) => JSON.stringify(values[rows[0]]));
  const found = { file, first, other, ours, some: rows.length, rows: rowsInWords(one.length) };
  return [said("differing", { ...found, at, one: here, two: there })];
}

/** Numbers that stand for "no score" in files of ratings, as far as their scales tell. */
export function sentinelsAt(frame: FrameName, paths: readonly string[]): number[] {
  return frame !== "ratings"
    ? []
    : paths.flatMap((path) => findTableFiles(path).flatMap((file) => sentinelsOf(loadTable(file).frame)));
}
