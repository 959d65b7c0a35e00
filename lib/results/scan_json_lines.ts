import { Buffer } from "node:buffer";
import { READ_LIMITS } from "./read_bytes.ts";

type JsonFault = { line: number; column?: string; expected: string };

const [QUOTE, BACKSLASH, NEWLINE, OPEN, CLOSE, LIST, END, COMMA] = Buffer.from('"\\\n{}[],');

export function scanJsonLines(
  bytes: Buffer,
  { depth: deepest, columns }: Pick<typeof READ_LIMITS, "depth" | "columns"> = READ_LIMITS,
): { fault: JsonFault | null; isLines: boolean; lines: number[]; nested: Map<string, number> } {
  const nested = new Map<string, number>(), all = new Set<string>(), lines: number[] = [];
  const isLines = startsWithRecord(bytes);
  const top = isLines || bytes.subarray(0, 1000).toString("utf8").trimStart().startsWith("{") ? 1 : 2;
  let line = 1, depth = 0, expectsKey = false;
  let last = "", seen = new Set<string>();
  const found = { fault: null as JsonFault | null, isLines, lines, nested };
  const fault = (expected: string, column?: string) => ({ ...found, fault: { line, column, expected } });
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      const start = i + 1;
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) {
        if (bytes[i] === BACKSLASH) i++;
        else if (isLines && bytes[i] === NEWLINE) break;
      }
      if (bytes[i] === NEWLINE) { // torn: the parser says so
        i--;
        continue;
      }
      if (!expectsKey || depth !== top) continue;
      expectsKey = false;
      const key = keyText(bytes, start, i);
      if (seen.has(key)) return fault("each key once in a record, found one twice", key);
      seen.add(key);
      last = key;
      all.add(key);
      if (all.size > columns) return fault(`at most ${columns} columns, found more`);
    } else if (byte === OPEN || byte === LIST) {
      if (depth === top && !nested.has(last)) nested.set(last, line);
      if (++depth > deepest) return fault(`at most ${deepest} lists and objects in one another`);
      if (byte === OPEN && depth === top) {
        lines.push(line);
        seen = new Set();
        expectsKey = true;
      }
    } else if (byte === CLOSE || byte === END) {
      depth--;
    } else if (byte === COMMA) {
      if (depth === top) expectsKey = true;
    } else if (byte === NEWLINE) {
      if (isLines) {
        depth = 0;
        expectsKey = false;
      }
      line++;
    }
  }
  return found;
}

export function startsWithRecord(bytes: Buffer): boolean {
  const [first] = textLines(bytes);
  if (first === undefined) return false;
  return first.bytes[0] === OPEN && first.bytes.at(-1) === CLOSE;
}

export function* textLines(bytes: Buffer): Generator<{ line: number; bytes: Buffer }> {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEWLINE, start), end = found < 0 ? bytes.length : found;
    let from = start, to = end;
    while (from < to && isSpace(bytes[from])) from++;
    while (to > from && isSpace(bytes[to - 1])) to--;
    if (from < to) yield { line, bytes: bytes.subarray(from, to) };
    start = end + 1;
  }
}

const isSpace = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13;

function keyText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString("utf8", start, end);
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return text;
  }
}
