import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Enough of a footer for its first entries. */
const BEGINNING = 4096;

/** Kinds of values in Thrift's compact protocol, in which footers are written. */
const I32 = 5, BINARY = 8, LIST = 9;

/**
 * How many columns a Parquet file has, from the first bytes of its footer: a table of a million columns takes minutes to be read, and its
 * schema alone half a minute. Null where the footer begins otherwise than the format says: the reader says what is wrong.
 *
 * Format: the file ends with the footer, its length in four bytes, `PAR1`; the footer begins with the version (field 1) and the list of
 * schema elements (field 2), whose first is the root with `num_children` (field 5).
 */
export function parquetWidth(path: string): number | null {
  try {
    return rootChildren(footerOf(path));
  } catch {
    return null;
  }
}

function footerOf(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file), end = Buffer.alloc(8);
    readSync(file, end, 0, 8, size - 8);
    if (end.toString("latin1", 4) !== "PAR1") throw new RangeError("no Parquet file");
    const bytes = Buffer.alloc(Math.min(BEGINNING, end.readUInt32LE(0)));
    readSync(file, bytes, 0, bytes.length, size - 8 - end.readUInt32LE(0));
    return bytes;
  } finally {
    closeSync(file);
  }
}

function rootChildren(bytes: Buffer): number | null {
  let at = 0;
  const varint = () => {
    for (let value = 0, shift = 0;; shift += 7) {
      const byte = bytes.readUInt8(at++);
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  if (bytes.readUInt8(at++) !== (1 << 4 | I32)) return null;
  varint();
  if (bytes.readUInt8(at++) !== (1 << 4 | LIST)) return null;
  if (bytes.readUInt8(at++) >> 4 === 15) varint();
  // The root: short numbers and a name, each after the step from the last field and its kind.
  for (let field = 0;;) {
    const head = bytes.readUInt8(at++);
    field += head >> 4;
    if ((head & 15) === I32) {
      const value = varint() / 2; // zigzag: counts are even
      if (field === 5) return value;
    } else if ((head & 15) === BINARY) {
      const length = varint();
      at += length;
    } else return null;
  }
}
