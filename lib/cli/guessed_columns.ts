import { assignColumns } from "../results/assigned_columns.ts";
import { scoresIn, toldIn, twoScores } from "../results/closest_frames.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import type { FileInspection } from "../results/inspect_file.ts";
import { namedAlike } from "../results/other_names.ts";
import { type ReadResultsOptions, toldNames } from "../results/readers.ts";
import { say } from "./command.ts";

/** A file that fits no frame, and the values in a column of it. */
export type Stranger = FileInspection["strangers"][number] & {
  valuesOf(column: string, rows?: number): unknown[];
};

/** What sounds like each of the columns that a frame misses, each column once; what stays open has no name. */
export function guessedColumns(
  { columns, verdicts, lacking, valuesOf }: Stranger,
  frame: FrameName,
  told: ReadResultsOptions,
): { column: string; name?: string }[] {
  const specs = FRAMES[frame].columns, named = toldNames({ ...told, columns: {} });
  const mapped = toldIn(told.columns ?? {}, columns);
  const isThere = (column: string) => columns.includes(column);
  const isAsked = (column: string) => specs[column].required || specs[column].asked;
  const isOpen = (column: string) =>
    Object.hasOwn(specs, column) && !isThere(column) && !Object.hasOwn(mapped, column) &&
    !named.includes(column);
  // What another kind of rows must have may be here too: it is looked for, but not asked for.
  const wanted = [...Object.keys(specs).filter(isAsked), ...lacking.flatMap(({ missing }) => missing)];
  const asked = [...new Set(wanted.filter(isOpen))];
  const { assigned, free, differs } = assignColumns(asked.map((ours) => ({ ours, wanted: ours })), {
    columns,
    taken: Object.values(mapped),
    verdicts,
    valuesOf,
  });
  const guessed = assigned.map(({ ours, names: [name] }) => ({ column: ours, name }));
  const nameOf = (column: string) =>
    guessed.find((one) => one.column === column)?.name ?? mapped[column] ?? column;
  const [item, judge] = ["item_id", "judge"].map(nameOf);
  if (isThere(item) && differs(item) && isThere(judge) && new Set(valuesOf(judge)).size > 1) {
    say(`${item} differs in every row: with it as item_id no two judges are compared on the same items`);
  }
  const hasChoice = guessed.every((one) => one.column !== "choice" || one.name !== undefined);
  const two = frame !== "pairs" || hasChoice ? [] : twoScores(free);
  return guessed.filter(({ column, name }) => name !== undefined || isAsked(column))
    .filter(({ column }) => column !== "choice" || two.length === 0)
    .concat(two.map(([column, name]) => ({ column, name })))
    .concat(scoresIn(frame, free).map(([column, name]) => ({ column, name })))
    .concat(answersIn(frame, free))
    .concat(
      respelt(
        frame,
        // A prompt that differs in every row is the question.
        free.filter((one) => !differs(one) || namedAlike("condition", [one]).length === 0),
        Object.keys(specs).filter((column) => isOpen(column) && !asked.includes(column)),
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

/** What the files call each of our columns: a list where they differ, in which each file finds its own name first. */
export function namesOf(
  files: readonly { has: readonly string[]; guessed: readonly { column: string; name?: string }[] }[],
): Record<string, string | readonly string[]> {
  const columns = [...new Set(files.flatMap(({ guessed }) => guessed.map(({ column }) => column)))];
  return Object.fromEntries(columns.flatMap((ours) => {
    const own = files.map(({ has, guessed }) => ({
      has,
      name: guessed.find(({ column }) => column === ours)?.name ?? (has.includes(ours) ? ours : undefined),
    }));
    const names = [...new Set(own.flatMap(({ name }) => name ?? []))], sorted: string[] = [];
    // What another file would take in the place of its own name stands behind that.
    const isFree = (one: string) =>
      own.every(({ has, name }) =>
        name === undefined || name === one || sorted.includes(name) || !has.includes(one)
      );
    while (names.length > 0) sorted.push(...names.splice(Math.max(0, names.findIndex(isFree)), 1));
    return sorted.length === 0 ? [] : [[ours, sorted.length === 1 ? sorted[0] : sorted]];
  }));
}
