import { inWords, printable } from "../progress/show.ts";
import { grouped } from "../stats/grouped.ts";
import { said } from "./said.ts";

/** Where and what a bad value is. */
export interface BadValue {
  /** Path of its file, where rows of several were put together. */
  file?: string;
  /** Line of the file, from 1; null where the format has no lines or it is not known. */
  line: number | null;
  /** Number of the record, from 1, where JSON has several on one line and lines tell nothing. */
  record?: number | null;
  /** Column that the value stands in; null where it is not known. */
  column: string | null;
  /** The value as it was read. */
  value: unknown;
}

/** What is wrong with one column of a file. */
export interface BadColumn {
  /** Name of the column. */
  column: string;
  /** What it should hold, in words. */
  expected: string;
  /** How many rows are bad. */
  count: number;
  /** Their distinct values with counts, the most frequent first. */
  values: readonly { value: unknown; count: number }[];
  /** The first five of them. */
  examples: readonly BadValue[];
}

export type ResultsErrorDetails =
  & Pick<ResultsError, "file" | "expected">
  & Partial<Omit<ResultsError, keyof Error | "file" | "expected">>;

/**
 * A results file that cannot be read as what it should be. The message names file, line, column, value and expectation,
 * how many rows are bad, and the first five of them; the fields hold the same.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ResultsError } from "judgebias";
 *
 * const error = new ResultsError({
 *   file: "a.csv", line: 3, column: "human", value: "C", expected: "A, B or tie",
 * });
 * assert.equal(
 *   error.message, 'a.csv, line 3, column human: wanted A, B or tie, found "C"',
 * );
 * ```
 */
export class ResultsError extends Error {
  /** "ResultsError", to tell it from other errors. */
  override name = "ResultsError";
  /** Path of the file, or of several with commas. */
  readonly file: string;
  /** Line of the first bad row, from 1; null where the error is of no line. */
  readonly line: number | null;
  /** Number of the first bad record, from 1, where JSON has several on one line; else null. */
  readonly record: number | null;
  /** Column of the first bad value; null where the error is of no column. */
  readonly column: string | null;
  /** The first bad value; undefined where the error is of none. */
  readonly value: unknown;
  /** What was wanted instead, in words. */
  readonly expected: string;
  /** How many rows are bad in the same way; 1 where nothing was counted. */
  readonly count: number;
  /** The first five bad values; empty where there is no list of them. */
  readonly examples: readonly BadValue[];
  /** The distinct bad values with their counts, the most frequent first; empty where nothing was counted. */
  readonly values: readonly { value: unknown; count: number }[];
  /** Every bad column, where there are several: the other fields speak of the first. Otherwise one or none. */
  readonly columns: readonly BadColumn[];

  /** Puts the message together from the details. */
  constructor({ way = "", ...details }: ResultsErrorDetails & { way?: string }) {
    const { file, line = null, record = null, column = null, value, expected } = details;
    const { count = 1, examples = [], values = [], columns = [] } = details;
    const place = [file, placeIn({ line, record }), column === null ? "" : `column ${column}`];
    const found = value === undefined ? "" : `, found ${shown(value)}`;
    const placeOf = (one: BadValue) =>
      [one.file === file ? "" : one.file, placeIn(one)].filter(Boolean).join(", ");
    const bad = examples.slice(0, 5).map((one) => `${placeOf(one)} ${shown(one.value)}`.trimStart());
    const counts = values.length > 1 ? `: ${counted(values)}` : "";
    const more = count > 1
      ? ` (${count} rows are bad${counts}${bad.length > 0 ? "; the first: " : ""}${bad.join("; ")})`
      : "";
    const others = columns.slice(1).map((bad) => {
      const first = placeOf(bad.examples[0]);
      return `; column ${bad.column}: wanted ${bad.expected}, found ${counted(bad.values, NAMED_FURTHER)}${
        first === "" ? "" : ` (first in ${first})`
      }`;
    }).join("");
    super(printable(`${place.filter(Boolean).join(", ")}: wanted ${expected}${found}${more}${others}${way}`));
    [this.file, this.value, this.expected, this.count] = [file, value, expected, count];
    [this.line, this.record, this.column] = [line, record, column];
    [this.examples, this.values, this.columns] = [examples.slice(0, 5), values, columns];
  }
}

export function placeIn({ line, record = null }: Pick<BadValue, "line" | "record">): string {
  return line !== null ? `line ${line}` : record !== null ? `record ${record}` : "";
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** One row in so many is few. */
const FEW = 20;

const NAMED = 8, NAMED_FURTHER = 3;

function counted(values: readonly { value: unknown; count: number }[], most = NAMED): string {
  const named = values.slice(0, most)
    .map(({ value, count }) => `${shown(value)} ${count === 1 ? "once" : `${count} times`}`).join(", ");
  return values.length > most ? `${named} and ${inWords(values.length - most, "other")}` : named;
}

export function badColumn(
  column: string,
  expected: string,
  values: readonly unknown[],
  places: readonly Omit<BadValue, "column" | "value">[],
  count = values.length,
): BadColumn {
  const examples = places.map((place, i) => ({ ...place, column, value: values[i] }));
  const distinct = [...grouped(values, (value) => value)]
    .map(([value, { length }]) => ({ value, count: length })).sort((a, b) => b.count - a.count);
  return { column, expected, count, values: distinct, examples };
}

/** The error of a table's bad columns; where few of its rows are bad it says how such are left out; `beside` is what else is wrong with it. */
export function badValues(columns: readonly BadColumn[], file: string, rows = 0, beside = ""): ResultsError {
  const [first] = columns, isSaid = columns.some(({ expected }) => expected.includes(said("leaving_out")));
  const isFew = !isSaid && columns.every(({ count }) => count * FEW <= rows);
  const way = (isFew ? said("leave_out") : "") + beside;
  return new ResultsError({ file, ...first, ...first.examples[0], columns, way });
}

/** What is read of a file; what stops it, in our words and in those of whoever read it. */
export function readable<T>(path: string, read: () => T, wanted = "a file that can be read"): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ResultsError) throw error;
    throw new ResultsError({ file: path, expected: `${wanted} (${(error as Error).message})` });
  }
}
