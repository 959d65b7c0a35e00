import { countWords } from "../count_words.ts";
import { ResultsError } from "../results_error.ts";
import type { Found } from "./layout.ts";

/** Who won, in the values of our frames. */
export type Winner = "A" | "B" | "tie" | null;

/** A text, or null where there is none. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A number, also one that a table holds as text; null where there is none. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** How many words a text has; null where there is none. */
export function wordsOf(value: unknown): number | null {
  return countWords(textOf(value));
}

/**
 * The winner in canonical order of a verdict on the order shown.
 */
export function turned(verdict: Winner, swapped: boolean): Winner {
  if (!swapped || verdict === null || verdict === "tie") return verdict;
  return verdict === "A" ? "B" : "A";
}

/** The values of a record under some names, as numbers: what of a table's texts is to be counted with. */
export function numbersOf(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, number | null> {
  return Object.fromEntries(
    names.filter((name) => name in record).map((name) => [name, numberOf(record[name])]),
  );
}

/**
 * Takes fields of a record that a layout cannot do without.
 *
 * @throws {ResultsError} (when called) naming file, line and field of a value that is not as wanted
 */
export function fieldOf(
  { file, line, record }: Pick<Found, "file" | "line" | "record">,
): (column: string, expected: string, is: (value: unknown) => boolean) => unknown {
  return (column, expected, is) => {
    const value = record[column];
    if (is(value)) return value;
    throw new ResultsError({ file: file.path, line, column, value, expected });
  };
}
