import assert from "node:assert/strict";
import { writeDocs } from "./docs.ts";
import pages from "./docs_pages.json" with { type: "json" };
import { tempFolder } from "../judge/temp_folder.ts";

Deno.test("documentation: home by question, usage from the real doors", async () => {
  using at = tempFolder();
  assert.equal(await writeDocs(at.path), `${at.path}/index.html`);
  for (const { page, says, never = [], why = page } of pages) {
    const html = Deno.readTextFileSync(`${at.path}/${page}`);
    for (const one of says) assert.match(html, new RegExp(one), why);
    for (const one of never) assert.doesNotMatch(html, new RegExp(one), why);
  }
});

Deno.test("documentation's search: a name that is asked for exactly stands first, whatever words speak of it", () => {
  const shown = { innerHTML: "", querySelectorAll: () => [] },
    given = "document, WORDS, FUNCTIONS, searchInput, searchResultsDiv";
  const script = Deno.readTextFileSync(new URL("docs_search.js", import.meta.url));
  const page = { querySelector: () => ({ src: "file:///search.js" }) };
  const tie = { keys: ["a tie", "how ties count"], html: "<li>tie" }, column = "<li>column";
  const [one, rows] = [["lengthbias", "length"], ["counted rows"]].map((keys) => ({ keys, names: ["one"] }));
  const words = [one, { keys: ["length"], html: column }, tie, rows];
  const found = ["lengthBiasOf", "lengthBias"], known = [page, words, { one: "<li>a line" }];
  const asks = (value: string, found: string[]) => {
    const render = new Function(given, `${script}; return renderResults`)(...known, { value }, shown);
    render(found.map((name) => ({ file: ".", name })));
    return shown.innerHTML;
  };
  const exact = /^[^~]*By name[^~]*~\/lengthBias\.html.*lengthBiasOf.*By word.*a line/;
  assert.match(asks("lengthbias ", found), exact);
  assert.match(asks("length", ["xLength", "lengthBias"]), /By name[^~]*~\/lengthB.*By word.*xL/);
  assert.match(asks("lenghtbias", []), /By word.*a line/, "a slip");
  assert.match(asks("length", []), /By word.*a line.*Columns, habits and figures.*column/);
  assert.match(asks("how are ties counted", []), /Columns, habits and figures.*tie.*By word.*a line/);
  assert.match(asks("zzz", []), /Nothing found: try fewer or other words/);
});
