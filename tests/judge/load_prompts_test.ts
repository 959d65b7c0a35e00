import assert from "node:assert/strict";
import { loadPrompts, PROMPTS, slotsOf } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";

Deno.test("every prompt names its source and version, and every protocol's prompt is there", () => {
  for (const [id, prompt] of Object.entries(PROMPTS)) {
    assert.equal(prompt.id, id);
    assert.match(prompt.source, /^(birch|mm-judgebias|philautia|multi-crit): ./);
    assert.match(prompt.version, /^\d+$/);
    assert.doesNotMatch(prompt.text, /^\s|\s$|\t|undefined|\$\{/);
  }
  for (const { steps } of Object.values(PROTOCOLS)) {
    for (const { promptId } of steps) assert.ok(PROMPTS[promptId], promptId);
  }
});

Deno.test("a folder's files replace prompts, and their version is the text's hash", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/notes.md`, "not a prompt");
  Deno.writeTextFileSync(`${folder}/reference.txt`, "{{image}}\r\nAnswer this: {{query}}\r\n");
  const prompts = loadPrompts(folder);
  assert.equal(prompts.reference.text, "{{image}}\nAnswer this: {{query}}");
  assert.match(prompts.reference.version, /^custom-[0-9a-f]{12}$/);
  assert.equal(prompts.base, PROMPTS.base);
  assert.notEqual(PROMPTS.reference.text, prompts.reference.text);
  assert.deepEqual(slotsOf(prompts.reference.text).sort(), slotsOf(PROMPTS.reference.text).sort());
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("a file with other slots, or for no prompt, is refused by name", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/reference.txt`, "{{image}} {orig_instruction}");
  assert.throws(
    () => loadPrompts(folder),
    /reference\.txt: wanted the slots .*\{\{query\}\}, found \{\{image\}\}/,
  );
  Deno.writeTextFileSync(`${folder}/reference.txt`, "{{image}} {{query}} {{caption}}");
  assert.throws(() => loadPrompts(folder), /found .*\{\{caption\}\}/);
  Deno.removeSync(`${folder}/reference.txt`);
  Deno.writeTextFileSync(`${folder}/refrence.txt`, "{{image}} {{query}}");
  assert.throws(() => loadPrompts(folder), /wanted files named after .*reference.*refrence\.txt/);
  Deno.removeSync(folder, { recursive: true });
});
