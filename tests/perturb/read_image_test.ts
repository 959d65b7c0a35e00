import assert from "node:assert/strict";
import sharp, { type Sharp } from "sharp";
import { filledRaster, plainImage, type Raster, readImage, writeImage } from "@/perturb/image_files.ts";
import { pasteRaster } from "./paste_raster.ts";

/** Left half red, right half blue, so that turns and channels show. */
function halves(width = 16, height = 8): Raster {
  const picture = filledRaster(width, height, [220, 20, 20]);
  pasteRaster(picture, filledRaster(width / 2, height, [20, 20, 220]), width / 2, 0);
  return picture;
}

function raw({ width, height, data }: Raster) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function pixel({ width, data }: Raster, x: number, y: number): number[] {
  return [...data.slice(3 * (y * width + x), 3 * (y * width + x) + 3)];
}

function assertClose(found: number[], wanted: number[], within: number) {
  assert.ok(found.every((value, k) => Math.abs(value - wanted[k]) <= within), `${found} against ${wanted}`);
}

Deno.test("EXIF orientation: all eight come out upright", async () => {
  // Where the stored left half (red) is seen, by orientation: 1, 4 left; 2, 3 right; 5, 6 top; 7, 8 bottom.
  const [left, right, top, bottom] = [[1, 4], [14, 4], [4, 1], [4, 14]];
  const redAt = { 1: left, 2: right, 3: right, 4: left, 5: top, 6: top, 7: bottom, 8: bottom };
  for (const [orientation, [x, y]] of Object.entries(redAt)) {
    const bytes = await raw(halves()).jpeg({ quality: 100, chromaSubsampling: "4:4:4" })
      .withMetadata({ orientation: Number(orientation) }).toBuffer();
    const { raster, changes } = await readImage(bytes);
    const turned = Number(orientation) > 4;
    assert.deepEqual([raster.width, raster.height], turned ? [8, 16] : [16, 8]);
    assertClose(pixel(raster, x, y), [220, 20, 20], 8);
    assert.equal(changes.length, orientation === "1" ? 0 : 1);
  }
});

Deno.test("transparency goes on white, half of it halfway", async () => {
  const rgba = new Uint8Array([200, 0, 0, 255, 200, 0, 0, 0, 200, 0, 0, 128, 0, 0, 0, 255]);
  const bytes = await sharp(rgba, { raw: { width: 4, height: 1, channels: 4 } }).png().toBuffer();
  const { raster, changes } = await readImage(bytes);
  assert.deepEqual(pixel(raster, 0, 0), [200, 0, 0]);
  assert.deepEqual(pixel(raster, 1, 0), [255, 255, 255]);
  assertClose(pixel(raster, 2, 0), [227, 127, 127], 1); // 200 · 128/255 + 255 · 127/255 = 227.4
  assert.deepEqual(changes, ["transparency on white"]);
});

Deno.test("greyscale, 16 bits, CMYK and palettes become 8-bit RGB", async () => {
  const red = raw(halves()), grey = raw(filledRaster(4, 4, [77, 77, 77]));
  const cases: [file: Sharp, wanted: number[], within: number, changes: string[]][] = [
    [grey.toColourspace("b-w").png(), [77, 77, 77], 0, ["b-w to RGB"]],
    [red.clone().toColourspace("rgb16").png(), [220, 20, 20], 1, ["ushort to 8 bits"]],
    // Red stays red.
    [red.clone().toColourspace("cmyk").jpeg({ quality: 100 }), [220, 20, 20], 60, ["cmyk to RGB"]],
    [red.clone().png({ palette: true }), [220, 20, 20], 2, []],
  ];
  for (const [file, wanted, within, told] of cases) {
    const { raster, changes } = await readImage(await file.toBuffer());
    assertClose(pixel(raster, 1, 3), wanted, within);
    assert.deepEqual(changes, told);
  }
});

Deno.test("an animation gives its first frame and says so", async () => {
  const frames = filledRaster(8, 16, [0, 200, 0]);
  pasteRaster(frames, filledRaster(8, 8, [200, 0, 0]), 0, 0);
  const gif = await sharp(frames.data, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } }).gif()
    .toBuffer();
  const { raster, changes, format } = await readImage(gif);
  assert.deepEqual([raster.width, raster.height, format], [8, 8, "gif"]);
  assertClose(pixel(raster, 4, 4), [200, 0, 0], 8);
  assert.equal(changes[0], "first of 2 frames");
});

Deno.test("one pixel is a picture; what is none, too large, cut off, damaged or drawn is refused in plain words", async () => {
  const one = await readImage(await writeImage(filledRaster(1, 1, [1, 2, 3]), "png"));
  assert.equal(one.raster.data.length, 3);
  const text = (text: string) => new TextEncoder().encode(text);
  const huge = sharp({ create: { width: 9000, height: 8000, channels: 3, background: "white" } });
  const data = Uint8Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * i * 31) % 256);
  const [png, jpeg] = [
    await writeImage({ width: 64, height: 64, data }, "png"),
    await writeImage({ width: 64, height: 64, data }, "jpeg"),
  ];
  const damaged = png.slice();
  damaged[damaged.length >> 1] ^= 0xff;
  const cases: [bytes: Uint8Array, message: RegExp][] = [
    // Refused before they are read.
    [await huge.png({ compressionLevel: 1 }).toBuffer(), /at most 64,000,000 pixels/],
    [new Uint8Array(), /empty file/],
    [text("not a picture"), /wanted a whole picture/],
    [text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /found svg/],
    ...[png, jpeg].flatMap((whole): typeof cases => [
      [whole.slice(0, whole.length * 2 / 3), /cannot be read/],
      [whole.slice(0, 20), /wanted a whole picture/],
    ]),
    [damaged, /cannot be read/],
  ];
  for (const [bytes, message] of cases) {
    await assert.rejects(readImage(bytes), { name: "RangeError", message });
  }
});

Deno.test("plainImage: bytes of a plain file stay, others are written anew", async () => {
  const jpeg = await writeImage(halves(), "jpeg");
  assert.equal((await plainImage(jpeg)).bytes, jpeg);
  const turned = await raw(halves()).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { bytes, format, changes } = await plainImage(turned);
  const { raster } = await readImage(bytes);
  assert.deepEqual([raster.width, raster.height, format, changes.length], [8, 16, "jpeg", 1]);
  const tiff = await plainImage(await raw(halves()).tiff().toBuffer());
  assert.deepEqual([tiff.format, tiff.changes], ["png", ["tiff to png"]]);
});
