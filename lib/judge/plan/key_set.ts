import { createHash } from "node:crypto";

/** Words of a text's hash that are kept: 96 bits, so that of 10^9 texts no two are taken for one (p < 10^-11). */
const WORDS = 3;

/** A set of texts, more than a `Set` can hold: a hash of each, 16 to 32 bytes, in one block of memory without objects. */
export function keySet() {
  let capacity = 1024, size = 0, table = new Uint32Array(WORDS * capacity);
  const words = new Uint32Array(WORDS);
  const same = (at: number, key: Uint32Array) =>
    table[at] === key[0] && table[at + 1] === key[1] && table[at + 2] === key[2];
  const none = new Uint32Array(WORDS);
  /** Where a hash is, or would go. */
  const place = (key: Uint32Array): number => {
    let at = WORDS * (key[0] % capacity);
    while (!same(at, none) && !same(at, key)) at = (at + WORDS) % table.length;
    return at;
  };
  return {
    /** Adds a text; false where it was there already. */
    add(text: string): boolean {
      const digest = createHash("sha256").update(text).digest();
      for (let i = 0; i < WORDS; i++) words[i] = digest.readUInt32LE(4 * i);
      const at = place(words);
      if (same(at, words)) return false;
      table.set(words, at);
      if (++size <= 0.6 * capacity) return true;
      const old = table;
      table = new Uint32Array(WORDS * (capacity *= 2));
      for (let from = 0; from < old.length; from += WORDS) {
        const key = old.subarray(from, from + WORDS);
        if (key[0] || key[1] || key[2]) table.set(key, place(key));
      }
      return true;
    },
  };
}
