import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import process from "node:process";
import type pl from "nodejs-polars";
import { nestedAsText } from "../results/write_frame.ts";

/** Of a frame's content: the same rows in the same order give the same hash. */
export function hashOf(frame: pl.DataFrame): string {
  return createHash("sha256").update(nestedAsText(frame).writeCSV()).digest("hex");
}

/** What `sha256sum` says of a file, a part at a time; nothing of one that is gone. */
export function fileHash(path: string): { sha256?: string } {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return {};
  const hash = createHash("sha256"), part = Buffer.alloc(1 << 20), file = openSync(path, "r");
  try {
    for (let n = 1; n > 0;) hash.update(part.subarray(0, n = readSync(file, part)));
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest("hex") };
}

export function ownVersion(): string {
  // Packed for npm, the library has a package.json in the place of deno.json.
  const [file] = ["deno.json", "package.json"].map((name) => new URL(`../../${name}`, import.meta.url))
    .filter(existsSync);
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}

export function runtime(): Record<string, string> {
  const { deno, node } = process.versions as Record<string, string | undefined>;
  return deno ? { deno } : { node: node ?? "" };
}
