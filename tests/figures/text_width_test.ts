import assert from "node:assert/strict";
import { textElement } from "@/figures/svg_text.ts";
import { textWidth as width, wrapText as wrapped } from "@/figures/text_width.ts";
import { heldFigures } from "./held_figures.ts";
import { inkOfSvg } from "./pixels.ts";

const held = heldFigures("texts_held"),
  [textWidth, wrapText] = [held.of(width), held.of(wrapped)];

held.test("textWidth: advance widths of DejaVu Sans", () => {
  // python3 -c "from fontTools.ttLib import TTFont; f = TTFont('DejaVuSans.ttf'); c = f.getBestCmap();
  //   print([f['hmtx'][c[ord(x)]][0] for x in 'iWΦ−→'])"  (version 2.37, 2048 units per em)
  const advances = { i: 569, W: 2025, Φ: 1612, "−": 1716, "→": 1716 };
  for (const [sign, units] of Object.entries(advances)) assert.equal(textWidth(sign, 2048), units, sign);
  const boldAdvances = { i: 702, W: 2259, Φ: 1741 }; // the same of DejaVuSans-Bold.ttf
  for (const [sign, units] of Object.entries(boldAdvances)) {
    assert.equal(textWidth(sign, 2048, { bold: true }), units, sign);
  }
  assert.equal(textWidth("", 12), 0);
  assert.equal(textWidth("iW", 2048), 569 + 2025);
});

held.test("textWidth agrees with what is drawn", async () => {
  for (const bold of [false, true]) {
    // Text that ends with a vertical stroke, drawn from the right: its ink begins one width to the left.
    for (const text of ["HHHH", "H Image reliance score H", "H66.45 ±1.07 (−3.1) H", "H Φ τ → ≥ Δ H"]) {
      const size = 14;
      const { left, right } = await inkOfSvg(textElement(text, { x: 380, y: 40, size, bold, anchor: "end" }));
      const drawn = (right + 1 - left) / 2;
      const bearings = 2 * 0.1 * size; // what H leaves free at either side
      const measured = textWidth(text, size, { bold }) - bearings;
      // Kerning and hinting take or give little.
      assert.ok(
        Math.abs(drawn - measured) < 0.02 * measured + 1.5,
        `${text}: drawn ${drawn}, measured ${measured}`,
      );
    }
  }
});

held.test("wrapText: no line is wider than asked, and no letter is lost", () => {
  const text =
    "Accuracy with the image minus accuracy without it /a/very/long/path/without/any/space.parquet Φ\u0303 Acc_{IDS}.";
  for (const width of [40, 60, 100, 200, 1000]) {
    const lines = wrapText(text, 12, width);
    for (const line of lines) assert.ok(textWidth(line, 12) <= width, `${line} in ${width}`);
    assert.equal(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
    assert.ok(lines.every((line) => (line.match(/_\{/g) ?? []).length === (line.match(/\}/g) ?? []).length));
  }
  assert.deepEqual(wrapText(text, 12, 5000), [text]);
});

held.test("wrapText: a last line is no lone word where lines of the same number can be narrower", () => {
  const text =
    "Where people prefer the less informative answer accuracy falls by forty points with every judge we have.";
  let lone = 0;
  for (let width = 120; width <= 640; width += 4) {
    const lines = wrapText(text, 12, width),
      [above, last] = lines.slice(-2).map((line) => textWidth(line, 12));
    assert.equal(lines.join(" "), text);
    if (lines.length > 1 && last < 0.3 * above) lone++;
  }
  assert.ok(lone <= 2, `${lone} of 131 widths`);
});

held.test("wrapText: line breaks stay, empty text is an empty line, one letter wider than the line is kept", () => {
  assert.deepEqual(wrapText("a\nb", 12, 100), ["a", "b"]);
  assert.deepEqual(wrapText("", 12, 100), [""]);
  assert.deepEqual(wrapText("WW", 12, 1), ["W", "W"]);
});

held.hold();
