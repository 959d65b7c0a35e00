import { basename } from "node:path";
import pl from "nodejs-polars";
import type { ToldColumns } from "./frame_types.ts";
import { type ColumnSpec, type FrameName, FRAMES } from "./frames.ts";
import type { RawTable } from "./load_table.ts";
import { said } from "./said.ts";
import { scorerOf } from "./two_scores.ts";

/** The column that says whose a row is, of frames in which several people may judge one thing. */
const PERSON: Partial<Record<FrameName, string>> = { ratings: "rater", pairs: "annotator" };

/** Tables with what each of them calls our columns: the first of the caller's names that it has, a value before a list or an object; of several columns of people a row for each. */
export function namedTables(
  name: FrameName,
  tables: readonly RawTable[],
  { columns = {}, labels, corrections }: { columns?: ToldColumns; labels?: unknown; corrections?: unknown },
): RawTable[] {
  const told = Object.entries(columns), specs: Readonly<Record<string, ColumnSpec>> = FRAMES[name].columns;
  if (told.length === 0 || tables.length === 0) return [...tables];
  const person = PERSON[name], joined = { more_informative: labels, human: corrections };
  const lacking = new Map<string, string[]>();
  const all = tables.map((table) => {
    const has = (column: string, { frame } = table) => frame.columns.includes(column);
    let { frame } = table;
    const file = basename(table.file), own: string[] = [], without: string[] = [], says: string[] = [];
    const isChosen = [columns.choice ?? "choice"].flat().some((one) => has(one));
    const named = told.flatMap(([ours, given]): [string, string][] => {
      const names = [...new Set([given].flat())], there = names.filter((one) => has(one));
      const flat = there.filter((one) => !table.nested?.has(one)),
        [first, ...more] = flat.length > 0 ? flat : there;
      const isOfPeople = ours === "human" && flat.length > 1 && person && !has(person);
      const scorer = ours === "human" && name === "pairs" ? scorerOf(there, frame.columns) : undefined,
        found = scorer ?? first;
      if (isOfPeople && scorer === undefined) {
        const people = flat.join(", ");
        const others = frame.select(...frame.columns.filter((one) => !flat.includes(one)));
        const rows = flat.map((one) =>
          others.withColumns(pl.lit(one).alias(person), frame.getColumn(one).alias(people))
        );
        frame = pl.concat(rows, { how: "diagonalRelaxed" });
        says.push(said("people_beside", { file, people, person }));
        return [[ours, people]];
      }
      if (found !== undefined) {
        const others = scorer === undefined ? more : [];
        if (others.length > 0) says.push(said("several_names", { file, ours, found, others }));
        return [[ours, found]];
      }
      if (isChosen && /^score_[ab]$/.test(ours)) return [];
      const isElsewhere = tables.length === 1 && names.length > 1 ||
        tables.some((one) => names.some((theirs) => has(theirs, one)));
      const isLeft = isElsewhere ? has(ours) || specs[ours]?.required !== true : joined[ours as "human"];
      if (!isLeft) return [[ours, names[0]]];
      if (isElsewhere) (has(ours) ? own : without).push(`${ours} (${names.join(" or ")})`);
      return [];
    });
    if (own.length > 0) says.push(said("own_read", { file, own }));
    const lacks = without.join(", ");
    if (lacks) lacking.set(lacks, [...lacking.get(lacks) ?? [], file]);
    return { ...table, frame, columns: Object.fromEntries(named), said: says };
  });
  const last = all[all.length - 1];
  const others = [...lacking].map(([lacks, files]) => said("lacking", { files, lacks }));
  return [...all.slice(0, -1), { ...last, said: [...last.said, ...others] }];
}
