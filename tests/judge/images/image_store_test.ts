import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { imageHeader } from "@/judge/images/image_file.ts";
import { imageStore, type LoadedImage } from "@/judge/images/image_store.ts";
import { scenePicture } from "@/judge/simulated/simulated_study.ts";
import { tempFolder } from "../temp_folder.ts";

const PNG = scenePicture(["red circle"]);

Deno.test("images: loaded as data URLs with the hash of their bytes", async () => {
  using folder = tempFolder();
  mkdirSync(`${folder.path}/sub`);
  writeFileSync(`${folder.path}/sub/a b.png`, PNG);
  const image = await imageStore(folder.path).load("sub/a b.png");
  assert.equal(image.url, `data:image/png;base64,${PNG.toBase64()}`);
  assert.equal(image.sha256, createHash("sha256").update(PNG).digest("hex"));
  assert.deepEqual([image.width, image.height], [120, 40]);
});

Deno.test("images: no name leads out of the folder", async () => {
  using folder = tempFolder();
  const inside = `${folder.path}/images`;
  mkdirSync(inside);
  mkdirSync(`${folder.path}/images-of-others`);
  for (const path of ["secret.png", "images-of-others/a.png"]) writeFileSync(`${folder.path}/${path}`, PNG);
  symlinkSync(`${folder.path}/secret.png`, `${inside}/link.png`);
  symlinkSync(folder.path, `${inside}/up`);
  const { load } = imageStore(inside);
  const names = [
    "../secret.png",
    "x/../../secret.png",
    `${folder.path}/secret.png`,
    "../images-of-others/a.png",
    "link.png",
    "up/secret.png",
    "",
    ".",
    "a.png\0.txt",
  ];
  for (const name of names) {
    await assert.rejects(
      () => load(name),
      { name: "ImageError", message: /leads out of the image folder/ },
      name,
    );
  }
  await assert.rejects(() => load("file:///etc/passwd"), /wanted a path or an http/);
  await assert.rejects(() => load("data:image/png;base64,AAAA"), /wanted a path or an http/);
});

Deno.test("images: addresses only when asked for, and never fetched here", async () => {
  const address = "https://nowhere.invalid/a.png";
  await assert.rejects(() => imageStore(undefined).load(address), /--remote-images/);
  assert.equal((await imageStore(undefined, { remote: true }).load(address)).url, address);
});

Deno.test("images: too large, too many pixels, no picture, not there", async () => {
  using folder = tempFolder();
  const bomb = new Uint8Array(PNG);
  new DataView(bomb.buffer).setUint32(16, 60_000); // claims 60,000 x 60,000 pixels in a few bytes
  new DataView(bomb.buffer).setUint32(20, 60_000);
  writeFileSync(`${folder.path}/bomb.png`, bomb);
  writeFileSync(`${folder.path}/a.png`, PNG);
  writeFileSync(`${folder.path}/text.png`, "hello");
  mkdirSync(`${folder.path}/folder.png`);
  const { load } = imageStore(folder.path);
  await assert.rejects(() => load("bomb.png"), /64000000 pixels, found 60000 × 60000/);
  await assert.rejects(() => load("text.png"), /wanted a whole PNG, JPEG, GIF or WebP/);
  await assert.rejects(() => load("absent.png"), /no such file/);
  await assert.rejects(() => load("folder.png"), { name: "ImageError" });
  truncateSync(`${folder.path}/a.png`, 20e6 + 1);
  await assert.rejects(() => load("a.png"), /at most 20000000 bytes/);
  await assert.rejects(() => imageStore(undefined).load("a.png"), /none was named/);
});

Deno.test("images: format and size by the header alone; cut at any byte read rightly or not at all; other files are none", async () => {
  const { default: sharp } = await import("sharp");
  const picture = () => sharp(PNG).resize(37, 21, { fit: "fill" });
  for (const format of ["png", "jpeg", "gif", "webp"] as const) {
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

Deno.test("images: cut off or changed on the way is no picture", async () => {
  using folder = tempFolder();
  const { default: sharp } = await import("sharp");
  const noise = sharp(Buffer.from(Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 7919) % 251)), {
    raw: { width: 64, height: 64, channels: 3 },
  });
  const { load } = imageStore(folder.path);
  for (const format of ["jpeg", "png", "gif", "webp"] as const) {
    const whole = await noise.clone()[format]().toBuffer();
    writeFileSync(`${folder.path}/whole.${format}`, whole);
    writeFileSync(`${folder.path}/cut.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
    assert.equal((await load(`whole.${format}`)).width, 64);
    await assert.rejects(() => load(`cut.${format}`), {
      name: "ImageError",
      message: /cut off|wanted a whole/,
    }, format);
  }
  const png = await noise.png().toBuffer();
  png[Math.floor(png.length / 2)] ^= 1;
  writeFileSync(`${folder.path}/changed.png`, png);
  await assert.rejects(() => load("changed.png"), /does not match its checksum/);
  const progressive = await noise.jpeg({ progressive: true }).toBuffer();
  writeFileSync(
    `${folder.path}/notes.jpg`,
    Buffer.concat([progressive, Buffer.from("a note behind the end")]),
  );
  assert.equal((await load("notes.jpg")).width, 64);
});

Deno.test("images: those that were read last are kept within the limit", async () => {
  using folder = tempFolder();
  // 7 MB each as base64: two fit into 16 MB, the third drops the first, and only the first.
  const names = ["a", "b", "c"].map((name) => `${name}.gif`);
  const { default: sharp } = await import("sharp");
  const gif = Buffer.concat([await sharp(PNG).gif().toBuffer(), Buffer.alloc(5.3e6)]);
  for (const name of names) writeFileSync(`${folder.path}/${name}`, gif);
  const { load } = imageStore(folder.path);
  const first: LoadedImage[] = [];
  for (const name of names) first.push(await load(name));
  assert.equal(await load("c.gif"), first[2], "the last is kept");
  assert.equal(await load("b.gif"), first[1], "so is the one before");
  assert.notEqual(await load("a.gif"), first[0], "the first was dropped");
});
