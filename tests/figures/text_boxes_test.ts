import assert from "node:assert/strict";
import { textElement } from "@/figures/svg_text.ts";
import { inkOf } from "./pixels.ts";
import { overlaps, textBoxes, withoutInnerTexts } from "./text_boxes.ts";

Deno.test("the check for overlapping text sees nested pictures, anchors and lines, and finds an overlap", async () => {
  const inner = textElement("right", { x: 50, y: 20, size: 10, anchor: "end" });
  const boxes = await textBoxes(
    `<svg><g transform="translate(100,0)"><svg x="10" y="5">${inner}</svg></g>` +
      `<text transform="translate(20,40)" font-size="10"><tspan y="1em" x="0">a</tspan><tspan dy="1em" x="0">b</tspan></text></svg>`,
  );
  assert.deepEqual(
    boxes.map(({ text, right, bottom }) => [text, text === "right" ? right : 0, bottom]),
    [["right", 160, 25], ["a", 0, 50], ["b", 0, 60]],
  );
  assert.deepEqual(overlaps(boxes), []);
  const close = ["59.0", "32.9"].map((text, i) => textElement(text, { x: 10 + 15 * i, y: 20 + i, size: 10 }))
    .join("");
  assert.deepEqual(overlaps(await textBoxes(`<svg>${close}</svg>`)), ['"59.0" and "32.9"']);
});

Deno.test("slanted names beside each other do not overlap; one across another does", async () => {
  const slanted = (x: number, degrees: number) =>
    `<text transform="translate(${x},50) rotate(${degrees})" font-size="10" text-anchor="end">a long name</text>`;
  assert.deepEqual(overlaps(await textBoxes(`<svg>${slanted(100, -45)}${slanted(120, -45)}</svg>`)), []);
  assert.equal(overlaps(await textBoxes(`<svg>${slanted(100, -45)}${slanted(108, -45)}</svg>`)).length, 1);
  assert.equal(overlaps(await textBoxes(`<svg>${slanted(100, -45)}${slanted(104, 0)}</svg>`)).length, 1);
});

Deno.test("ink without the inner texts ends where the whole picture's does, also where a text runs into the margin", async () => {
  const svg = Deno.readTextFileSync("figures/birch/birch-fig3.svg");
  const stray = (x: number, anchor: string) =>
    svg.replace(/<\/svg>\s*$/, "") +
    `<text x="${x}" y="100" font-family="DejaVu Sans" font-size="11" text-anchor="${anchor}">ten letters</text></svg>`;
  const cases = [[svg, 20, 740], [stray(752, "end"), 20, 752], [stray(4, "start"), 4, 740]] as const;
  for (const [picture, left, right] of cases) {
    const boxes = await textBoxes(picture), less = withoutInnerTexts(picture, boxes, 60);
    assert.ok(less.match(/<text/g)!.length < 0.7 * picture.match(/<text/g)!.length);
    const [part, all] = [await inkOf(less, 1), await inkOf(picture, 1)];
    for (const side of ["left", "right", "top", "bottom"] as const) assert.equal(part[side], all[side]);
    assert.ok(
      Math.abs(part.left - left) <= 1 && Math.abs(part.right - right) <= 2,
      `${part.left} ${part.right}`,
    );
  }
});
