import type { Buffer } from "node:buffer";
import process from "node:process";
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
 * The entries of a ZIP archive by the directory at its end, packed by deflate, zstd (which neither Node's nor the web's archives know)
 * or not at all. Of ZIP64, more than 65,535 entries are read, and no entry beyond 4 GiB.
 */
export function zipEntries(bytes: Buffer): ZipEntry[] {
  const last = (sign: number) =>
    bytes.lastIndexOf(Uint8Array.from([0, 8, 16, 24], (shift) => sign >>> shift));
  const end = last(END), end64 = last(END_64), entries: ZipEntry[] = [];
  if (end < 0) throw new Error("it has no directory at its end");
  let count = bytes.readUInt16LE(end + 10), at = bytes.readUInt32LE(end + 16);
  if (end64 >= 0 && (count === SHORT || at === LONG)) {
    [count, at] = [32, 48].map((offset) => Number(bytes.readBigUInt64LE(end64 + offset)));
  }
  while (entries.length < count) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error("its directory is torn");
    const [method, name, extra, comment] = [10, 28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const [size, start] = [20, 42].map((offset) => bytes.readUInt32LE(at + offset));
    entries.push({
      name: bytes.toString("utf8", at + 46, at + 46 + name),
      content(longest) {
        // The local header has a name and an extra field of its own length.
        const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
        return unpacked(method, bytes.subarray(data, data + size), longest);
      },
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function unpacked(method: number, packed: Buffer, maxOutputLength: number): Buffer {
  if (method === STORED) return packed;
  const zlib = process.getBuiltinModule("node:zlib");
  const unpack = { [DEFLATE]: zlib.inflateRawSync, [ZSTD]: zlib.zstdDecompressSync }[method];
  if (!unpack) {
    throw new Error(method === ZSTD ? said("no_zstd") : `its entries are packed by method ${method}`);
  }
  return unpack(packed, { maxOutputLength });
}
