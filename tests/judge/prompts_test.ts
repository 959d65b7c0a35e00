import assert from "node:assert/strict";
import { globSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fillPrompt, loadPrompts, PROMPTS, slotsOf, type SlotValue } from "@/judge/prompts.ts";
import { jsonLines } from "./study.ts";
import { tempFolder } from "./temp_folder.ts";

Deno.test("list and templates: a file each, version and source of each, no blanks at a template's end", () => {
  const files = globSync("data/prompts/*.txt").map((path) => basename(path, ".txt"));
  assert.deepEqual(files.sort(), Object.keys(PROMPTS).sort());
  for (const { id, version, source, text } of Object.values(PROMPTS)) {
    assert.match(id, /^[a-z][a-z0-9_]*$/);
    const wanted =
      `${id} in data/prompts/prompts.json: wanted a whole number as version, and as source a paper's name and place (birch: Figure 19) or own: and where it is from; found ${version}, ${source}`;
    assert.match(`${version} ${source}`, /^\d+ (birch|mm-judgebias|philautia|multi-crit|own): ./, wanted);
    assert.equal(Deno.readTextFileSync(`data/prompts/${id}.txt`), `${text}\n`);
    assert.doesNotMatch(text, /^\s|\s$|\t|undefined|\$\{/);
  }
});

Deno.test("fillPrompt: the template's order, images between texts; what is filled in is not looked into; no line for no image", () => {
  const text = (text: string) => ({ type: "text", text }), image = { image: "x.png" };
  const filled = (text: string, slots: Record<string, SlotValue>) =>
    fillPrompt({ id: "p", version: "1", source: "s", text }, slots);
  const form = (query: string) => `### Instruction:\n${query}\n\n### Response:\n`;
  const cases: [template: string, slots: Record<string, SlotValue>, content: unknown[]][] = [
    ["A {{a}}\n\n{{image}}\n\nB {{b}}", { a: "1", b: "2", image }, [
      text("A 1"),
      { type: "image", ...image },
      text("B 2"),
    ]],
    ["{{a}} {{b}}", { a: "{{b}} {{image}} $& $1", b: "x" }, [text("{{b}} {{image}} $& $1 x")]],
    ["A\n{{image}}\nB", { image: null }, [text("A\nB")]],
    [`${form("{{query}}")}{{r}}`, { query: "", r: "x" }, [text(`${form("")}x`)]],
  ];
  for (const [template, slots, content] of cases) {
    assert.deepEqual(filled(template, slots), [{ role: "user", content }], template);
  }
  const refuses = (template: string, slots: Record<string, SlotValue>, words: RegExp) =>
    assert.throws(() => filled(template, slots), words);
  refuses("{{colour}}", { query: "x" }, /prompt p: wanted slots among query, found \{\{colour\}\}/);
  refuses("{{constructor}}", {}, /RangeError|wanted slots/);
  refuses("{{image}}", { image: "x.png" }, /a picture in .*image.*found the text "x.png"/);
  assert.deepEqual(slotsOf("{{ a }}{{b}}{{a}}{not_a_slot}"), ["a", "b"]);
});

Deno.test("a folder's files replace prompts, and their version is the text's hash; other slots, or a name of no prompt, are refused", () => {
  using folder = tempFolder();
  const load = (name: string, text: string) => {
    Deno.writeTextFileSync(`${folder.path}/${name}`, text);
    return loadPrompts(folder.path);
  };
  const said = /wanted prompts as files <id>\.txt in .*, found none/;
  assert.throws(() => load("notes.md", "not a prompt"), said);
  const { reference, base } = load("reference.txt", "{{image}}\r\nAnswer this: {{query}}\r\n");
  assert.equal(reference.text, "{{image}}\nAnswer this: {{query}}");
  assert.match(reference.version, /^custom-[0-9a-f]{12}$/);
  assert.equal(base, PROMPTS.base);
  assert.notEqual(PROMPTS.reference.text, reference.text);
  assert.deepEqual(slotsOf(reference.text).sort(), slotsOf(PROMPTS.reference.text).sort());
  for (const { name, text, words } of jsonLines("tests/judge/wrong_prompts.jsonl")) {
    assert.throws(() => load(name, text), new RegExp(words));
    rmSync(`${folder.path}/${name}`);
  }
});
