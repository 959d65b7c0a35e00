import assert from "node:assert/strict";
import { OPERATIONS } from "@/perturb/operations.ts";
import { filledRaster, type Raster } from "@/perturb/image_files.ts";
import { jsonLines } from "../judge/study.ts";
import levels from "./pillow.json" with { type: "json" };

/** One operation. */
const apply = (name: string, picture: Raster, parameters: Record<string, number> = {}) =>
  OPERATIONS[name].apply(picture, parameters);

/** Colours without order, the same formula as in the Python that made `pillow.json`. */
function picture(width: number, height: number): Raster {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) {
    data.set([(7 * i * i + 13) % 256, (31 * i + 5) % 256, (250 - 8 * i + 256 * height * width) % 256], 3 * i);
  }
  return { width, height, data };
}

/** Pillow's levels of a picture after an operation; `pillow.json` says what made them. */
const pillow = (name: keyof typeof levels) => String(levels[name]).split(" ").map(Number);

/** Levels may differ by one where the other rounds down instead of to the nearest. */
function assertNear(found: Raster, wanted: readonly number[], within: number) {
  assert.equal(found.data.length, wanted.length);
  const most = Math.max(...wanted.map((value, i) => Math.abs(value - found.data[i])));
  assert.ok(most <= within, `off by ${most}`);
}

Deno.test("operations: the same pixels as Pillow's, its levels up to its rounding down", async () => {
  for (const { name, parameters, pillow: of, within } of jsonLines("tests/perturb/operations.jsonl")) {
    assertNear(await apply(name, picture(6, 5), parameters), pillow(of), within);
  }
  assert.deepEqual([...(await apply("equalize", picture(40, 30))).data.slice(0, 36)], pillow("equalize"));
});

Deno.test("gamma, temperature, autocontrast: every level by its formula", async () => {
  const ramp = { width: 256, height: 1, data: Uint8Array.from({ length: 768 }, (_, i) => Math.floor(i / 3)) };
  const { data: curved } = await apply("gamma", ramp, { exponent: 0.9 });
  const { data: warm } = await apply("temperature", ramp, { shift: 0.08 });
  for (let v = 0; v < 256; v++) {
    const level = Math.round(255 * Math.exp(0.9 * Math.log(v / 255)));
    const warmer = [Math.min(255, Math.round(1.08 * v)), v, Math.round(0.92 * v)];
    const found = [curved, warm].flatMap((data) => [...data.slice(3 * v, 3 * v + 3)]);
    assert.deepEqual(found, [level, level, level, ...warmer]);
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
  const level = (_: unknown, i: number) => 60 + (Math.floor(i / 3) % width) + 20 * (i % 3);
  return { width, height, data: Uint8Array.from({ length: 3 * width * height }, level) };
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
  const smooth = slopes(64, 48);
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
