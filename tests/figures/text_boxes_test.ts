import assert from "node:assert/strict";
import { textElement } from "@/figures/svg_text.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

Deno.test("the check for overlapping text sees nested pictures, anchors and lines, and finds an overlap", async () => {
  const inner = textElement("right", { x: 50, y: 20, size: 10, anchor: "end" });
  const boxes = await textBoxes(
    `<svg><g transform="translate(100,0)"><svg x="10" y="5">${inner}</svg></g>` +
      `<text transform="translate(20,40)" font-size="10"><tspan y="1em" x="0">a</tspan><tspan dy="1em" x="0">b</tspan></text></svg>`,
  );
  assert.deepEqual(boxes.map(({ text, right, bottom }) => [text, text === "right" ? right : 0, bottom]), [
    ["right", 160, 25],
    ["a", 0, 50],
    ["b", 0, 60],
  ]);
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
