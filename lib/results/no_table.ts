import { FRAMES } from "./frames.ts";
import { isObject } from "./json_lines.ts";
import { ResultsError } from "./results_error.ts";

/** What is said of a workbook that is none of a tool's. */
export const OWN_WORKBOOK =
  'CSV, JSONL or Parquet, found a workbook that VLMEvalKit did not write: save it as "CSV UTF-8" ' +
  "(Excel: File, Save as; in pandas read_excel and to_csv) and read that";

/** All names of our columns, by which rows are told from columns. */
const COLUMNS = new Set(Object.values(FRAMES).flatMap(({ columns }) => Object.keys(columns)));

/** Whether the names of rows are their numbers, and no ids. */
const areNumbers = (names: readonly unknown[]) => names.every((name) => /^(0|[1-9]\d*)$/.test(String(name)));

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
    const outer = Object.keys(record), inner = Object.keys(isObject(fields[0][1]) ? fields[0][1] : {});
    const [byColumn, byRow] = [outer, inner].map((names) => names.filter((one) => COLUMNS.has(one)).length);
    const isByRow = !isSplit && inner.length > 0 &&
      (byRow === byColumn
        ? areNumbers(outer) || outer.length > inner.length && !areNumbers(inner)
        : byRow > byColumn);
    const rows = isSplit ? (record.index ?? []) as unknown[] : isByRow ? outer : inner;
    const names = isSplit ? record.columns as unknown[] : isByRow ? inner : outer;
    const told = isSplit ? ', orient="split"' : isByRow ? ', orient="index"' : "";
    // Names of rows are their ids, which pandas would make numbers of, and 1 of "0001".
    const kept = ", dtype=False, convert_axes=False";
    const ids = rows.length === 0 || areNumbers(rows) || names.includes("item_id")
      ? ""
      : '.reset_index(names="item_id")';
    if (fields.every(([, value]) => isObject(value) && Object.values(value).every(isObject))) {
      throw new ResultsError({
        file: path,
        expected:
          'a record a row, found records under two names each: with json and pandas pd.DataFrame([{"judge": one, ' +
          '"item_id": two, **row} for one, rows in json.load(open("old.json")).items() for two, row in rows.items()])' +
          '.to_json("new.jsonl", orient="records", lines=True) makes a row of each; call the names what they are',
      });
    }
    const expected =
      "a record a row, found a whole table in one object, as pandas' to_json() and Weights & Biases write it: " +
      `pd.read_json("old.json"${told}${kept})${ids}.to_json("new.jsonl", orient="records", lines=True) turns it`;
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
