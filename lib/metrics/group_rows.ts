import type pl from "nodejs-polars";
import { combineFactors } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";

/** The rows of one group and the values of the grouping columns that they share. */
export interface RowGroup {
  key: Record<string, unknown>;
  rows: Int32Array;
}

/**
 * Splits a frame's rows into groups that share their values in the columns `by`.
 *
 * Groups come back sorted by their keys (first column first), rows inside a group keep the order of the frame, so
 * that sums over a group have the same bits on every run (Polars' own grouped sums do not). A null is a value of its
 * own. `by: []` gives one group of all rows; a frame without rows gives no group, except for `by: []`.
 *
 * @throws {TypeError} when a column of `by` is not in the frame, or is named twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { groupRows } from "@/metrics/group_rows.ts";
 *
 * const frame = pl.DataFrame({ judge: ["b", "a", "b"] });
 * const groups = groupRows(frame, ["judge"]);
 * assert.deepEqual(groups.map((g) => [g.key.judge, [...g.rows]]), [["a", [1]], ["b", [0, 2]]]);
 * ```
 */
export function groupRows(frame: pl.DataFrame, by: readonly string[]): RowGroup[] {
  requireColumns("groupRows", frame, by);
  if (new Set(by).size !== by.length) {
    throw new TypeError(`groupRows: wanted each column once in by, found ${JSON.stringify(by)}`);
  }
  const height = frame.height;
  if (by.length === 0) return [{ key: {}, rows: Int32Array.from({ length: height }, (_, i) => i) }];
  const factors = by.map((name) => factor(frame.getColumn(name)));

  const { codes, size } = combineFactors(factors, height);
  const counts = new Int32Array(size);
  for (let i = 0; i < height; i++) counts[codes[i]]++;
  const groups: RowGroup[] = [];
  const place = new Int32Array(size);
  for (let code = 0; code < size; code++) {
    if (counts[code] === 0) continue;
    place[code] = groups.length;
    groups.push({ key: {}, rows: new Int32Array(counts[code]) });
  }
  const filled = new Int32Array(groups.length);
  for (let i = 0; i < height; i++) {
    const g = place[codes[i]];
    groups[g].rows[filled[g]++] = i;
  }
  for (const group of groups) {
    const [first] = group.rows;
    group.key = Object.fromEntries(by.map((name, c) => [name, factors[c].levels[factors[c].codes[first]]]));
  }
  return groups;
}

/**
 * Throws a TypeError that names every column of `names` which the frame lacks.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { requireColumns } from "@/metrics/group_rows.ts";
 *
 * assert.throws(() => requireColumns("lengthBias", pl.DataFrame({ human: ["A"] }), ["human", "choice"]), /choice/);
 * ```
 */
export function requireColumns(action: string, frame: pl.DataFrame, names: readonly string[]): void {
  const missing = names.filter((name) => !frame.columns.includes(name));
  if (missing.length === 0) return;
  throw new TypeError(
    `${action}: wanted the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}, found ${
      frame.columns.join(", ") || "no column at all"
    }`,
  );
}
