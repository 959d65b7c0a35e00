import assert from "node:assert/strict";
import { writeDocs } from "./docs.ts";
import { tempFolder } from "../judge/temp_folder.ts";

Deno.test("documentation: home by question, usage from the real doors", async () => {
  using at = tempFolder();
  const home = await Deno.readTextFile(await writeDocs(at.path));
  const read = (page: string) => Deno.readTextFileSync(`${at.path}/${page}`);
  assert.match(home, /Does it look at the image\?<\/strong><br><a href="\.\/~\/imageReliance\.html">/);
  assert.match(home, /<br>Start with <code>imageReliance<\/code>: \S/);
  assert.match(home, /href="\.\/by_word\.html">By word<\/a>/);
  const byWord = read("by_word.html");
  const words = ["df.head()", "n_ids<br>Rows in", "birch-fig3", "position bias, "];
  for (const said of words) assert.ok(byWord.includes(said));
  assert.match(read("judge/~/runJudge.html"), /href="\.\.\/\.\.\/by_word\.html"/);
  assert.match(home, /href="\.\/judge\/~\/runJudge\.html"/);
  const wilson = read("stats/~/wilson.html");
  assert.match(wilson, /href="\.\.&#x2F;\.\.&#x2F;index\.html" class="contextLink">judgebias</);
  const linked = /<a href="\.\.\/\.\.\/stats\/~\/infer\.html"><code>infer<\/code><\/a>/;
  assert.match(read("stats/~/clusterInterval.html"), linked);
  assert.doesNotMatch(wilson, /href="(\.{1,2}&#x2F;)+"/, "no link opens a folder");
  assert.doesNotMatch(home, /READ_LIMITS<\/a>/);
  const core = read("~/lengthBias.html");
  assert.match(core, /judgebias<\/a>\s*<\/li>/);
  assert.doesNotMatch(core, />default</, "the core door is the home");
  assert.match(home, /<a href="\.\/stats\/index\.html"><code>judgebias\/stats<\/code>/);
  const pages = ["~/runJudge", "index"].map((one) => Deno.readTextFileSync(`${at.path}/judge/${one}.html`));
  for (const page of pages) assert.match(page, /import [^;]* from &quot;judgebias\/judge&quot;;/);
  assert.doesNotMatch(pages.join(), /href="file:/, "nowhere on the machine that wrote it");
  assert.match(pages[0], /<th>maxCost\?<\/th><td><code>number<\/code><br>\s*No call [^<]*<code>prices</);
  assert.match(pages[0], /id="See-also">.*href="\.\.\/\.\.\/judge\/~\/planJudge\.html"/);
  assert.doesNotMatch(pages.join(), />arg_\d|title="FRAMES"/, "its own names and symbols");
  assert.match(byWord, /href="#B-B">B<\/a>/);
  const [own, theme] = ["~/biasAtEqualLength.html", "darkmode_toggle.js"].map(read);
  assert.match(own, /^(?![^]*<article>[^]*<article>)[^]*Does informativeness [^]*What else it is asked as/);
  assert.doesNotMatch(theme, /add\("dark"\);\n *localStorage/);
  assert.match(read("all_symbols.html"), />judgebias<\/a>[^]*>judgebias\/judge<\/a>/);
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
