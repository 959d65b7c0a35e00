import { READ_LIMITS } from "./read_bytes.ts";
import { said } from "./said.ts";

/** The last stands in names too, and counts where no other does. */
const DELIMITERS = [",", ";", "\t", "|"];

const LOOKED_AT = 2 ** 16;
const QUOTE = 34, NEWLINE = 10, RETURN = 13;

/**
 * The first line of a text, the mark between its cells (of comma, semicolon and tab the one that stands there most often outside quotes; without
 * any the bar, else a comma), and whether a carriage return stands there outside quotes that no line feed follows: old Macs ended a line so.
 */
export function firstLine(head: Uint8Array) {
  const counts = new Int32Array(DELIMITERS.length), codes = DELIMITERS.map((one) => one.charCodeAt(0));
  let quoted = false, hasLoneReturns = false, end = 0, isWhole = false;
  for (; end < head.length && !isWhole; end++) {
    const byte = head[end];
    if (byte === QUOTE) quoted = !quoted;
    if (quoted) continue;
    isWhole = byte === NEWLINE;
    hasLoneReturns ||= byte === RETURN && end + 1 < head.length && head[end + 1] !== NEWLINE;
    if (end < LOOKED_AT && codes.includes(byte)) counts[codes.indexOf(byte)]++;
  }
  const most = Math.max(...counts.subarray(0, -1));
  const mark = DELIMITERS[counts.indexOf(most > 0 ? most : counts[DELIMITERS.length - 1])];
  return { line: head.subarray(0, end), mark, hasLoneReturns };
}

/**
 * Walks the records of a CSV file up to the first fault, for Polars fills up short records and cuts long ones.
 *
 * @returns beside it which records (0 = first after the header) are blank lines or hold empty cells alone, how many these are, and whether the last line ends as in Windows
 */
export function scanCsv(
  chunks: Iterable<Uint8Array>,
  delimiter: string,
): {
  fault: { line: number; expected: string } | null;
  blank: number[];
  empty: number;
  endsWithReturn: boolean;
} {
  const blank: number[] = [], { columns } = READ_LIMITS;
  let expected = -1, empty = 0, fault: { line: number; expected: string } | null = null;
  const faultOf = ({ fields, open }: CsvRecord): string => {
    if (fields > columns) return `at most ${columns} columns, found ${fields}`;
    if (open === "quoted") return said("open_quote", { fields: Math.max(expected, fields) });
    if (open === "inner") return said("bare_quote");
    return said(expected > 1 ? "other_fields" : "one_field", { expected, fields });
  };
  const endsWithReturn = walkRecords(chunks, delimiter, (record) => {
    const { fields, open } = record, isBlank = record.isBlank && (fields === 1 || expected >= 0);
    if (expected < 0) expected = Math.min(fields, columns);
    if (open !== null || fields !== expected && !isBlank) {
      fault = { line: record.line, expected: faultOf(record) };
    } else if (isBlank) {
      blank.push(record.index);
      if (fields > 1) empty++;
    }
    return fault !== null;
  });
  return { fault, blank, empty, endsWithReturn };
}

export function csvLines(chunks: Iterable<Uint8Array>, delimiter: string, records: readonly number[]) {
  const wanted = new Set(records), lines = new Map<number, number>();
  walkRecords(chunks, delimiter, ({ index, line }) => {
    if (wanted.has(index)) lines.set(index, line);
    return lines.size === wanted.size;
  });
  return records.map((record) => lines.get(record) ?? 0);
}

interface CsvRecord {
  index: number;
  line: number;
  fields: number;
  isBlank: boolean;
  open: "quoted" | "inner" | null;
}

function walkRecords(chunks: Iterable<Uint8Array>, delimiter: string, visit: (record: CsvRecord) => boolean) {
  const mark = delimiter.charCodeAt(0), highest = Math.max(mark, QUOTE);
  let line = 1, isBlank = true, quoted = false, inner = false, closedAt = -2, fields = 1;
  const record: CsvRecord = { index: -1, line, fields, isBlank, open: null };
  let position = 0, cellStart = 0, last = 0, beforeLast = 0;
  const emit = (open: CsvRecord["open"]) => {
    record.fields = fields;
    record.isBlank = isBlank;
    record.open = open ?? record.open;
    return visit(record);
  };
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte > highest) { // nearly all are letters and digits
        isBlank = false;
        continue;
      }
      const at = position + i;
      if (quoted) {
        if (byte === QUOTE) {
          quoted = false;
          closedAt = at;
        } else if (byte === NEWLINE) line++;
      } else if (byte === mark || byte === NEWLINE) {
        if (inner) record.open = "inner";
        cellStart = at + 1;
        inner = false;
        if (byte === mark) {
          fields++;
          continue;
        }
        if (emit(null)) return false;
        line++;
        record.index++;
        record.line = line;
        record.open = null;
        fields = 1;
        isBlank = true;
      } else if (byte === QUOTE) {
        isBlank = false;
        if (at === closedAt + 1 || at === cellStart) quoted = true;
        else inner = !inner;
      } else if (byte !== RETURN) isBlank = false;
    }
    position += chunk.length;
    [beforeLast, last] = [chunk.length > 1 ? chunk[chunk.length - 2] : last, chunk[chunk.length - 1]];
  }
  if (!isBlank || fields > 1) emit(quoted ? "quoted" : inner ? "inner" : null);
  return beforeLast === RETURN && last === NEWLINE;
}
