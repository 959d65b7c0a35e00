import assert from "node:assert/strict";
import sharp from "sharp";
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
  const redAt: Record<number, [number, number]> = {
    1: [1, 4],
    2: [14, 4],
    3: [14, 4],
    4: [1, 4],
    5: [4, 1],
    6: [4, 1],
    7: [4, 14],
    8: [4, 14],
  };
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
  const grey = await raw(filledRaster(4, 4, [77, 77, 77])).toColourspace("b-w").png().toBuffer();
  const read = await readImage(grey);
  assert.deepEqual(pixel(read.raster, 3, 3), [77, 77, 77]);
  assert.deepEqual(read.changes, ["b-w to RGB"]);
  const deep = await raw(halves()).toColourspace("rgb16").png().toBuffer();
  assertClose(pixel((await readImage(deep)).raster, 0, 0), [220, 20, 20], 1);
  assert.deepEqual((await readImage(deep)).changes, ["ushort to 8 bits"]);
  const cmyk = await raw(halves()).toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer();
  const back = await readImage(cmyk);
  const [red, , blue] = pixel(back.raster, 1, 4);
  assert.ok(red > 150 && blue < 80, `red stays red: ${pixel(back.raster, 1, 4)}`);
  assert.deepEqual(back.changes, ["cmyk to RGB"]);
  const palette = await raw(halves()).png({ palette: true }).toBuffer();
  assertClose(pixel((await readImage(palette)).raster, 0, 0), [220, 20, 20], 2);
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

Deno.test("one pixel is a picture; more than 64 million are refused before they are read", async () => {
  assert.deepEqual(
    (await readImage(await writeImage(filledRaster(1, 1, [1, 2, 3]), "png"))).raster.data.length,
    3,
  );
  const huge = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: "white" } })
    .png({ compressionLevel: 1 }).toBuffer();
  await assert.rejects(readImage(huge), /at most 64,000,000 pixels/);
});

Deno.test("what is no picture, cut off, damaged or drawn is refused in plain words", async () => {
  await assert.rejects(readImage(new Uint8Array()), /empty file/);
  await assert.rejects(readImage(new TextEncoder().encode("not a picture")), RangeError);
  await assert.rejects(
    readImage(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    /found svg/,
  );
  const noise = Uint8Array.from({ length: 3 * 64 * 64 }, (_, i) => (i * i * 31) % 256);
  for (const kind of ["png", "jpeg"] as const) {
    const whole = await writeImage({ width: 64, height: 64, data: noise }, kind);
    await assert.rejects(
      readImage(whole.slice(0, whole.length * 2 / 3)),
      /cannot be read/,
      `${kind} cut off`,
    );
    await assert.rejects(readImage(whole.slice(0, 20)), RangeError);
  }
  const damaged = await writeImage({ width: 64, height: 64, data: noise }, "png");
  damaged[damaged.length >> 1] ^= 0xff;
  await assert.rejects(readImage(damaged), /cannot be read/);
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
