import type { Buffer } from "node:buffer";
import process from "node:process";
import { ResultsError } from "../results_error.ts";
import { said } from "../said.ts";

/** How the entries of a ZIP archive that we read may be packed. */
const STORED = 0, DEFLATE = 8, ZSTD = 93;

const END = 0x06054b50, ENTRY = 0x02014b50, END_LENGTH = 22, LONGEST_COMMENT = 0xffff;

/** Archives of more than 65,535 entries or 4 GiB (ZIP64) have a second directory's end, found by what stands before the first one. */
const END_64 = 0x06064b50, LOCATOR = 0x07064b50, LOCATOR_LENGTH = 20;
/** What stands in a field that is too short for its value, and the number of the extra field that holds it. */
const SHORT = 0xffff, LONG = 0xffffffff, EXTRA_64 = 1;

/** An entry of a ZIP archive. */
export interface ZipEntry {
  name: string;
  /** What is packed, of at most `longest` bytes. */
  content(longest: number): Buffer;
}

/**
 * The entries of a ZIP archive (ZIP64 too), by its directory at the end; packed by deflate, zstd (method 93, where Node has it) or not
 * at all.
 */
export function zipEntries(file: string, bytes: Buffer): ZipEntry[] {
  const wrong = (expected: string) => new ResultsError({ file, expected });
  let end = bytes.length - END_LENGTH;
  const lowest = Math.max(0, end - LONGEST_COMMENT);
  while (end >= lowest && bytes.readUInt32LE(end) !== END) end--;
  if (end < lowest) throw wrong("a whole ZIP archive (it has no directory at its end)");
  const torn = () => wrong("a whole ZIP archive (its directory is torn)");
  let count = bytes.readUInt16LE(end + 10), at = bytes.readUInt32LE(end + 16);
  const locator = end - LOCATOR_LENGTH;
  if ((count === SHORT || at === LONG) && locator >= 0 && bytes.readUInt32LE(locator) === LOCATOR) {
    const end64 = Number(bytes.readBigUInt64LE(locator + 8));
    if (end64 + 56 > locator || bytes.readUInt32LE(end64) !== END_64) throw torn();
    count = Number(bytes.readBigUInt64LE(end64 + 32));
    at = Number(bytes.readBigUInt64LE(end64 + 48));
  }
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw torn();
    const method = bytes.readUInt16LE(at + 10);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const own = at + 46 + name;
    const [, size, start] = longValues(
      [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset)),
      bytes.subarray(own, own + extra),
    );
    entries.push({
      name: bytes.toString("utf8", at + 46, own),
      content: (longest) => {
        if (start + 30 > bytes.length) throw torn();
        // The local header has a name and an extra field of its own length.
        const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
        return unpacked(file, method, bytes.subarray(data, data + size), longest);
      },
    });
    at = own + extra + comment;
  }
  return entries;
}

/** Values of an entry; those that were too long for their fields stand in its extra field, in their order. */
function longValues(values: readonly number[], extra: Buffer): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== EXTRA_64) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return values.map((value) => {
    if (value !== LONG || at + 8 > extra.length) return value;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

function unpacked(file: string, method: number, packed: Buffer, maxOutputLength: number): Buffer {
  if (method === STORED) return packed;
  const zlib = process.getBuiltinModule("node:zlib");
  if (method === ZSTD && typeof zlib.zstdDecompressSync !== "function") {
    throw new ResultsError({ file, expected: said("no_zstd") });
  }
  try {
    if (method === DEFLATE) return zlib.inflateRawSync(packed, { maxOutputLength });
    if (method === ZSTD) return zlib.zstdDecompressSync(packed, { maxOutputLength });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const beyond = said("unpacked_beyond", { most: maxOutputLength });
    const expected = code === "ERR_BUFFER_TOO_LARGE" ? beyond : `a whole archive (${message})`;
    throw new ResultsError({ file, expected });
  }
  throw new ResultsError({ file, expected: `entries packed by deflate or zstd, found method ${method}` });
}
