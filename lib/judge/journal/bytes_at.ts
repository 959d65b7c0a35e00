import { readSync } from "node:fs";

/** So many bytes of an open file from a place on; fewer where it ends before. */
export function bytesAt(file: number, at: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let read = 0;
  while (read < size) {
    const count = readSync(file, bytes, read, size - read, at + read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
