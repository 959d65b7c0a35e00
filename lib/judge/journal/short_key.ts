import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

/** Sixteen bytes (of a slot ten) of a hash that is written in hexadecimal digits; of another text, of its hash. */
export function shortKey(key: string): Uint8Array {
  if (key !== last.key) {
    const bytes = (key.length >= 20 ? hexBytes(key) : null) ??
      hexBytes(createHash("sha256").update(key).digest("hex"))!;
    last = { key, bytes };
  }
  return last.bytes;
}

/** A call is looked up several times in a row. */
let last: { key: string; bytes: Uint8Array } = { key: "", bytes: new Uint8Array() };

/** The same length for what names a sample. */
export function identityKey(dataSet: string, id: string): Buffer {
  return createHash("sha256").update(JSON.stringify([dataSet, id])).digest().subarray(0, 16);
}

/** The first sixteen bytes, written as digits; null where one is none. Buffer's own way costs five times as much. */
function hexBytes(digits: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.min(16, digits.length >> 1));
  // Below 0 as soon as one character is no digit: bits are only added.
  let all = 0, codes = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = digits.charCodeAt(2 * i), low = digits.charCodeAt(2 * i + 1);
    codes |= high | low;
    const byte = NIBBLES[high & 127] << 4 | NIBBLES[low & 127];
    all |= byte;
    bytes[i] = byte;
  }
  for (let i = 32; i < digits.length; i++) {
    const code = digits.charCodeAt(i);
    codes |= code;
    all |= NIBBLES[code & 127];
  }
  return all < 0 || codes > 127 ? null : bytes;
}

/** The value of a hexadecimal digit, 0–9 or a–f, by its code; -1 for another character. */
const NIBBLES = Int8Array.from(
  { length: 128 },
  (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code)),
);
