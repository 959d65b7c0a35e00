import assert from "node:assert/strict";
import { picture as picture_ } from "@/figures/schematic/layout.ts";
import { blockOf, type Tree } from "@/figures/schematic/tree.ts";
import { layOutText, LINE, runsOf } from "@/figures/schematic/styled_text.ts";
import { textWidth } from "@/figures/text_width.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

const inSvg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="760" height="900">${body}</svg>`;
const texts = async (body: string) => (await textBoxes(inSvg(body)));

Deno.test("styled text wraps within its width, words of several styles stay together", async () => {
  const size = 12, width = 120;
  const { svg, height } = layOutText(
    "The answer **B**, {wrong:made up}, is longer than the other one.",
    width,
    { size },
  );
  const boxes = await texts(svg(10, 20));
  assert.ok(boxes.every(({ left, right }) => left >= 10 && right <= 10 + width + 0.1), JSON.stringify(boxes));
  const lines = Math.round(height / (size * LINE));
  assert.equal(new Set(boxes.map(({ bottom }) => bottom)).size, lines);
  assert.equal(
    boxes.map(({ text }) => text).join(" ").replaceAll(" ,", ",").replace(/ +/g, " "),
    "The answer B, made up, is longer than the other one.",
  );
  assert.deepEqual(overlaps(boxes), []);
  const comma = boxes.find(({ text }) => text.startsWith(","))!,
    bold = boxes.find(({ text }) => text === "B")!;
  assert.ok(Math.abs(comma.left - bold.right) < 0.1, "no space before the comma");
});

Deno.test("styled text keeps indents, empty lines and words that are too long", async () => {
  const { svg, height } = layOutText("a\n\n  b", 200, { size: 10 });
  const [a, b] = await texts(svg(0, 0));
  assert.ok(Math.abs(b.left - a.left - textWidth("  ", 10)) < 0.1);
  assert.ok(Math.abs(height - 3 * 10 * LINE) < 1e-9);
  const long = await texts(layOutText("incomprehensibilities", 60, { size: 12 }).svg(0, 0));
  assert.ok(long.length > 1 && long.every(({ right }) => right <= 60.1));
  assert.deepEqual(
    runsOf("{other:kept} {wrong:}x"),
    [{ text: "{other:kept} " }, { text: "", tone: "wrong" }, { text: "x" }],
  );
});

Deno.test("a drawing as data: a fixed column, a word frame under its label, the user's picture in its place", async () => {
  const tree: Tree = {
    row: [{ shows: "A cat", as: "Map", own: "cat" }, ["one", { text: "two" }]],
    widths: [200, null],
  };
  const drawn = async (picture: string | null) =>
    picture_(await blockOf(tree, { picture: (name) => Promise.resolve(name === "cat" ? picture : null) }))
      .svg;
  const boxes = await texts(await drawn(null));
  assert.deepEqual(boxes.map(({ text }) => text), ["Map", "A cat", "one", "two"]);
  assert.ok(boxes[2].left >= 212 - 0.1);
  assert.match(await drawn("data:image/png;base64,AAAA"), /<image href="data:image\/png/);
});
