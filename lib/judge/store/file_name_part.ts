import { hashOf } from "./call_key.ts";

/** Longest part of a file's name that a name is. */
const LONGEST = 80;

/**
 * A name as part of a file's name. One with characters that file systems dislike, or too long, gets a few digits of its
 * hash, so that no two names share a file.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fileNamePart } from "@/judge/store/file_name_part.ts";
 *
 * assert.equal(fileNamePart("pairs-2"), "pairs-2");
 * assert.match(fileNamePart("org/model"), /^org-model-[0-9a-f]{6}$/);
 * ```
 */
export function fileNamePart(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "-").slice(0, LONGEST);
  return plain === name ? plain : `${plain}-${hashOf(name).slice(0, 6)}`;
}

/** The same for names that stand side by side: two that differ in case alone, which many file systems ignore, get digits too. */
export function fileNameParts(names: readonly string[]): string[] {
  const folded = names.map((name) => fileNamePart(name).toLowerCase());
  return names.map((name, i) =>
    folded.indexOf(folded[i]) === folded.lastIndexOf(folded[i])
      ? fileNamePart(name)
      : `${fileNamePart(name)}-${hashOf(name).slice(0, 6)}`
  );
}
