import { ResultsError } from "../results_error.ts";
import type { Found } from "./layout.ts";

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
