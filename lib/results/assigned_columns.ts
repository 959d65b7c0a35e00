import { basename } from "node:path";
import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { nearest } from "../progress/nearest.ts";
import { rowsInWords } from "../progress/show.ts";
import { headOf, judgesAmong, repeatedPaths, singleScore } from "./closest_frames.ts";
import { valueAt } from "./frame.ts";
import type { ToldColumns } from "./frame_types.ts";
import { type ColumnSpec, type FrameName, FRAMES } from "./frames.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { scoresOf } from "./two_scores.ts";
import { isOfPeople, namedAlike, similarTo } from "./other_names.ts";

/** One of our columns that a file lacks, and what it is looked for as: our name, or the one that the caller gave. */
export interface Wanted {
  ours: string;
  wanted: string;
}

/** What is known of a file, some of whose columns are to be ours. */
export interface Unassigned {
  /** Its columns; what stands inside records by its path. */
  columns: readonly string[];
  /** Those of them that are used already. */
  taken?: readonly string[];
  /** Those that hold verdicts on two answers, and names of those who scored both. */
  verdicts: readonly string[];
  /** The values of one, as far as they were read. */
  valuesOf(column: string): readonly unknown[];
}

/** What of a file may be each of our columns, the likeliest first, and no likeliest twice; what no other may be either is `free`. */
export function assignColumns(
  wanted: readonly Wanted[],
  { columns, taken = [], verdicts, valuesOf }: Unassigned,
): { assigned: (Wanted & { names: string[] })[]; free: string[]; differs(column: string): boolean } {
  const lacksChoice = wanted.some(({ ours }) => ours === "choice");
  const said = new Map<string, string[]>();
  const saidIn = (name: string) => {
    const known = said.get(name) ?? textsIn(valuesOf(name));
    said.set(name, known);
    return known;
  };
  const differs = (name: string) =>
    saidIn(name).length > 2 && new Set(saidIn(name)).size === saidIn(name).length;
  // What is the same throughout is no item either.
  const rank = (name: string) => differs(name) ? 1 : new Set(saidIn(name)).size === 1 ? 2 : 0;
  // What is empty throughout is none, in a file with rows.
  const empty = columns.filter((name) =>
    valuesOf(name).length > 1 && saidIn(name).every((one) => /^\s*(\[\s*\])?$/.test(one))
  );
  const used = new Set([
    ...taken,
    ...singleScore(columns).slice(1),
    ...empty.length < columns.length ? empty : [],
  ]);
  // What a record holds several of is of none of them: each has a judge of its own beside it.
  const heads = lacksChoice ? repeatedPaths(columns).map(headOf) : [];
  for (const one of columns) if (heads.includes(headOf(one))) used.add(one);
  // One score of two is nothing by itself.
  const scorers = verdicts.filter((one) => !columns.includes(one));
  for (const name of scorers.flatMap((one) => scoresOf(one, columns) ?? [])) used.add(name);
  const free = () => columns.filter((one) => !used.has(one));
  // A lone column of verdicts that is not the likeliest for another of ours is the judge's, whatever it is called.
  const named = wanted.flatMap((one) =>
    one.ours === "choice" ? [] : similarTo(one.wanted, free()).slice(0, 1)
  );
  const lone = judgesAmong(verdicts, columns)
    .filter((one) => columns.includes(one) && !used.has(one) && !named.includes(one));
  // A lone "winner" is the judge's verdict; beside a prediction it is people's.
  const order = [...wanted].sort((a, b) => Number(b.ours === "choice") - Number(a.ours === "choice"));
  const assigned = order.map(({ ours, wanted }) => {
    const alike = ours === wanted ? similarTo(wanted, free()) : nearest(wanted, free());
    // What differs in every row names a call: no judge, and no item, which is judged by several or in several ways.
    const names = ours === "judge"
      ? alike.filter((one) =>
        !differs(one) && !saidIn(one).some((value) => /^\d+\s*[.,/]\s*\d+$/.test(value)) &&
        (!/(id|hash)$/i.test(one) || namedAlike(ours, [one]).length > 0)
      )
      : ours === "item_id"
      ? alike.toSorted((a, b) => rank(a) - rank(b))
      : alike.length === 0 && ours === "choice" && lone.length === 1
      ? lone
      : alike.length === 0 && ours === "human"
      ? scorers.filter(isOfPeople)
      : alike;
    used.add(names[0]);
    return { ours, wanted, names };
  });
  // Who is called as what was chosen is no annotator: it is what people chose.
  const [choice, human] = ["choice", "human"].map((ours) => assigned.find((one) => one.ours === ours));
  const chosen = new Set(choice?.names[0] === undefined ? [] : saidIn(choice.names[0]));
  const [people] = namedAlike("annotator", free()).filter((name) =>
    saidIn(name).every((one) => chosen.has(one))
  );
  if (people !== undefined && human?.names.length === 0) {
    human.names.push(people);
    used.add(people);
  }
  return { assigned, free: free(), differs };
}

/** Columns of verdicts that became none of ours, and all of people's: where there are several, one of them is a choice that only the reader makes. */
export function unassigned(verdicts: readonly string[], assigned: readonly string[]): string[] {
  return [...new Set(verdicts)].filter((one) => isOfPeople(one) || !assigned.includes(one));
}

/** Values as texts, without those that are missing. */
export function textsIn(values: readonly unknown[]): string[] {
  return values.filter((one) => one != null).map((one) =>
    typeof one === "object" ? JSON.stringify(one) : `${one}`
  );
}

/**
 * Tables with what each of them calls our columns: the first of the caller's names that it has. Where it has none of them and others do,
 * its own of our name is read, or what the column is by default; where there is neither it lacks the first, as the error will say.
 */
export function namedTables(
  name: FrameName,
  tables: readonly RawTable[],
  { columns = {}, labels, corrections }: {
    columns?: ToldColumns;
    labels?: unknown;
    corrections?: unknown;
  },
): RawTable[] {
  const told = Object.entries(columns), specs: Readonly<Record<string, ColumnSpec>> = FRAMES[name].columns;
  const has = ({ frame }: RawTable, column: string) => frame.columns.includes(column);
  const lacking: { file: string; lacks: string }[] = [];
  const all = told.length === 0 ? [...tables] : tables.map((table) => {
    const said: string[] = [], own = new Map<string, string>(), without = new Map<string, string>();
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
      said.push(...found.slice(1).flatMap((other) => differing(table, ours, found[0], other)));
      return others ? [] : [[ours, found[0] ?? names[0]]];
    });
    const columns = Object.fromEntries(named), file = basename(table.file);
    if (own.size > 0) {
      said.push(
        `${file} has no ${[...own.values()].join(", ")}: its own ${[...own.keys()].join(", ")} is read`,
      );
    }
    // Whoever says which answer won needs no scores of the two.
    if (has(table, columns.choice ?? "choice")) {
      const scores = ["score_a", "score_b"], isNone = scores.every((one) => !has(table, columns[one]));
      for (const one of scores) if (without.delete(one) || isNone) delete columns[one];
    }
    if (without.size > 0) lacking.push({ file, lacks: [...without.values()].join(", ") });
    return { ...table, columns, said };
  });
  const said = [...grouped(lacking, ({ lacks }) => lacks)].map(([lacks, files]) =>
    `${files.map(({ file }) => file).join(", ")} ${files.length > 1 ? "have" : "has"} no ${lacks} of ${
      files.length > 1 ? "their" : "its"
    } own`
  );
  return all.map((table, i) =>
    i < all.length - 1 ? table : { ...table, said: [...table.said ?? [], ...said] }
  );
}

/** What is said of a column whose place another of the caller's names could take, where the two do not hold the same. */
function differing({ file, frame, linesOf }: RawTable, ours: string, first: string, other: string): string[] {
  const [one, two] = [first, other].map((column) => frame.getColumn(column).cast(pl.Utf8).toArray());
  const rows = [...one.keys()].filter((row) => one[row] !== two[row]);
  if (rows.length === 0) return [];
  const line = linesOf([valueAt(frame, ROW, rows[0]) as number])[0],
    at = line === null ? "" : `line ${line}: `;
  return [
    `${file} has ${first} and ${other} for ${ours}: ${first} is read, though they differ in ${rows.length} of ${
      rowsInWords(one.length)
    } (${at}${JSON.stringify(one[rows[0]])} and ${JSON.stringify(two[rows[0]])})`,
  ];
}
