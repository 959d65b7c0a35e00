import { isObject } from "./json_lines.ts";
import { ResultsError } from "./results_error.ts";

/** What is said of a workbook that is none of a tool's. */
export const OWN_WORKBOOK =
  'CSV, JSONL or Parquet, found a workbook that VLMEvalKit did not write: save it as "CSV UTF-8" ' +
  "(Excel: File, Save as; in pandas read_excel and to_csv) and read that";

/** From how many objects in a list on the object around them is taken for their envelope, whatever the list is called. */
const ENVELOPE = 5;

/** Names of lists that hold the rows however few they are, in an object with little else. */
const ENVELOPES = /^(results|data|rows|records|items|samples|examples|judgments|verdicts)$/i, LITTLE = 4;

/** Throws for one object around the records, or one that holds a table turned round: it would be one row, with all of them in a cell. */
export function requireNoEnvelope(path: string, record: Record<string, unknown>): void {
  const fields = Object.entries(record);
  // pandas' to_json() writes columns (or rows) by their number, or lists of names, numbers and cells.
  const shapes = fields.map(([, value]) =>
    Array.isArray(value) && !value.some(isObject)
      ? `[${value.length}]`
      : isObject(value)
      ? Object.keys(value).join("\n")
      : null
  );
  const isSplit = Array.isArray(record.columns) && Array.isArray(record.data);
  if (isSplit || fields.length > 1 && shapes[0] !== null && shapes.every((shape) => shape === shapes[0])) {
    const expected =
      "a record a row, found a whole table in one object, as pandas' to_json() and Weights & Biases write " +
      'it: write it with orient="records", lines=True';
    throw new ResultsError({ file: path, expected });
  }
  const lists = fields.filter(([name, value]) =>
    Array.isArray(value) && value.length > 0 && value.every(isObject) &&
    (value.length >= ENVELOPE || ENVELOPES.test(name) && fields.length <= LITTLE)
  );
  if (lists.length !== 1) return;
  const [[name, list]] = lists as [string, unknown[]][];
  const field = /^\w+$/.test(name) ? `.${name}` : `.[${JSON.stringify(name)}]`;
  throw new ResultsError({
    file: path,
    column: name,
    expected:
      `a record a row, found one object around ${list.length} of them: write these alone (jq -c '${field}[]' ` +
      `old.json > new.jsonl), or hand JSON.parse(text)${field.replace(".[", "[")} to the reader`,
  });
}
