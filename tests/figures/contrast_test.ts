import assert from "node:assert/strict";
import { textElement } from "@/figures/svg_text.ts";
import { paleTexts } from "./contrast.ts";

const picture = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><rect width="200" height="60" fill="#ffffff"/>${content}</svg>`;

Deno.test("text that is too pale for its ground is found, on white and on colours; a halo is a ground", async () => {
  const word = (color: string) => textElement("word", { x: 20, y: 30, size: 12, color });
  assert.deepEqual(await paleTexts(picture(word("#1c2733"))), []);
  assert.equal((await paleTexts(picture(word("#999fa6")))).length, 1);
  const dark = '<rect x="10" y="10" width="100" height="40" fill="#0b4f8a"/>';
  assert.equal((await paleTexts(picture(dark + word("#1c2733")))).length, 1);
  assert.deepEqual(await paleTexts(picture(dark + word("#ffffff"))), []);
  const halo = word("#1c2733").replace("<text ", '<text stroke="#ffffff" ');
  assert.deepEqual(await paleTexts(picture(dark + halo)), []);
});
