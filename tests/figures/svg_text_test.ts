import assert from "node:assert/strict";
import { round, textElement } from "@/figures/svg_text.ts";
import { inkOfSvg } from "./pixels.ts";

const look = { x: 20, y: 50, size: 30 };

Deno.test("round: two decimals and no negative zero", () => {
  assert.equal(round(1.005), 1); // 1.005 is a little less in binary
  assert.ok(Object.is(round(-0.001), 0));
});

Deno.test("a space behind a subscript takes room in the picture", async () => {
  const width = async (text: string) => {
    const { left, right } = await inkOfSvg(textElement(text, look));
    return right - left;
  };
  const space = await width("a_{b} c") - await width("a_{b}c");
  assert.ok(space > 15 && space < 23, `${space} pixels`); // 0.318 em of 60 pixels are 19
});

Deno.test("two indices of a letter stand above each other, and what follows begins behind the longer one", async () => {
  const ink = async (text: string) => await inkOfSvg(textElement(text, look));
  const [sub, both, longer] = [await ink("x_{img}"), await ink("x_{img}^{k}"), await ink("x_{i}^{(ik)}n")];
  assert.equal(both.right, sub.right);
  assert.ok(both.top < sub.top && both.bottom >= sub.bottom);
  const pair = await ink("_{ref}^{(k)}");
  const row = (y: number) => pair.dark.subarray(y * pair.width, (y + 1) * pair.width).some((v) => v > 40);
  const rows = Array.from({ length: pair.bottom - pair.top }, (_, i) => pair.top + i);
  assert.ok(rows.some((y) => !row(y)), "a free row between both");
  assert.ok(longer.right > (await ink("x_{ik}n")).right);
  assert.match(textElement("𝑦̂", look), /<tspan font-style="italic">ŷ<\/tspan>/);
});

Deno.test("the tilde stands above Φ and does not touch it", async () => {
  const bare = await inkOfSvg(textElement("Φ", look));
  const tilde = await inkOfSvg(textElement("Φ\u0303", look));
  assert.ok(tilde.top < bare.top - 4);
  assert.equal(tilde.bottom, bare.bottom);
  const row = (y: number) => tilde.dark.subarray(y * tilde.width, (y + 1) * tilde.width).some((v) => v > 40);
  const free = Array.from({ length: bare.top - tilde.top }, (_, i) => tilde.top + i).filter((y) => !row(y));
  assert.ok(free.length > 0, "a free row between letter and tilde");
});

Deno.test("every sign that the figures use has a glyph", async () => {
  // A private character has none: what is drawn for it is the box (or nothing) that would stand for a missing sign.
  const missing = await inkOfSvg(textElement("\u{10fffd}", look));
  for (const bold of [false, true]) {
    for (const sign of "ΦτΔκ→≥≤−±·×∝½–’…˜²") {
      const ink = await inkOfSvg(textElement(sign, { ...look, bold }));
      assert.ok(ink.count > 10, `${sign} has ink`);
      assert.ok(
        ink.dark.some((value, i) => Math.abs(value - missing.dark[i]) > 64),
        `${sign} is no empty box`,
      );
    }
  }
});
