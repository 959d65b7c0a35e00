import assert from "node:assert/strict";
import fc from "fast-check";
import { countWords } from "@/results/count_words.ts";

Deno.test("countWords: runs between what \\s calls white space, for every character", () => {
  const bySplitting = (text: string) => text.trim() === "" ? 0 : text.trim().split(/\s+/).length;
  for (let code = 0; code < 0x10000; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (countWords(text) !== bySplitting(text)) assert.fail(`U+${code.toString(16)}`);
  }
  const unit = fc.constantFrom("a", "é", "字", " ", "\n", "\t", "\u00a0", "\u3000", "\ufeff", "😀");
  fc.assert(
    fc.property(fc.string({ unit }), (text) => assert.equal(countWords(text), bySplitting(text))),
    { seed: 1 },
  );
  assert.equal(countWords(null), null);
});
