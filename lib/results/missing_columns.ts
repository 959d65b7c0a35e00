import { nearest } from "../progress/nearest.ts";
import { isObject } from "./json_lines.ts";
import type { RawTable } from "./load_table.ts";
import { similarTo } from "./other_names.ts";
import { ResultsError } from "./results_error.ts";

/** All columns that are missing, and what in the file sounds like them. */
export function missingColumns(
  table: RawTable,
  lacking: readonly { ours: string; wanted: string; as: string }[],
  found: string[],
  isOurs: (column: string) => boolean = () => false,
): ResultsError {
  const free = new Set(found.filter((column) => !isOurs(column)));
  // A lone "winner" is the judge's verdict; each column is offered for one of ours.
  const order = [...lacking].sort((a, b) => Number(b.ours === "choice") - Number(a.ours === "choice"));
  const close = order.map(({ ours, wanted }) => {
    const names = ours === wanted ? similarTo(wanted, [...free]) : nearest(wanted, found);
    if (ours === wanted) free.delete(names[0]);
    return { ours, wanted, names };
  }).filter(({ names }) => names.length > 0);
  const guesses = close.map(({ wanted, names }) =>
    `${lacking.length > 1 ? `is ${wanted} ` : "is it "}${names.join(" or ")}?`
  );
  const mapping = close.map(({ ours, names }) => `${ours}: "${names[0]}"`).join(", ");
  return new ResultsError({
    file: table.file,
    expected: `the column${lacking.length > 1 ? "s" : ""} ${lacking.map(({ as }) => as).join(", ")}, found ${
      found.join(", ") || "no column"
    }${
      close.length > 0
        ? ` (${guesses.join(" ")} map ${close.length > 1 ? "them" : "it"} with columns: { ${mapping} })`
        : ""
    }${inside(table, lacking.map(({ wanted }) => wanted), found)}${unlikeTable(found)}`,
  });
}

/** A path into records that leads nowhere, and what stands on the way. */
function inside({ records }: RawTable, wanted: readonly string[], found: readonly string[]): string {
  const head = (name: string) => name.split(/[.[]/)[0];
  const path = wanted.find((name) => head(name) !== name && found.includes(head(name)));
  if (path === undefined) return "";
  const object = records?.().map((record) => record[head(path)]).find(isObject);
  const fields = object === undefined ? "" : `; ${head(path)} holds ${Object.keys(object).join(", ")}`;
  return `; no record has anything at ${path}${fields}`;
}

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
 */
export function unlikeTable(columns: readonly string[]): string {
  if (columns.length === 1 && /[^|]\|[^|]/.test(columns[0])) {
    return '; its cells seem to stand between "|": commas, semicolons and tabs are known (tr "|" "\\t" < old.csv > new.tsv, where no cell holds a "|")';
  }
  const wrapper = columns.find((column) => WRAPPERS.includes(column.toLowerCase()));
  if (wrapper === undefined || columns.length > 4) return "";
  return `; if ${wrapper} is a list of the rows, write these alone: jq -c '.${wrapper}[]' old.json > new.jsonl`;
}
