import assert from "node:assert/strict";
import { coverage } from "@/figures/coverage.ts";
import { PAIRS } from "@/figures/cards/pair_figures.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { publishedTable } from "@/papers/published_table.ts";

const PAGE_EXAMPLES = Object.values(PAIRS).filter(({ scores }) => !scores);
const JUDGED_EXAMPLES = Object.values(PAIRS).filter(({ scores }) => scores);

const visible = (svg: string) => svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

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
    assert.match(svg, />In our words</, id);
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

Deno.test("Table 19: who prefers what by which criterion, and only one answer is not people's", async () => {
  const { svg } = await renderFigure("multi-crit-table19");
  assert.deepEqual(visible(svg).replaceAll("&gt;", ">").match(/\d > \d [✓✗]/g), [
    "1 > 2 ✓",
    "2 > 1 ✓",
    "1 > 2 ✓",
    "1 > 2 ✗",
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
    // Who wins is told by colour: that of the answer's own chip.
    for (const letter of ["A", "B"]) {
      const fill = letter === "A" ? "#1f5f9e" : "#9a4f00";
      const wins = own.filter(({ human_preference }) => human_preference.startsWith(letter)).length;
      assert.equal(svg.split(`fill="${fill}"`).length - 1, wins + 1, `table ${table}: ${letter}`);
    }
    // Long names end a line behind a hyphen.
    const model = own[0].response_A_or_1_model;
    assert.ok(visible(svg).replaceAll("- ", "-").includes(model), model);
  }
  const { data } = await renderFigure("multi-crit-table19");
  assert.deepEqual(data.getColumn("verdict").toArray(), [
    "1 > 2",
    "2 > 1",
    "1 > 2",
    "2 > 1",
    "1 > 2",
    "1 > 2",
  ]);
});

Deno.test("verdicts of a card stand on one line, each answer on that of its chip", async () => {
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
    // An answer's text begins on the line of its chip.
    for (const chip of texts.filter(({ text }) => /^[AB]$/.test(text))) {
      assert.equal(
        texts.filter(({ y, x }) => y === chip.y && x !== chip.x).length > 0,
        true,
        `table ${table}`,
      );
    }
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

Deno.test("a judged pair says each score once, and what its query asks for stands in the picture", async () => {
  const text = visible((await renderFigure("mm-judgebias-fig7")).svg.split("</desc>")[1]);
  assert.deepEqual(text.match(/\d+ of 10/g), [
    "10 of 10",
    "10 of 10",
    "10 of 10",
    "10 of 10",
    "5 of 10",
    "8 of 10",
  ]);
  for (const wanted of ["$55,140 and $3,750", "$58,890", "Claude-Haiku-4.5 (reasoning)"]) {
    assert.ok(text.includes(wanted), wanted);
  }
  assert.match(text, /5 1 2 3/);
  assert.match(visible((await renderFigure("site-judge-examples-3")).svg), /Claude-Haiku-4\.5 \(think\)/);
  assert.match(visible((await renderFigure("site-examples-3")).svg), /A B C D E/);
});

Deno.test("a card's frame of words is as wide as these, what its printed letter and its reason say stands apart, no cell is empty", async () => {
  const frame = /<rect [^>]*width="([\d.]+)"[^>]*rx="6" fill="#eef1f4"/.exec(
    (await renderFigure("birch-fig30")).svg,
  );
  assert.ok(Number(frame![1]) < 320, "what the photograph shows is one short line");
  const { svg } = await renderFigure("birch-fig28");
  assert.match(visible(svg), /printed reason for why People B – – .*Standard Ref B ✓ A ✗ .*BIRCH A ✗ B ✓/);
});
