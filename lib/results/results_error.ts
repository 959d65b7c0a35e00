/** Where and what a bad value is. */
export interface BadValue {
  line: number | null;
  column: string | null;
  value: unknown;
}

/** What is wrong with a results file, in parts for programs. */
export interface ResultsErrorDetails {
  file: string;
  line?: number | null;
  column?: string | null;
  value?: unknown;
  expected: string;
  /** How many rows are bad in the same way. */
  count?: number;
  /** The first five of them. */
  examples?: BadValue[];
}

/**
 * A results file that cannot be read as what it should be. The message names file, line, column, value and expectation,
 * how many rows are bad, and the first five of them; the fields hold the same.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ResultsError } from "judgebias";
 *
 * const error = new ResultsError({ file: "a.csv", line: 3, column: "human", value: "C", expected: "A, B or tie" });
 * assert.equal(error.message, 'a.csv, line 3, column human: wanted A, B or tie, found "C"');
 * ```
 */
export class ResultsError extends Error {
  override name = "ResultsError";
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly value: unknown;
  readonly expected: string;
  readonly count: number;
  readonly examples: readonly BadValue[];

  constructor(
    { file, line = null, column = null, value, expected, count = 1, examples = [] }: ResultsErrorDetails,
  ) {
    const place = [file, line === null ? "" : `line ${line}`, column === null ? "" : `column ${column}`];
    const found = value === undefined ? "" : `, found ${shown(value)}`;
    const more = count > 1
      ? ` (${count} rows are bad; the first: ${
        examples.slice(0, 5).map((bad) =>
          `${bad.line === null ? "" : `line ${bad.line} `}${shown(bad.value)}`
        ).join("; ")
      })`
      : "";
    super(`${place.filter(Boolean).join(", ")}: wanted ${expected}${found}${more}`);
    this.file = file;
    this.line = line;
    this.column = column;
    this.value = value;
    this.expected = expected;
    this.count = count;
    this.examples = examples.slice(0, 5);
  }
}

/** A value as the message shows it: short, quoted where it is text. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
