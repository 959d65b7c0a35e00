import type pl from "nodejs-polars";
import { isIndex } from "./frame.ts";
import { rowNumbers, withoutTraces } from "./load_table.ts";
import { said } from "./said.ts";
import { takeRows } from "./take_rows.ts";
import { nestedAsText } from "./write_frame.ts";

/** The first of the rows that are alike in the columns of `by`. */
export function firstRows(frame: pl.DataFrame, by: pl.DataFrame): pl.DataFrame {
  const at = "__at", subset = [...by.columns];
  const first = by.withColumns(rowNumbers(by.height, at)).unique({
    maintainOrder: true,
    keep: "first",
    subset,
  });
  return takeRows(frame, Int32Array.from(first.getColumn(at).toArray() as number[]));
}

/** Rows but those alike in every column to an earlier one; numbers that pandas gave them make none unlike. */
export function withoutCopies(frame: pl.DataFrame): pl.DataFrame {
  const told = withoutTraces(frame);
  return firstRows(frame, nestedAsText(told.select(...told.columns.filter((one) => !isIndex(one)))));
}

/** What is said of copies in a file beside what else is wrong with it, so that both are mended at once. */
export function copiesTold(frame: pl.DataFrame): string {
  const rows = frame.height - withoutCopies(frame).height;
  return rows === 0 ? "" : said("copies_too", { rows });
}
