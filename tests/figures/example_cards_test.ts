import assert from "node:assert/strict";
import { coverage } from "@/figures/coverage.ts";
import { PAIR_IDS, PAIRS } from "@/figures/mm_judgebias/cards.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_table.ts";

const PAGE_EXAMPLES = PAIR_IDS.filter((id) => id.startsWith("site-examples")).map((id) => PAIRS[id]);
const JUDGED_EXAMPLES = PAIR_IDS.filter((id) => id.startsWith("site-judge")).map((id) => PAIRS[id]);

const visible = (svg: string) => svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

Deno.test("the page's nine cards are the nine bias types in order, the judged ones stand in the paper's numbers", () => {
  assert.deepEqual(PAGE_EXAMPLES.map(({ bias }) => bias), BIASES.map(({ type }) => type));
  const stated = publishedTable("stated-values").filter(({ where }) => where.startsWith("Fig 7 example"));
  assert.equal(stated.length, 3);
  stated.forEach(({ quantity, value }, i) => {
    const { bias, judge, unbiased, biased } = JUDGED_EXAMPLES[i];
    assert.ok(
      quantity.includes(BIASES.find(({ type }) => type === bias)!.name) && quantity.includes(judge!),
      quantity,
    );
    assert.equal([unbiased, biased].map(({ score }) => score!.split(" ")[0]).join(" / "), value);
  });
});

Deno.test("only the side that a bias type changes differs between the two", () => {
  for (const { bias, unbiased, biased } of PAGE_EXAMPLES) {
    const { changes } = BIASES.find(({ type }) => type === bias)!;
    const plain = (text: string) => text.replace(/\{\w+:([^}]*)\}/g, "$1");
    assert.equal(unbiased.scene !== biased.scene, changes.includes("image"), bias);
    assert.equal(plain(unbiased.query) !== plain(biased.query), changes.includes("query"), bias);
  }
});

Deno.test("a pair says what became of each part of it; a missing picture leaves its place", async () => {
  const side = async (id: `site-examples-${2 | 3 | 7}`) => {
    const { svg } = await renderFigure(id);
    return visible(svg).match(/(Picture|Query|Response) · (changed|added|the same)/g);
  };
  assert.deepEqual(await side("site-examples-2"), ["Picture · the same", "Query · changed"]);
  assert.deepEqual(await side("site-examples-3"), [
    "Picture · changed",
    "Query · changed",
    "Response · the same",
  ]);
  assert.deepEqual(await side("site-examples-7"), ["Picture · added", "Query · the same"]);
  const { svg } = await renderFigure("site-examples-7");
  assert.match(svg, /<rect [^>]*width="200" height="150"[^>]*stroke-dasharray/);
});

Deno.test("the page's cards say what stands for a text, and that a response is left out", async () => {
  for (const id of PAIR_IDS.filter((id) => id.startsWith("site-examples"))) {
    const { unbiased, response } = PAIRS[id],
      text = visible((await renderFigure(id)).svg).replaceAll("\n", " ");
    assert.equal(/In brackets: what the page/.test(text), unbiased.query.startsWith("("), id);
    assert.equal(/The response, the same on both sides, is left out/.test(text), response === undefined, id);
  }
});

Deno.test("Table 19: who prefers what by which criterion, and only one answer is not people's", async () => {
  const { svg } = await renderFigure("multi-crit-table19");
  assert.deepEqual(visible(svg).replaceAll("&gt;", ">").match(/[✓✗] \d > \d/g), [
    "✓ 1 > 2",
    "✓ 1 > 2",
    "✓ 2 > 1",
    "✗ 1 > 2",
  ]);
});

Deno.test("every published label of Tables 10 to 15 and 19 stands in its card", async () => {
  const labels = publishedTable("multi-crit-appendix-tables10-15-19-labels");
  for (const table of [10, 11, 12, 13, 14, 15]) {
    const { svg, data } = await renderFigure(`multi-crit-table${table}`);
    const own = labels.filter((label) => label.table === `Table ${table}`);
    assert.deepEqual(
      (data.toRecords() as { by: string; verdict: string }[]).map(({ by, verdict }) => [by, verdict]),
      own.map(({ criterion, human_preference }) => [criterion, human_preference]),
    );
    assert.ok(visible(svg).includes(own[0].response_A_or_1_model), own[0].response_A_or_1_model);
  }
  const { data } = await renderFigure("multi-crit-table19");
  assert.deepEqual(data.getColumn("verdict").toArray(), ["1 > 2", "2 > 1", "2 > 1", "1 > 2"]);
});

Deno.test("verdicts of a card stand on one line, answers begin on one, the picture begins where the query does", async () => {
  for (const table of [10, 11, 12, 13, 14, 15]) {
    const { svg } = await renderFigure(`multi-crit-table${table}`);
    const texts = [
      ...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]* font-size="([\d.]+)"[^>]*>([^<]*)</g),
    ]
      .map(([, x, y, size, text]) => ({ x, y: Number(y), size, text }));
    const verdicts = texts.filter(({ text }) => /^[AB] &gt; [AB]$/.test(text)).map(({ y }) => y);
    const labels = publishedTable("multi-crit-appendix-tables10-15-19-labels").filter((label) =>
      label.table === `Table ${table}`
    );
    assert.equal(verdicts.length, labels.length, `table ${table}`);
    assert.equal(new Set(verdicts).size, 1, `table ${table}: ${verdicts}`);
    // A model's name that takes two lines moves both answers' texts.
    const headings = texts.filter(({ text }) => /^Response [AB]/.test(text));
    const begins = headings.map(({ x, y }) =>
      Math.min(...texts.filter((one) => one.x === x && one.y > y && one.size === "11.5").map(({ y }) => y))
    );
    assert.ok(headings.length === 2 && begins[0] === begins[1], `table ${table}: ${begins}`);
    assert.match(svg, /translate\(0,0\)"><clipPath/, `table ${table}`);
  }
});

Deno.test("pictures of one's own take the place of the drawings, each under its name", async () => {
  const folder = Deno.makeTempDirSync();
  const names = [
    "mm-judgebias-fig7-2-unbiased",
    "site-examples-1-unbiased",
    "site-examples-1-biased",
    "multi-crit-fig10-3",
    "multi-crit-table12",
    "multi-crit-table19",
  ];
  for (const name of names) Deno.copyFileSync("data/samples/harbour.png", `${folder}/${name}.png`);
  const images = async (id: string) => {
    const { svg, caption } = await renderFigure(id, { pictures: folder });
    assert.doesNotMatch(caption, /drawings? of ours/, id);
    return [...svg.matchAll(/<image /g)].length;
  };
  assert.equal(await images("mm-judgebias-fig7"), 1);
  assert.equal(await images("site-examples-1"), 2);
  assert.equal(await images("multi-crit-fig10"), 1);
  assert.equal(await images("multi-crit-table12"), 1);
  assert.equal(await images("multi-crit-table19"), 1);
  assert.doesNotMatch((await renderFigure("site-examples-2", { pictures: folder })).svg, /<image/);
});

Deno.test("the coverage table has all of the examples", () => {
  const rows = coverage(figures);
  const parts = (id: string) => rows.find(({ item }) => item.id === id)!.figures.length;
  assert.deepEqual(
    ["site-examples", "site-judge-examples", "mm-judgebias-fig7", "multi-crit-fig10", "multi-crit-table19"]
      .map(parts),
    [9, 3, 1, 1, 1],
  );
});

Deno.test("a judged pair has its scores as the headline, and what its query asks for stands in the picture", async () => {
  const text = visible((await renderFigure("mm-judgebias-fig7")).svg);
  for (
    const wanted of ["10 → 10", "5 → 8", "$55,140 and $3,750", "$58,890", "Claude-Haiku-4.5 (reasoning)"]
  ) {
    assert.ok(text.includes(wanted), wanted);
  }
  assert.match(text, /5 1 2 3/);
  assert.match(visible((await renderFigure("site-judge-examples-3")).svg), /Claude-Haiku-4\.5 \(think\)/);
  assert.match(visible((await renderFigure("site-examples-3")).svg), /A B C D E/);
});
