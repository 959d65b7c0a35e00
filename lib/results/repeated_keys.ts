import type pl from "nodejs-polars";
import { FEW } from "./factor.ts";

/** Rows that have the key of an earlier row: how many, and the first five with that row. */
type RepeatedKeys = { count: number; first: { row: number; earlier: number }[] };

/** How many repeated rows are named. */
const NAMED = 5;

/**
 * Whether rows of a frame repeat the values of an earlier row in some columns, and which. Equal rows have equal hashes: as many
 * hashes as rows prove that none does, at a tenth of the cost of codes, for any number of keys.
 */
export function repeatedKeys(frame: pl.DataFrame, key: readonly string[]): RepeatedKeys | null {
  const { height } = frame;
  if (height < 2) return null;
  // Where every row is another item no key repeats; of few rows that is seen at a fifth of the cost of hashes.
  const item = height <= FEW && ["item_id", "sample_id"].find((column) => key.includes(column));
  if (item && frame.getColumn(item).nUnique() === height) return null;
  if (hashesOf(frame, key).nUnique() === height) return null;
  const keys = frame.select(...key), hashes = keys.hashRows();
  const count = keys.height - keys.unique().height;
  if (count === 0) return null;
  const numbers = hashes.toTypedArray() as BigUint64Array, twins = keys.isDuplicated().toArray() as boolean[];
  const first: RepeatedKeys["first"] = [];
  for (let row = 0; row < numbers.length && first.length < Math.min(NAMED, count); row++) {
    const earlier = twins[row] ? numbers.indexOf(numbers[row]) : row;
    if (earlier < row) first.push({ row, earlier });
  }
  return { count, first };
}

/**
 * Whether every row with the same values in `key` has the same values in `depending` too.
 */
export function isFunctionOf(frame: pl.DataFrame, depending: string, key: readonly string[]): boolean {
  if (frame.height < 2) return true;
  const distinct = (columns: readonly string[]) => hashesOf(frame, columns).nUnique();
  return distinct(key) === distinct([...key, depending]);
}

function hashesOf(frame: pl.DataFrame, columns: readonly string[]): pl.Series {
  return frame.select(...columns).hashRows();
}
