import assert from "node:assert/strict";
import sharp from "sharp";
import { imageHeader } from "@/judge/images/image_header.ts";

const picture = () =>
  sharp({ create: { width: 37, height: 21, channels: 3, background: { r: 10, g: 200, b: 30 } } });
const SIZE = { width: 37, height: 21 };

Deno.test("image header: the formats that judges take, written by another library", async () => {
  const cases: [string, Uint8Array][] = [
    ["image/png", await picture().png().toBuffer()],
    ["image/jpeg", await picture().jpeg().toBuffer()],
    ["image/jpeg", await picture().jpeg({ progressive: true }).withMetadata().toBuffer()],
    ["image/gif", await picture().gif().toBuffer()],
    ["image/webp", await picture().webp().toBuffer()],
    ["image/webp", await picture().webp({ lossless: true }).toBuffer()],
    ["image/webp", await picture().ensureAlpha(0.5).webp().toBuffer()],
  ];
  for (const [type, bytes] of cases) assert.deepEqual(imageHeader(bytes), { type, ...SIZE });
});

Deno.test("image header: cut at any byte it is read rightly or not at all", async () => {
  for (const bytes of [await picture().png().toBuffer(), await picture().jpeg().toBuffer()]) {
    for (let length = 0; length < bytes.length; length++) {
      const found = imageHeader(bytes.subarray(0, length));
      assert.ok(found === null || (found.width === 37 && found.height === 21), `${length} bytes`);
    }
  }
});

Deno.test("image header: other files are none", async () => {
  const text = (content: string) => new TextEncoder().encode(content);
  for (const content of ["", "<svg xmlns='…'/>", "%PDF-1.7", "GIF", "#!/bin/sh\nexit 1\n"]) {
    assert.equal(imageHeader(text(content)), null);
  }
  assert.equal(imageHeader(await picture().tiff().toBuffer()), null);
});
