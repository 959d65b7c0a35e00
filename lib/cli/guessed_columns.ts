import {
  headOf,
  judgesAmong,
  repeatedPaths,
  scoresIn,
  singleScore,
  twoScores,
} from "../results/closest_frames.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import type { FileInspection } from "../results/inspect_file.ts";
import { namedAlike, similarTo } from "../results/other_names.ts";
import { type ReadResultsOptions, toldNames } from "../results/readers.ts";
import { say } from "./command.ts";

/** A file that fits no frame, and the values in a column of it, empty cells left out. */
export type Stranger = FileInspection["strangers"][number] & {
  valuesOf(column: string, rows?: number): string[];
};

/** What sounds like each of the columns that a frame misses, each column once; what stays open has no name. */
export function guessedColumns(
  { columns, verdicts, lacking, valuesOf }: Stranger,
  frame: FrameName,
  told: ReadResultsOptions,
): { column: string; name?: string }[] {
  const specs = FRAMES[frame].columns, { columns: mapped = {} } = told, named = toldNames(told);
  const isThere = (column: string) => columns.includes(column);
  const isAsked = (column: string) => specs[column].required || specs[column].asked;
  const isOpen = (column: string) =>
    Object.hasOwn(specs, column) && !isThere(column) && !Object.hasOwn(mapped, column) &&
    !named.includes(column);
  // What another kind of rows must have may be here too: it is looked for, but not asked for.
  const wanted = [...Object.keys(specs).filter(isAsked), ...lacking.flatMap(({ missing }) => missing)];
  // A lone "winner" is the judge's verdict; beside a prediction it is people's.
  const order = [...new Set(wanted.filter(isOpen))].sort((a, b) =>
    Number(b === "choice") - Number(a === "choice")
  );
  const differs = (name: string) => {
    const values = valuesOf(name);
    return values.length > 2 && new Set(values).size === values.length;
  };
  // What is the same throughout is no item either.
  const rank = (name: string) => differs(name) ? 1 : new Set(valuesOf(name)).size === 1 ? 2 : 0;
  const lone = judgesAmong(verdicts).filter((one) =>
    !order.some((column) => column !== "choice" && similarTo(column, [one]).length > 0)
  );
  const [, answer = ""] = singleScore(columns), taken = new Set<string>([...Object.values(mapped), answer]);
  // People's scores of the two answers are no verdict yet.
  for (const [, name] of frame === "pairs" ? twoScores(columns, true) : []) taken.add(name);
  // What is empty throughout is none, in a file with rows.
  const empty = columns.filter((name) => valuesOf(name).every((one) => /^\s*(\[\s*\])?$/.test(one)));
  for (const one of empty.length < columns.length ? empty : []) taken.add(one);
  // What a record holds several of is of none of them.
  const heads = repeatedPaths(columns).map(headOf);
  for (const one of columns) if (heads.includes(headOf(one))) taken.add(one);
  const free = () => columns.filter((one) => !taken.has(one));
  const guessed = order.map((column) => {
    const alike = similarTo(column, free());
    // What differs in every row names a call: no judge, and no item, which is judged by several or in several ways.
    const [name] = column === "judge"
      ? alike.filter((one) =>
        !differs(one) && (!/(id|hash)$/i.test(one) || namedAlike(column, [one]).length > 0)
      )
      : column === "item_id"
      ? alike.toSorted((a, b) => rank(a) - rank(b))
      : alike.length === 0 && column === "choice" && frame === "pairs" && lone.length === 1
      ? lone
      : alike;
    if (name !== undefined) taken.add(name);
    return { column, name };
  });
  // Who is called as what was chosen is no annotator: it is what people chose.
  const choice = guessed.find(({ column }) => column === "choice")?.name,
    human = guessed.find((one) => one.column === "human");
  const chosen = new Set(choice === undefined ? [] : valuesOf(choice));
  const [people] = namedAlike("annotator", free()).filter((name) =>
    valuesOf(name).every((one) => chosen.has(one))
  );
  if (people !== undefined && human !== undefined && human.name === undefined) {
    human.name = people;
    taken.add(people);
  }
  const nameOf = (column: string) =>
    guessed.find((one) => one.column === column)?.name ?? mapped[column] ?? column;
  const [item, judge] = ["item_id", "judge"].map(nameOf);
  if (isThere(item) && differs(item) && isThere(judge) && new Set(valuesOf(judge)).size > 1) {
    say(`${item} differs in every row: with it as item_id no two judges are compared on the same items`);
  }
  const hasChoice = guessed.every((one) => one.column !== "choice" || one.name !== undefined);
  const two = frame !== "pairs" || hasChoice ? [] : twoScores(free());
  return guessed.filter(({ column, name }) => name !== undefined || isAsked(column))
    .filter(({ column }) => column !== "choice" || two.length === 0)
    .concat(two.map(([column, name]) => ({ column, name })))
    .concat(scoresIn(frame, free()).map(([column, name]) => ({ column, name })))
    .concat(answersIn(frame, free()))
    .concat(
      respelt(
        frame,
        // A prompt that differs in every row is the question.
        free().filter((one) => !differs(one) || namedAlike("condition", [one]).length === 0),
        Object.keys(specs).filter((column) => isOpen(column) && !order.includes(column)),
      ),
    );
}

/** The texts of the two answers, of which words are counted, where the file calls both otherwise. */
export function answersIn(frame: FrameName, columns: readonly string[]): { column: string; name: string }[] {
  const sides = frame === "pairs" || frame === "criteria" ? ["answer_a", "answer_b"] : [];
  const found = sides.flatMap((column) =>
    namedAlike(column, columns).slice(0, 1).map((name) => ({ column, name }))
  );
  return found.length === 2 && found.every(({ column, name }) => column !== name) ? found : [];
}

/** Columns that a frame may have and none is there for, and the file's that are they but for case and blanks, or by another usual name. */
export function respelt(
  frame: FrameName,
  columns: readonly string[],
  open = Object.keys(FRAMES[frame].columns).filter((column) => !columns.includes(column)),
): { column: string; name: string }[] {
  return open.filter((column) => !FRAMES[frame].columns[column].required)
    .flatMap((column) => namedAlike(column, columns).slice(0, 1).map((name) => ({ column, name })));
}
