import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import { imageHeader, imageStore } from "@/judge/images/image_store.ts";
import { scenePicture } from "@/judge/simulated/simulated_study.ts";
import { tempFolder } from "../temp_folder.ts";

const PNG = scenePicture(["red circle"]), FORMATS = ["png", "jpeg", "gif", "webp"] as const;

/** A folder and its store, with what writes a file into it and what refuses to load one. */
function pictures() {
  const folder = tempFolder(), { path } = folder, { load } = imageStore(path);
  const write = (name: string, content: Uint8Array | string) => writeFileSync(`${path}/${name}`, content);
  const refused = (name: string, message: RegExp) =>
    assert.rejects(() => load(name), { name: "ImageError", message }, name);
  return { path, load, write, refused, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

Deno.test("images: loaded as data URLs with the hash of their bytes; addresses only when asked for, and never fetched here", async () => {
  using at = pictures();
  mkdirSync(`${at.path}/sub`);
  at.write("sub/a b.png", PNG);
  const { url, sha256, width, height } = await at.load("sub/a b.png");
  assert.equal(url, `data:image/png;base64,${PNG.toBase64()}`);
  assert.equal(sha256, createHash("sha256").update(PNG).digest("hex"));
  assert.deepEqual([width, height], [120, 40]);
  const address = "https://nowhere.invalid/a.png";
  await assert.rejects(() => imageStore(null).load(address), /--remote-images/);
  assert.equal((await imageStore(null, { remote: true }).load(address)).url, address);
  await assert.rejects(() => imageStore(null).load("a.png"), /none was named/);
});

Deno.test("images: no name leads out of the folder", async () => {
  using at = pictures();
  const inside = `${at.path}/images`, { load } = imageStore(inside);
  for (const name of ["images", "images-of-others"]) mkdirSync(`${at.path}/${name}`);
  for (const path of ["secret.png", "images-of-others/a.png"]) at.write(path, PNG);
  symlinkSync(`${at.path}/secret.png`, `${inside}/link.png`);
  symlinkSync(at.path, `${inside}/up`);
  const names = ["../secret.png", "x/../../secret.png", `${at.path}/secret.png`, "../images-of-others/a.png"];
  for (const name of [...names, "link.png", "up/secret.png", "", ".", "a.png\0.txt"]) {
    const refused = { name: "ImageError", message: /leads out of the image folder/ };
    await assert.rejects(() => load(name), refused, name);
  }
  for (const name of ["file:///etc/passwd", "data:image/png;base64,AAAA"]) {
    await assert.rejects(() => load(name), /wanted a path or an http/);
  }
});

Deno.test("images: too large, too many pixels, no picture, not there", async () => {
  using at = pictures();
  const bomb = new Uint8Array(PNG);
  // Claims 60,000 x 60,000 pixels in a few bytes.
  for (const place of [16, 20]) new DataView(bomb.buffer).setUint32(place, 60_000);
  at.write("bomb.png", bomb);
  at.write("large.png", PNG);
  truncateSync(`${at.path}/large.png`, 20e6 + 1);
  at.write("text.png", "hello");
  mkdirSync(`${at.path}/folder.png`);
  await at.refused("bomb.png", /64000000 pixels, found 60000 × 60000/);
  await at.refused("text.png", /wanted a whole PNG, JPEG, GIF or WebP/);
  await at.refused("absent.png", /no such file/);
  await at.refused("folder.png", /./);
  await at.refused("large.png", /at most 20000000 bytes/);
});

Deno.test("images: format and size by the header alone; cut at any byte read rightly or not at all; other files are none", async () => {
  const picture = () => sharp(PNG).resize(37, 21, { fit: "fill" });
  for (const format of FORMATS) {
    const bytes = await picture()[format]().toBuffer();
    assert.deepEqual(await imageHeader(bytes), { type: `image/${format}`, width: 37, height: 21 });
    for (let length = 0; length < bytes.length; length += 7) {
      const found = await imageHeader(bytes.subarray(0, length));
      assert.ok(found === null || (found.width === 37 && found.height === 21), `${format}, ${length} bytes`);
    }
  }
  for (const text of ["", "<svg xmlns='…'/>", "%PDF-1.7", "GIF", "#!/bin/sh\nexit 1\n"]) {
    assert.equal(await imageHeader(new TextEncoder().encode(text)), null);
  }
  assert.equal(await imageHeader(await picture().tiff().toBuffer()), null);
});

Deno.test("images: cut off on the way is no picture", async () => {
  using at = pictures();
  const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251);
  const noise = sharp(Buffer.from(pixels), { raw: { width: 64, height: 64, channels: 3 } });
  for (const format of FORMATS) {
    const whole = await noise.clone()[format]().toBuffer();
    at.write(`whole.${format}`, whole);
    at.write(`cut.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
    assert.equal((await at.load(`whole.${format}`)).width, 64);
    await at.refused(`cut.${format}`, /cut off|wanted a whole/);
  }
  const progressive = await noise.jpeg({ progressive: true }).toBuffer();
  at.write("notes.jpg", Buffer.concat([progressive, Buffer.from("a note behind the end")]));
  assert.equal((await at.load("notes.jpg")).width, 64);
});
