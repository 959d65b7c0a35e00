import assert from "node:assert/strict";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_tables.ts";

/** The rows of a card of the page, one for each side. */
const rowsOf = async (id: string) => (await renderFigure(id)).data.toRecords() as Record<string, string>[];

Deno.test("the page's nine cards are the nine bias types in order, whose query alone differs that they change; the judged ones stand in the paper's numbers", async () => {
  for (const [i, { name, changes }] of BIASES.entries()) {
    const [unbiased, biased] = await rowsOf(`site-examples-${i + 1}`);
    assert.equal(unbiased.example, name);
    assert.equal(unbiased.query !== biased.query, changes.includes("query"), name);
  }
  const stated = publishedTable("stated-values").filter(({ where }) => where.startsWith("Fig 7 example"));
  const judged = await rowsOf("mm-judgebias-fig7");
  for (const [i, { quantity, value }] of stated.entries()) {
    const [unbiased, biased] = judged.slice(2 * i);
    assert.ok(quantity.includes(unbiased.example) && quantity.includes(unbiased.judge), quantity);
    assert.equal([unbiased, biased].map(({ score }) => score.split(" ")[0]).join(" / "), value);
    const scores = (await rowsOf(`site-judge-examples-${i + 1}`)).map(({ score }) => score);
    assert.deepEqual(scores, [unbiased.score, biased.score]);
  }
});

Deno.test("cards of Multi-Crit say what people chose as it is printed", async () => {
  for (const table of [10, 11, 12, 13, 14, 15, 19]) {
    const labels = publishedTable("multi-crit-appendix-tables10-15-19-labels")
      .filter((row) => row.table === `Table ${table}`);
    const rows = await rowsOf(`multi-crit-table${table}`);
    assert.deepEqual(
      rows.slice(0, labels.length).map(({ by, verdict }) => [by.replace("People · ", ""), verdict]),
      labels.map(({ criterion, human_preference }) => [criterion, human_preference]),
    );
  }
});

Deno.test("examples, drawings and prompts in our words say so at their head, and what of them is printed", async () => {
  const heads = figures.filter(({ kind, id }) =>
    ["example", "prompt"].includes(kind) && !["mm-judgebias-fig6", "mm-judgebias-fig14-better"].includes(id)
  );
  assert.ok(heads.length > 45);
  for (const { id } of heads) {
    const { svg } = await renderFigure(id);
    assert.match(svg, />(Ours: |Worded by us)/, id);
    assert.ok(svg.split(">in our words<").length < 3 && !svg.includes(">In our words"), `${id}: said once`);
  }
});

Deno.test("a card's badge names what of it is printed; a frame of words stands beside the rows", async () => {
  for (const id of ["mm-judgebias-fig7", "multi-crit-fig10", "multi-crit-table12", "birch-fig14"]) {
    assert.match((await renderFigure(id)).svg, />published \+ in our words</, id);
  }
  for (const id of ["site-examples-2", "multi-crit-table12", "birch-fig14"]) {
    const [, x] = /<text x="([\d.]+)"[^>]*>Query</.exec((await renderFigure(id)).svg)!;
    assert.ok(Number(x) > 200, id);
  }
});

Deno.test("each drawing of the folder is shown somewhere, and none stands in for people, animals or vehicles", () => {
  const texts = ["birch", "multi-crit", "mm-judgebias", "drawings", "samples", "philautia"].map((name) =>
    Deno.readTextFileSync(`data/cards/${name}.json`)
  ).join("");
  for (const { name } of Deno.readDirSync("data/scenes")) {
    assert.ok(
      new RegExp(`(mm-judgebias-)?"?${name.replace(/^mm-judgebias-|\.svg$/g, "")}"`).test(texts),
      name,
    );
    assert.doesNotMatch(
      name,
      /cat|boar|balloon|motorcycle|snow|airliner|portrait|children|panda|bow|vehicles/,
    );
  }
});

Deno.test("pictures of one's own take the place of the drawings, each under its name", async () => {
  const folder = Deno.makeTempDirSync();
  const names = ("mm-judgebias-fig7-2-unbiased site-examples-1-unbiased site-examples-1-biased " +
    "multi-crit-fig10-3 multi-crit-table12 multi-crit-table19").split(" ");
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
