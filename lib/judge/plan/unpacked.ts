import { createReadStream, createWriteStream } from "node:fs";
import process from "node:process";
import { pipeline } from "node:stream/promises";
import type { TableFile } from "../../results/find_files.ts";
import { ResultsError } from "../../results/results_error.ts";

/** Largest file, unpacked. */
const UNPACKED_BYTES = 64e9;

/**
 * The path of a file as plain text: its own, or that of a copy which is unpacked piece by piece, so that memory does not grow with it.
 *
 * @throws {ResultsError} for a file that is no whole gzip file, or unpacks to more than 64 GB
 */
export async function unpacked(
  { path, gzip }: Pick<TableFile, "path" | "gzip">,
  copy: string,
): Promise<string> {
  if (!gzip) return path;
  const { createGunzip } = process.getBuiltinModule("node:zlib");
  let bytes = 0;
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > UNPACKED_BYTES) throw new RangeError(`more than ${UNPACKED_BYTES} bytes`);
          yield chunk;
        }
      },
      createWriteStream(copy),
    );
  } catch (error) {
    throw new ResultsError({ file: path, expected: `a whole gzip file (${(error as Error).message})` });
  }
  return copy;
}
