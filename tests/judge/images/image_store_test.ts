import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { imageStore } from "@/judge/images/image_store.ts";
import { scenePicture } from "@/judge/simulated/scene.ts";
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
  await assert.rejects(() => load("bomb.png"), /50000000 pixels, found 60000 × 60000/);
  await assert.rejects(() => load("text.png"), /wanted a PNG, JPEG, GIF or WebP/);
  await assert.rejects(() => load("absent.png"), /no such file/);
  await assert.rejects(() => load("folder.png"), { name: "ImageError" });
  await assert.rejects(() => imageStore(folder.path, { maxBytes: 10 }).load("a.png"), /at most 10 bytes/);
  await assert.rejects(() => imageStore(undefined).load("a.png"), /none was named/);
});
