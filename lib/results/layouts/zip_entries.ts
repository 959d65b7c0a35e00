import type { Buffer } from "node:buffer";
import process from "node:process";
import { ResultsError } from "../results_error.ts";

/** How the entries of a ZIP archive that we read may be packed. */
const STORED = 0, DEFLATE = 8, ZSTD = 93;

const END = 0x06054b50, ENTRY = 0x02014b50, END_LENGTH = 22, LONGEST_COMMENT = 0xffff;

/** An entry of a ZIP archive. */
export interface ZipEntry {
  name: string;
  content(): Buffer;
}

/**
 * The entries of a ZIP archive, by its directory at the end; packed by deflate, zstd (method 93, where Node has it) or not
 * at all.
 *
 * @throws {ResultsError} for a file that is no whole archive, or an entry packed in another way
 */
export function zipEntries(file: string, bytes: Buffer): ZipEntry[] {
  const wrong = (expected: string) => new ResultsError({ file, expected });
  let end = bytes.length - END_LENGTH;
  const lowest = Math.max(0, end - LONGEST_COMMENT);
  while (end >= lowest && bytes.readUInt32LE(end) !== END) end--;
  if (end < lowest) throw wrong("a whole ZIP archive (it has no directory at its end)");
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) {
      throw wrong("a whole ZIP archive (its directory is torn)");
    }
    const method = bytes.readUInt16LE(at + 10), size = bytes.readUInt32LE(at + 20);
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const start = bytes.readUInt32LE(at + 42);
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      content: () => {
        // The local header has a name and an extra field of its own length.
        const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
        return unpacked(file, method, bytes.subarray(data, data + size));
      },
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function unpacked(file: string, method: number, packed: Buffer): Buffer {
  if (method === STORED) return packed;
  const zlib = process.getBuiltinModule("node:zlib");
  if (method === ZSTD && typeof zlib.zstdDecompressSync !== "function") {
    throw new ResultsError({
      file,
      expected: "an archive that this runtime can unpack (zstd needs Deno, or Node 22.15)",
    });
  }
  try {
    if (method === DEFLATE) return zlib.inflateRawSync(packed);
    if (method === ZSTD) return zlib.zstdDecompressSync(packed);
  } catch (error) {
    throw new ResultsError({ file, expected: `a whole archive (${(error as Error).message})` });
  }
  throw new ResultsError({ file, expected: `entries packed by deflate or zstd, found method ${method}` });
}
