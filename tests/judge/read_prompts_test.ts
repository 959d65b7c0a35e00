import assert from "node:assert/strict";
import { PROMPTS } from "@/judge/prompts.ts";

Deno.test("list and templates: a file each, version and source of each, no blanks at a template's end", () => {
  const files = [...Deno.readDirSync("data/prompts")].map(({ name }) => name).filter((name) =>
    name.endsWith(".txt")
  );
  assert.deepEqual(files.map((name) => name.slice(0, -4)).sort(), Object.keys(PROMPTS).sort());
  for (const { id, version, source, text } of Object.values(PROMPTS)) {
    assert.match(id, /^[a-z][a-z0-9_]*$/);
    assert.match(version, /^\d+$/, id);
    assert.match(source, /^(birch|mm-judgebias|philautia|multi-crit): ./, id);
    assert.equal(Deno.readTextFileSync(`data/prompts/${id}.txt`), `${text}\n`);
    assert.doesNotMatch(text, /^\s|\s$|\t|undefined|\$\{/);
  }
});
