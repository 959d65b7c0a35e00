import assert from "node:assert/strict";
import { PAIRS } from "@/figures/cards/pair_figures.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_tables.ts";

const PAGE_EXAMPLES = Object.values(PAIRS).filter(({ scores }) => !scores);
const JUDGED_EXAMPLES = Object.values(PAIRS).filter(({ scores }) => scores);

Deno.test("the page's nine cards are the nine bias types in order, the judged ones stand in the paper's numbers", () => {
  assert.deepEqual(PAGE_EXAMPLES.map(({ bias }) => bias), BIASES.map(({ type }) => type));
  const stated = publishedTable("stated-values").filter(({ where }) => where.startsWith("Fig 7 example"));
  assert.equal(stated.length, 3);
  stated.forEach(({ quantity, value }, i) => {
    const { bias, judge, scores } = JUDGED_EXAMPLES[i];
    assert.ok(
      quantity.includes(BIASES.find(({ type }) => type === bias)!.name) && quantity.includes(judge!),
      quantity,
    );
    assert.equal(scores!.map(({ score }) => score.split(" ")[0]).join(" / "), value);
  });
});

Deno.test("only what a bias type changes differs between the sides; both have a query and a response of words", () => {
  for (const { bias, biasedPicture, biasedQuery, added, query, response } of Object.values(PAIRS)) {
    const { changes } = BIASES.find(({ type }) => type === bias)!;
    assert.equal(biasedPicture !== undefined, changes.includes("image") && bias !== "image_dominance", bias);
    assert.equal((biasedQuery ?? added) !== undefined, changes.includes("query"), bias);
    assert.doesNotMatch(query + response, /^\(|\)$/m, "what it is about is no query");
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
  const texts =
    ["birch", "multi-crit", "mm-judgebias", "drawings", "samples", "philautia"].map((name) =>
      Deno.readTextFileSync(`data/cards/${name}.json`)
    ).join("") + Deno.readTextFileSync("lib/figures/mm_judgebias/fig1.ts");
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
