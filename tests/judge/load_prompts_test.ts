import assert from "node:assert/strict";
import { loadPrompts, PROMPTS, slotsOf } from "@/judge/prompts.ts";

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
