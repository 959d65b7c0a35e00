/** Names under which other tools wrap their rows in one object. */
const WRAPPERS = [
  "results",
  "data",
  "rows",
  "records",
  "items",
  "samples",
  "examples",
  "judgments",
  "verdicts",
];

/**
 * The way out where a file's only column says that it is no table of ours yet: cells between marks that are not known, or rows
 * wrapped in one object. Empty for all others.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unlikeTable } from "@/results/unlike_table.ts";
 *
 * assert.match(unlikeTable(["item_id|judge|human"]), /between "|"/);
 * assert.match(unlikeTable(["results"]), /jq -c/);
 * assert.equal(unlikeTable(["item_id"]), "");
 * ```
 */
export function unlikeTable(columns: readonly string[]): string {
  if (columns.length === 1 && /[^|]\|[^|]/.test(columns[0])) {
    return '; its cells seem to stand between "|": commas, semicolons and tabs are known (tr "|" "\\t" < old.csv > new.tsv, where no cell holds a "|")';
  }
  const wrapper = columns.find((column) => WRAPPERS.includes(column.toLowerCase()));
  if (wrapper === undefined || columns.length > 4) return "";
  return `; if ${wrapper} is a list of the rows, write these alone: jq -c '.${wrapper}[]' old.json > new.jsonl`;
}
