import assert from "node:assert/strict";
import fc from "fast-check";
import { jsonLines } from "../judge/study.ts";
import { formatted, FORMATTINGS, withoutMarkup } from "@/perturb/sample.ts";

const words = (text: string) => text.replace(/\s+/g, "");

Deno.test("formatting: words and their order stay, whatever the text; only markup is added", () => {
  const pieces = fc.constantFrom(
    ..."a|red|kite|It|has|2*3*4|snake_case|e.g.|Dr.|3.5|*|**|_|#|-|1.|>|\n|\n\n|. |! |? |。|**bold**|_so_|## |- "
      .split("|"),
  );
  const texts = fc.oneof(fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(" ")), fc.string());
  let made = 0;
  fc.assert(
    fc.property(texts, fc.constantFrom(...FORMATTINGS), (text, formatting) => {
      const plain = withoutMarkup(text), out = formatted(text, formatting);
      if (out === null) return;
      made++;
      assert.equal(words(withoutMarkup(out)), words(plain));
      assert.notEqual(out, plain);
      // Without the three kinds of marks nothing but the plain text is left.
      assert.equal(out.replace(/[\s*#-]/g, ""), plain.replace(/[\s*#-]/g, ""));
    }),
    { seed: 4, numRuns: 2000 },
  );
  assert.ok(made > 500, `${made}`);
});

Deno.test("formatting: what has no list, heading or words, or says something by its marks, is left alone", () => {
  for (const [text, formatting] of jsonLines("tests/perturb/not_formatted.jsonl")) {
    assert.equal(formatted(text, formatting), null, text);
  }
  assert.equal(
    formatted("**One** is here. Two is not.\n\nThree.", "headings"),
    "### One is here.\n\nTwo is not.\n\n### Three.",
  );
  const text = "A red kite flies. It has a tail.";
  assert.equal(formatted(text, "lists"), "- A red kite flies.\n- It has a tail.");
  assert.equal(formatted(text, "bold"), "**A red kite** flies. **It has a** tail.");
  assert.equal(formatted("第一。第二。", "lists"), "- 第一。\n- 第二。");
});
