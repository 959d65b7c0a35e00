import type { Buffer } from "node:buffer";
import process from "node:process";
import { ResultsError } from "../results_error.ts";
import { said } from "../said.ts";

const STORED = 0, DEFLATE = 8, ZSTD = 93;
const END = 0x06054b50, END_64 = 0x06064b50, ENTRY = 0x02014b50;
/** What stands in a field that is too short for its value: ZIP64 has that elsewhere. */
const SHORT = 0xffff, LONG = 0xffffffff;

export interface ZipEntry {
  name: string;
  /** What is packed, of at most `longest` bytes. */
  content(longest: number): Buffer;
}

/**
 * The entries of a ZIP archive by its directory at the end, packed by deflate, zstd (which neither Node's nor the web's archives know) or
 * not at all. Of ZIP64, more than 65,535 entries are read, and no entry beyond 4 GiB.
 */
export function zipEntries(file: string, bytes: Buffer): ZipEntry[] {
  const fail = (expected: string): never => {
    throw new ResultsError({ file, expected });
  };
  const last = (sign: number) => {
    const found = Uint8Array.from([0, 8, 16, 24], (shift) => sign >>> shift);
    return bytes.lastIndexOf(found);
  };
  const end = last(END), end64 = last(END_64), entries: ZipEntry[] = [];
  if (end < 0) fail("a whole ZIP archive (it has no directory at its end)");
  try {
    let count = bytes.readUInt16LE(end + 10), at = bytes.readUInt32LE(end + 16);
    if (end64 >= 0 && (count === SHORT || at === LONG)) {
      [count, at] = [32, 48].map((offset) => Number(bytes.readBigUInt64LE(end64 + offset)));
    }
    for (; entries.length < count;) {
      if (bytes.readUInt32LE(at) !== ENTRY) throw new RangeError("no entry");
      const [method, name, extra, comment] = [10, 28, 30, 32].map((offset) =>
        bytes.readUInt16LE(at + offset)
      );
      const [size, start] = [20, 42].map((offset) => bytes.readUInt32LE(at + offset));
      entries.push({
        name: bytes.toString("utf8", at + 46, at + 46 + name),
        content(longest) {
          if (start + 30 > bytes.length) fail("a whole ZIP archive (its directory is torn)");
          // The local header has a name and an extra field of its own length.
          const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
          return unpacked(file, method, bytes.subarray(data, data + size), longest);
        },
      });
      at += 46 + name + extra + comment;
    }
  } catch {
    fail("a whole ZIP archive (its directory is torn)");
  }
  return entries;
}

function unpacked(file: string, method: number, packed: Buffer, maxOutputLength: number): Buffer {
  if (method === STORED) return packed;
  const zlib = process.getBuiltinModule("node:zlib");
  const unpack = { [DEFLATE]: zlib.inflateRawSync, [ZSTD]: zlib.zstdDecompressSync }[method];
  let expected = `entries packed by deflate or zstd, found method ${method}`;
  if (method === ZSTD && !unpack) expected = said("no_zstd");
  try {
    if (unpack) return unpack(packed, { maxOutputLength });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    expected = code === "ERR_BUFFER_TOO_LARGE"
      ? said("unpacked_beyond", { most: maxOutputLength })
      : `a whole archive (${message})`;
  }
  throw new ResultsError({ file, expected });
}
