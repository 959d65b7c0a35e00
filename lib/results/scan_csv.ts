/** A record of a CSV file that has another number of fields than the header. */
export interface CsvFault {
  line: number;
  fields: number;
  expected: number;
  unclosedQuote: boolean;
}

/** What a walk over a CSV file finds. */
export interface CsvScan {
  fault: CsvFault | null;
  /** Numbers of the records (0 = first after the header) that are blank lines: no data, but rows for Polars. */
  blank: number[];
}

/**
 * Walks the records of a CSV file (RFC 4180: commas, doubled quotes, line breaks inside quotes) up to the first that has
 * not as many fields as the header. Polars would fill up short records with nulls and cut long ones.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { scanCsv } from "@/results/scan_csv.ts";
 *
 * const { fault } = scanCsv(new TextEncoder().encode('a,b\n1,"x\ny"\n3\n'));
 * assert.deepEqual([fault?.line, fault?.fields], [4, 1]);
 * ```
 */
export function scanCsv(bytes: Uint8Array): CsvScan {
  const blank: number[] = [];
  let expected = -1, index = -1;
  for (const { line, fields, unclosedQuote, isBlank } of csvRecords(bytes)) {
    if (expected < 0) expected = fields;
    if (isBlank) blank.push(index);
    else if (fields !== expected || unclosedQuote) {
      return { fault: { line, fields, expected, unclosedQuote }, blank };
    }
    index++;
  }
  return { fault: null, blank };
}

/** Line numbers, from 1, at which the given records (0 = first after the header) of a CSV file begin. */
export function csvLines(bytes: Uint8Array, records: readonly number[]): number[] {
  const wanted = new Set(records), lines = new Map<number, number>();
  let index = -1;
  for (const { line } of csvRecords(bytes)) {
    if (wanted.has(index)) lines.set(index, line);
    index++;
    if (lines.size === wanted.size) break;
  }
  return records.map((record) => lines.get(record) ?? 0);
}

const QUOTE = 34, COMMA = 44, NEWLINE = 10, RETURN = 13;

interface CsvRecord {
  line: number;
  fields: number;
  unclosedQuote: boolean;
  isBlank: boolean;
}

/** The records of a CSV file: where each begins and how many fields it has. */
function* csvRecords(bytes: Uint8Array): Generator<CsvRecord> {
  const length = bytes.length;
  let line = 1, start = 1, fields = 1, isBlank = true, quoted = false;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte === QUOTE) {
        if (bytes[i + 1] === QUOTE) i++;
        else quoted = false;
      } else if (byte === NEWLINE) line++;
    } else if (byte === NEWLINE) {
      yield { line: start, fields, unclosedQuote: false, isBlank };
      line++;
      start = line;
      fields = 1;
      isBlank = true;
    } else if (byte !== RETURN) {
      isBlank = false;
      if (byte === COMMA) fields++;
      else if (byte === QUOTE) quoted = true;
    }
  }
  if (!isBlank) yield { line: start, fields, unclosedQuote: quoted, isBlank };
}
