import { createHash } from "node:crypto";

/** Distinct texts, more than a `Set` can hold, at 16 to 32 bytes each. */
export interface KeySet {
  /** Adds a text; false where it was there already. */
  add(text: string): boolean;
  readonly size: number;
}

/** Words of a text's hash that are kept: 96 bits, so that of 10^9 texts no two are taken for one (p < 10^-11). */
const WORDS = 3;

/**
 * A set of texts that holds a hash of each, in one block of memory without objects.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { keySet } from "@/judge/plan/key_set.ts";
 *
 * const ids = keySet();
 * assert.deepEqual([ids.add("a"), ids.add("b"), ids.add("a"), ids.size], [true, true, false, 2]);
 * ```
 */
export function keySet(): KeySet {
  let capacity = 1024, size = 0;
  let table = new Uint32Array(WORDS * capacity);
  /** Place of the hash at `from` of `words`, or the free one where it would go. */
  const find = (words: Uint32Array, from: number): number => {
    for (let place = words[from] % capacity;; place = (place + 1) % capacity) {
      const at = WORDS * place;
      if (table[at] === 0 && table[at + 1] === 0 && table[at + 2] === 0) return at;
      if (
        table[at] === words[from] && table[at + 1] === words[from + 1] && table[at + 2] === words[from + 2]
      ) {
        return at;
      }
    }
  };
  const grow = () => {
    const old = table;
    capacity *= 2;
    table = new Uint32Array(WORDS * capacity);
    for (let from = 0; from < old.length; from += WORDS) {
      if (old[from] === 0 && old[from + 1] === 0 && old[from + 2] === 0) continue;
      table.set(old.subarray(from, from + WORDS), find(old, from));
    }
  };
  const words = new Uint32Array(WORDS);
  return {
    add(text) {
      const digest = createHash("sha256").update(text).digest();
      for (let word = 0; word < WORDS; word++) words[word] = digest.readUInt32LE(4 * word);
      const at = find(words, 0);
      if (table[at] === words[0] && table[at + 1] === words[1] && table[at + 2] === words[2]) return false;
      table.set(words, at);
      if (++size > 0.6 * capacity) grow();
      return true;
    },
    get size() {
      return size;
    },
  };
}
