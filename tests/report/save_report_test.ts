import assert from "node:assert/strict";
import { readPairs, writeFrame } from "judgebias";
import pl from "nodejs-polars";
import { markdownOf, report } from "judgebias/report";

Deno.test("report: saved from the library as page, record, CSV, LaTeX and Markdown; the same bytes twice", async () => {
  const folder = await Deno.makeTempDir(), pairs = readPairs("data/examples/pairs.csv");
  try {
    const made = await report(pairs, { silent: true, questions: ["ib", "slot"], out: `${folder}/new/place` });
    const read = (name: string) => Deno.readTextFileSync(`${folder}/new/place/${name}`);
    assert.deepEqual([...Deno.readDirSync(`${folder}/new/place`)].map(({ name }) => name).sort(), [
      ...["estimates.csv", "estimates.tex", "index.html", "report.json", "report.md"],
    ]);
    assert.equal(read("index.html"), made.html);
    assert.equal(JSON.parse(read("report.json")).schema, "judgebias-report/1");
    // Six lines of results between the rules: three judges, two questions.
    assert.equal(read("estimates.tex").split("\\midrule")[1].match(/\\\\\n/g)!.length, 6);
    // Columns that only further looks fill are no part of the table.
    assert.match(read("estimates.tex"), /question & judge & estimate & low & high & n & clusters/);
    assert.match(read("estimates.tex"), /Fractions, with 95\\% intervals; p adjusted by Holm/);
    const before = read("report.md");
    await report(pairs, { silent: true, questions: ["ib", "slot"], out: `${folder}/new/place` });
    assert.equal(read("report.md"), before);
    writeFrame(pairs, `${folder}/pairs.parquet`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("LaTeX of a report: no p is 0", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const rows = Array.from(
      { length: 300 },
      (_, i) => ({ item_id: `${i}`, judge: "a<b", human: "AB"[i % 2] }),
    );
    const pairs = readPairs(rows.map((row, i) => ({ ...row, choice: i % 20 === 0 ? "B" : "A" })));
    await report(pairs, { silent: true, questions: ["slot"], out: folder });
    const table = Deno.readTextFileSync(`${folder}/estimates.tex`);
    assert.match(table, /a\$<\$b .*\$<\$ 0\.0001/);
    assert.doesNotMatch(table, /0\.0000/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("markdownOf: intervals are called by their level", async () => {
  const { json } = await report("data/examples/pairs.csv", { silent: true, questions: ["ib"], alpha: 0.1 });
  assert.match(markdownOf(json), /estimate \\\[90% interval\\\]/);
});

Deno.test("markdownOf: what cites nothing has no empty block of BibTeX", async () => {
  const { json } = await report("data/examples/pairs.csv", { silent: true, questions: ["ib"] });
  assert.match(markdownOf(json), /```bibtex\n@/);
  assert.doesNotMatch(markdownOf({ ...json, bibtex: "" }), /bibtex/);
});

Deno.test("markdownOf: names of judges are text, whatever they hold, and a row stays a row", async () => {
  const odd = "a|b\n# [x](http://y) <b>`_";
  const pairs = readPairs("data/examples/pairs.csv").withColumns(pl.lit(odd).alias("judge"));
  const { json } = await report(
    pairs.filter(pl.col("pipeline").eq(pl.lit("base"))).unique({
      subset: ["benchmark", "item_id", "image", "swapped", "variant"],
      maintainOrder: true,
    }),
    { silent: true, questions: ["ib"] },
  );
  const text = markdownOf(json), row = text.split("\n").find((line) => line.startsWith("| ib |"))!;
  assert.ok(row.includes("a\\|b \\# \\[x\\](http://y) \\<b\\>\\`\\_"), row);
  assert.equal(text.split("\n").filter((line) => line.startsWith("# ")).length, 1);
});
