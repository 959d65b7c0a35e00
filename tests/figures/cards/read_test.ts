import assert from "node:assert/strict";
import { z } from "zod";
import { chip, EXAMPLE } from "@/figures/cards/plate.ts";
import { readCards } from "@/figures/cards/read_cards.ts";
import { readScene } from "@/figures/cards/scene.ts";
import { figures } from "@/figures/registry.ts";
import { PROMPTS } from "@/judge/prompts.ts";

/** A folder with one file in it. */
function folderWith(name: string, text: string): string {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/${name}`, text);
  return folder;
}

const CARD = {
  title: "A title",
  picture: { scene: "birch-signs" },
  query: "What is it?",
  answers: { "Answer A": "Rice", "Answer B": "Meat" },
  human: "Answer B",
  verdicts: [{ by: "a judge", verdict: "Answer A" }],
  caption: "A caption.",
};

const cards = (card: unknown) =>
  readCards(
    "birch",
    z.record(z.enum(["birch-fig14"]), EXAMPLE),
    folderWith("birch.json", JSON.stringify({ "birch-fig14": card })),
  );

Deno.test("answers keep their order; a verdict is a chip in its answer's colour, a score stays a text", () => {
  assert.deepEqual(Object.keys(cards(CARD)["birch-fig14"].answers), ["Answer A", "Answer B"]);
  assert.deepEqual(
    ["Answer A", "B > A", "1 > 2", "10 of 10", "Answer Avon"].map((said) => chip(said)),
    ["{first:A}", "{second:B > A}", "{first:1 > 2}", "**10 of 10**", "**Answer Avon**"],
  );
  assert.deepEqual([true, false].map((right) => chip("B", right)), [
    "{second:B} {right:✓}",
    "{second:B} {wrong:✗}",
  ]);
});

Deno.test("a bad card is named by file and field", () => {
  const wrong: [card: unknown, message: RegExp][] = [
    [{ ...CARD, query: 3 }, /birch\.json, column birch-fig14\.query: wanted string, found 3/],
    [{ ...CARD, titel: "x" }, /birch\.json, column birch-fig14: wanted only fields of a card, found "titel"/],
    [
      { ...CARD, verdicts: [{ by: "", verdict: "Answer A" }] },
      /birch\.json, column birch-fig14\.verdicts\.0\.by: wanted text, found ""/,
    ],
    [undefined, /birch\.json, column birch-fig14: wanted object/],
  ];
  for (const [card, message] of wrong) assert.throws(() => cards(card), message);
  assert.throws(
    () => readCards("birch", EXAMPLE, folderWith("birch.json", "{")),
    /birch\.json: wanted JSON \(/,
  );
});

Deno.test("a drawing keeps its shapes and loses the blanks between them; what could run or load is refused", () => {
  const draw = (body: string, head = 'viewBox="0 0 200 150"') =>
    readScene("a", folderWith("a.svg", `<svg ${head}>\n  ${body}\n</svg>\n`));
  assert.deepEqual(
    draw('<g\n  fill="red">\n  <path d="M0 0\n    h3" />\n</g>\n<text x="1">two  words</text>'),
    { width: 200, height: 150, markup: '<g fill="red"><path d="M0 0 h3"/></g><text x="1">two  words</text>' },
  );
  assert.throws(() => draw("<script>1</script>"), /a\.svg, column markup: wanted g, rect/);
  assert.throws(() => draw('<rect id="a" width="1"/>'), /a\.svg, column markup: wanted no id/);
  assert.throws(() => draw('<rect onload="a()" width="1"/>'), /a\.svg, column markup: wanted no id/);
  assert.throws(() => draw("<rect/>", 'width="3"'), /a\.svg: wanted an svg element with a viewBox/);
  assert.throws(
    () => draw("<rect/>", 'viewBox="0 0 0 150"'),
    /a\.svg, column width: wanted a positive number/,
  );
  assert.throws(() => draw(""), /a\.svg, column markup: wanted shapes/);
});

Deno.test("the source of every figure is a file that one would change: it names the figure", () => {
  const prompts = PROMPTS;
  for (const { id, source, number, kind } of figures) {
    const text = Deno.readTextFileSync(source);
    if (kind === "prompt" && !id.endsWith("-better")) {
      const name = source.replace(/^data\/prompts\/(.*)\.txt$/, "$1");
      assert.equal(prompts[name].text, text.replace(/\n$/, ""), `${source} is the template of ${id}`);
      assert.ok(prompts[name].source.includes(number), `${source} stands for ${number} of ${id}`);
      continue;
    }
    // What the page repeats is changed where the paper's own is; its panels differ by a number alone.
    const names = id.startsWith("site-") ? figures.filter((one) => one.source === source) : [{ id }];
    assert.ok(
      names.some(({ id }) => text.includes(`"${id}"`) || text.includes(`\`${id.replace(/\d+$/, "")}\${`)),
      `${source} does not name ${id}`,
    );
  }
});
