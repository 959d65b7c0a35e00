import assert from "node:assert/strict";
import { OPERATIONS } from "@/perturb/operations.ts";
import { filledRaster, type Raster } from "@/perturb/image_files.ts";

/** One operation. */
const apply = (name: string, picture: Raster, parameters: Record<string, number> = {}) =>
  OPERATIONS[name].apply(picture, parameters);

/** Colours without order, the same formula as in the Python below. */
function picture(width: number, height: number): Raster {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    data.set([(7 * i * i + 13) % 256, (31 * i + 5) % 256, (250 - 8 * i + 256 * height * width) % 256], 3 * i);
  }
  return { width, height, data };
}

/** Levels may differ by one where the other rounds down instead of to the nearest. */
function assertNear(found: Raster, wanted: readonly number[], within: number) {
  assert.equal(found.data.length, wanted.length);
  const most = Math.max(...wanted.map((value, i) => Math.abs(value - found.data[i])));
  assert.ok(most <= within, `off by ${most}`);
}

// Pillow 12.3.0, Python 3.11:
// W, H = 6, 5
// im = Image.new("RGB", (W, H))
// im.putdata([((7*i*i+13)%256, (31*i+5)%256, (250-8*i)%256) for i in range(W*H)])
// im.transpose(Image.Transpose.ROTATE_180), ImageOps.mirror(im), ImageOps.flip(im), ImageOps.expand(im, border=1, fill="white")
// ImageOps.autocontrast(im, cutoff=10), ImageEnhance.Brightness(im).enhance(1.15)
// ImageEnhance.Contrast(im).enhance(0.85), ImageEnhance.Color(im).enhance(1.2)
const PILLOW = {
  // deno-fmt-ignore
  rotate180: [12, 136, 18, 125, 105, 26, 252, 74, 34, 137, 43, 42, 36, 12, 50, 205, 237, 58, 132, 206, 66, 73, 175, 74, 28, 144, 82, 253, 113, 90, 236, 82, 98, 233, 51, 106, 244, 20, 114, 13, 245, 122, 52, 214, 130, 105, 183, 138, 172, 152, 146, 253, 121, 154, 92, 90, 162, 201, 59, 170, 68, 28, 178, 205, 253, 186, 100, 222, 194, 9, 191, 202, 188, 160, 210, 125, 129, 218, 76, 98, 226, 41, 67, 234, 20, 36, 242, 13, 5, 250],
  // deno-fmt-ignore
  mirror: [188, 160, 210, 125, 129, 218, 76, 98, 226, 41, 67, 234, 20, 36, 242, 13, 5, 250, 92, 90, 162, 201, 59, 170, 68, 28, 178, 205, 253, 186, 100, 222, 194, 9, 191, 202, 244, 20, 114, 13, 245, 122, 52, 214, 130, 105, 183, 138, 172, 152, 146, 253, 121, 154, 132, 206, 66, 73, 175, 74, 28, 144, 82, 253, 113, 90, 236, 82, 98, 233, 51, 106, 12, 136, 18, 125, 105, 26, 252, 74, 34, 137, 43, 42, 36, 12, 50, 205, 237, 58],
  // deno-fmt-ignore
  flip: [205, 237, 58, 36, 12, 50, 137, 43, 42, 252, 74, 34, 125, 105, 26, 12, 136, 18, 233, 51, 106, 236, 82, 98, 253, 113, 90, 28, 144, 82, 73, 175, 74, 132, 206, 66, 253, 121, 154, 172, 152, 146, 105, 183, 138, 52, 214, 130, 13, 245, 122, 244, 20, 114, 9, 191, 202, 100, 222, 194, 205, 253, 186, 68, 28, 178, 201, 59, 170, 92, 90, 162, 13, 5, 250, 20, 36, 242, 41, 67, 234, 76, 98, 226, 125, 129, 218, 188, 160, 210],
  // deno-fmt-ignore
  padding: [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 13, 5, 250, 20, 36, 242, 41, 67, 234, 76, 98, 226, 125, 129, 218, 188, 160, 210, 255, 255, 255, 255, 255, 255, 9, 191, 202, 100, 222, 194, 205, 253, 186, 68, 28, 178, 201, 59, 170, 92, 90, 162, 255, 255, 255, 255, 255, 255, 253, 121, 154, 172, 152, 146, 105, 183, 138, 52, 214, 130, 13, 245, 122, 244, 20, 114, 255, 255, 255, 255, 255, 255, 233, 51, 106, 236, 82, 98, 253, 113, 90, 28, 144, 82, 73, 175, 74, 132, 206, 66, 255, 255, 255, 255, 255, 255, 205, 237, 58, 36, 12, 50, 137, 43, 42, 252, 74, 34, 125, 105, 26, 12, 136, 18, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255],
  // deno-fmt-ignore
  autocontrast: [0, 0, 255, 7, 10, 255, 30, 51, 255, 69, 92, 255, 123, 132, 243, 193, 173, 232, 0, 214, 221, 96, 255, 210, 211, 255, 199, 60, 0, 188, 207, 40, 177, 87, 81, 166, 255, 122, 155, 175, 162, 144, 101, 203, 133, 43, 244, 121, 0, 255, 110, 255, 0, 99, 242, 30, 88, 246, 70, 77, 255, 111, 66, 16, 152, 55, 66, 193, 44, 131, 233, 33, 211, 255, 22, 25, 0, 11, 136, 19, 0, 255, 60, 0, 123, 101, 0, 0, 141, 0],
  // deno-fmt-ignore
  brightness: [14, 5, 255, 23, 41, 255, 47, 77, 255, 87, 112, 255, 143, 148, 250, 216, 184, 241, 10, 219, 232, 115, 255, 223, 235, 255, 213, 78, 32, 204, 231, 67, 195, 105, 103, 186, 255, 139, 177, 197, 174, 167, 120, 210, 158, 59, 246, 149, 14, 255, 140, 255, 23, 131, 255, 58, 121, 255, 94, 112, 255, 129, 103, 32, 165, 94, 83, 201, 85, 151, 236, 75, 235, 255, 66, 41, 13, 57, 157, 49, 48, 255, 85, 39, 143, 120, 29, 13, 156, 20],
  // deno-fmt-ignore
  contrast: [29, 22, 231, 35, 49, 224, 53, 75, 217, 83, 101, 210, 124, 128, 203, 178, 154, 197, 26, 180, 190, 103, 207, 183, 192, 233, 176, 76, 42, 169, 189, 68, 163, 96, 95, 156, 233, 121, 149, 164, 147, 142, 107, 174, 135, 62, 200, 129, 29, 226, 122, 226, 35, 115, 216, 61, 108, 219, 88, 101, 233, 114, 95, 42, 141, 88, 80, 167, 81, 130, 193, 74, 192, 220, 67, 49, 28, 61, 135, 55, 54, 232, 81, 47, 124, 107, 40, 28, 134, 33],
  // deno-fmt-ignore
  color: [8, 0, 255, 13, 32, 255, 33, 64, 255, 70, 96, 250, 122, 127, 234, 190, 157, 217, 0, 201, 214, 83, 230, 196, 199, 255, 177, 70, 22, 202, 218, 48, 181, 90, 88, 174, 255, 112, 152, 175, 151, 143, 95, 188, 134, 31, 225, 124, 0, 255, 114, 255, 4, 117, 255, 38, 104, 255, 72, 91, 255, 105, 77, 13, 152, 78, 61, 183, 62, 124, 213, 45, 204, 243, 28, 38, 9, 55, 150, 37, 36, 255, 64, 16, 129, 105, 10, 0, 146, 4],
  // The same with W, H = 40, 30: the first 36 of list(ImageOps.equalize(im).getdata())
  // deno-fmt-ignore
  equalize: [19, 6, 255, 38, 43, 255, 52, 79, 255, 89, 116, 255, 132, 152, 253, 202, 188, 243, 5, 224, 234, 103, 255, 224, 225, 255, 215, 75, 33, 205, 211, 70, 196, 99, 106, 186],
};

Deno.test("operations: the same pixels as Pillow's", async () => {
  const given = picture(6, 5);
  assert.deepEqual([...(await apply("rotate_180", given)).data], PILLOW.rotate180);
  assert.deepEqual([...(await apply("mirror", given)).data], PILLOW.mirror);
  assert.deepEqual([...(await apply("flip", given)).data], PILLOW.flip);
  assert.deepEqual([...(await apply("white_padding", given, { share: 0.2 })).data], PILLOW.padding);
  assert.deepEqual([...(await apply("equalize", picture(40, 30))).data.slice(0, 36)], PILLOW.equalize);
});

Deno.test("operations: Pillow's levels up to its rounding down", async () => {
  const given = picture(6, 5);
  assertNear(await apply("autocontrast", given, { cutoff: 0.1 }), PILLOW.autocontrast, 1);
  assertNear(await apply("brightness", given, { factor: 1.15 }), PILLOW.brightness, 1);
  assertNear(await apply("contrast", given, { factor: 0.85 }), PILLOW.contrast, 1);
  assertNear(await apply("color", given, { factor: 1.2 }), PILLOW.color, 1);
});

Deno.test("gamma, temperature, autocontrast: every level by its formula", async () => {
  const ramp: Raster = {
    width: 256,
    height: 1,
    data: Uint8Array.from({ length: 768 }, (_, i) => Math.floor(i / 3)),
  };
  const { data: curved } = await apply("gamma", ramp, { exponent: 0.9 });
  const { data: warm } = await apply("temperature", ramp, { shift: 0.08 });
  for (let v = 0; v < 256; v++) {
    const expected = Math.round(255 * Math.exp(0.9 * Math.log(v / 255)));
    assert.deepEqual([...curved.slice(3 * v, 3 * v + 3)], [expected, expected, expected]);
    assert.deepEqual(
      [...warm.slice(3 * v, 3 * v + 3)],
      [Math.min(255, Math.round(1.08 * v)), v, Math.round(0.92 * v)],
    );
  }
  const grey = (...levels: number[]) => new Uint8Array(levels.flatMap((level) => [level, level, level]));
  const three = { width: 3, height: 1, data: grey(100, 125, 150) };
  // 25 · 255 / 50 = 127.5, half up; a channel of one level stays as it is.
  assert.deepEqual((await apply("autocontrast", three, { cutoff: 0 })).data, grey(0, 128, 255));
  const even = { width: 3, height: 1, data: grey(7, 7, 7) };
  assert.deepEqual((await apply("autocontrast", even, { cutoff: 0 })).data, even.data);
});

/** Bilinear sampling by its definition: four corners with their areas as weights, white beyond the edge. */
function sampled({ width, height, data }: Raster, x: number, y: number, k: number): number {
  let sum = 0;
  for (let py = Math.floor(y); py <= Math.floor(y) + 1; py++) {
    for (let px = Math.floor(x); px <= Math.floor(x) + 1; px++) {
      const weight = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py));
      const outside = px < 0 || py < 0 || px >= width || py >= height;
      sum += weight * (outside ? 255 : data[3 * (py * width + px) + k]);
    }
  }
  return sum;
}

/** A picture without edges. */
function slopes(width: number, height: number): Raster {
  const data = Uint8Array.from(
    { length: 3 * width * height },
    (_, i) => 60 + (Math.floor(i / 3) % width) + 20 * (i % 3),
  );
  return { width, height, data };
}

Deno.test("rotation: inside, every pixel by the definition of bilinear interpolation, turned clockwise", async () => {
  const given = slopes(60, 50), angle = 7 * Math.PI / 180, cos = Math.cos(angle), sin = Math.sin(angle);
  const turned = await apply("rotate", given, { degrees: 7 });
  // 60 cos + 50 sin = 65.6, 60 sin + 50 cos = 56.9
  assert.deepEqual([turned.width, turned.height], [66, 57]);
  let off = 0, seen = 0;
  for (let y = 0; y < turned.height; y++) {
    for (let x = 0; x < turned.width; x++) {
      const [dx, dy] = [x + 0.5 - turned.width / 2, y + 0.5 - turned.height / 2];
      const fromX = cos * dx + sin * dy + 29.5, fromY = -sin * dx + cos * dy + 24.5;
      if (fromX < 3 || fromY < 3 || fromX > 56 || fromY > 46) continue;
      seen++;
      off += Math.abs(turned.data[3 * (66 * y + x)] - sampled(given, fromX, fromY, 0));
    }
  }
  assert.ok(seen > 2000 && off / seen < 1, `${off / seen} of ${seen}`);
});

Deno.test("rotation, shear and padding: all of the picture stays, on white", async () => {
  // Black stays black whatever the turn: as much ink as before, to within the blur at the edges.
  const ink = ({ data }: Raster) => data.reduce((sum, value) => sum + 255 - value, 0);
  const black = filledRaster(80, 60, [0, 0, 0]);
  for (const degrees of [-7, -3.3, 1, 7]) {
    const share = ink(await apply("rotate", black, { degrees })) / ink(black);
    assert.ok(Math.abs(share - 1) < 0.02, `${degrees}: ${share}`);
  }
  const sheared = await apply("safe_affine", black, { shearX: 2, shearY: -1, moveX: 0.02, moveY: -0.02 });
  assert.ok(Math.abs(ink(sheared) / ink(black) - 1) < 0.02);
});

Deno.test("safe affine: a move is a white margin on one side", async () => {
  const given = picture(50, 50);
  const none = { shearX: 0, shearY: 0, moveX: 0, moveY: 0 };
  assert.deepEqual(await apply("safe_affine", given, none), given);
  const up = await apply("safe_affine", given, { ...none, moveY: -0.04 });
  assert.deepEqual([up.width, up.height], [50, 52]);
  assert.deepEqual(up.data.slice(0, given.data.length), given.data);
  assert.ok(up.data.slice(given.data.length).every((value) => value === 255));
});

Deno.test("unsharp mask: edges are steeper with more of it, slopes below the threshold stay", async () => {
  const smooth = slopes(40, 30), mask = { sigma: 1.2, threshold: 3 };
  const same = await apply("unsharp_mask", smooth, { ...mask, amount: 1 });
  assertNear(same, [...smooth.data], 1);
  const edge = filledRaster(40, 30, [90, 90, 90]);
  for (let y = 0; y < 30; y++) edge.data.fill(160, 3 * (40 * y + 20), 3 * 40 * (y + 1));
  const steep = async (amount: number) => {
    const { data } = await apply("unsharp_mask", edge, { ...mask, amount });
    return data[3 * (40 * 15 + 20)] - data[3 * (40 * 15 + 19)];
  };
  const [little, much] = [await steep(0.4), await steep(1)];
  assert.ok(70 < little && little < much && much < 200, `${little}, ${much}`);
});

Deno.test("film grain: normal noise of the stated size, alike in the three channels, by its seed", async () => {
  const grey = filledRaster(300, 200, [128, 128, 128]);
  const { data } = await apply("film_grain", grey, { sigma: 6, seed: 3 });
  assert.notDeepEqual(data, (await apply("film_grain", grey, { sigma: 6, seed: 4 })).data);
  const noise = Array.from({ length: 60_000 }, (_, i) => data[3 * i] - 128);
  assert.ok(noise.every((value, i) => data[3 * i + 1] - 128 === value && data[3 * i + 2] - 128 === value));
  const mean = noise.reduce((sum, value) => sum + value, 0) / noise.length;
  const sd = Math.sqrt(noise.reduce((sum, value) => sum + value * value, 0) / noise.length);
  // Standard errors: 6 / √60000 = 0.024 of the mean, 0.017 of the deviation (√(36 + 1/12) = 6.007 with rounding).
  assert.ok(Math.abs(mean) < 0.1 && Math.abs(sd - 6.007) < 0.07, `${mean}, ${sd}`);
  const beyond = noise.filter((value) => Math.abs(value) > 12.5).length / noise.length;
  assert.ok(Math.abs(beyond - 0.0372) < 0.003, `${beyond}`); // P(|z| > 12.5 / 6) = 0.0372
});

Deno.test("JPEG roundtrip: close to the picture, closer with more quality", async () => {
  const smooth: Raster = {
    width: 64,
    height: 48,
    data: Uint8Array.from({ length: 9216 }, (_, i) => 60 + (Math.floor(i / 3) % 64) + i % 3 * 20),
  };
  const off = async (quality: number) => {
    const { width, height, data } = await apply("jpeg_roundtrip", smooth, { quality });
    assert.deepEqual([width, height], [64, 48]);
    return data.reduce((sum, value, i) => sum + Math.abs(value - smooth.data[i]), 0) / data.length;
  };
  const [low, high] = [await off(20), await off(88)];
  assert.ok(0 < high && high < low && low < 6, `${high}, ${low}`);
});

Deno.test("nothing is done to the given picture; one pixel and one colour pass through all", async () => {
  for (const given of [picture(6, 5), filledRaster(1, 1, [9, 8, 7]), filledRaster(5, 1, [255, 255, 255])]) {
    const before = given.data.slice();
    for (const [name, { ranges, apply }] of Object.entries(OPERATIONS)) {
      const ends = Object.entries(ranges).map(([number, [low]]) => [number, low]);
      const { width, height, data } = await apply(given, Object.fromEntries(ends));
      assert.equal(data.length, 3 * width * height, name);
      assert.ok(width >= given.width && height >= given.height, name);
    }
    assert.deepEqual(given.data, before);
  }
});
