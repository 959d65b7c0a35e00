import type { Sharp } from "sharp";
import { normalQuantile } from "../stats/distributions.ts";
import { type Random, random } from "../stats/random.ts";
import { applyCurves, histograms, level, type Raster, rasterOf, sharpOf, toneCurve } from "./image_files.ts";

/** Numbers of an operation: factors, degrees, seeds. */
export type Parameters = Record<string, number>;

/** An operation on pixels: its group in Table 11, how its numbers are drawn, and what it does. */
export interface Operation {
  group: "geometric" | "photometric" | "quality" | "spatial";
  /** From where to where each number is drawn. */
  ranges: Readonly<Record<string, readonly [low: number, high: number]>>;
  draw(generator: Random): Parameters;
  apply(picture: Raster, parameters: Parameters): Promise<Raster>;
}

const WHITE = "#ffffff";

/** What is drawn in whole numbers. */
const WHOLE = ["seed", "quality"];

/** Grain is drawn from so many equally likely quantiles of the normal distribution: far finer than a level, and fast. */
const STRATA = 4096;

/** Factors of red, green and blue in the luma of ITU-R 601, as greyscale conversions use it. */
const LUMA = [0.299, 0.587, 0.114];

/**
 * The sixteen operations of visual transformation (Table 11 of MM-JudgeBias) by name. The table states the 180°, the ± 7°
 * and the JPEG qualities; all other ranges are this library's, small enough that a person reads the picture as before.
 *
 * Twelve are sharp's own. `autocontrast` (each channel stretched between the levels below and above which a share `cutoff` of
 * the pixels lies), `equalize` (histograms made even, in integers as Pillow does), `gamma` (255 · (v/255)^exponent) and
 * `film_grain` (normal noise of `sigma` levels, alike in the three channels of a pixel) are computed here. What grows the
 * canvas (`rotate`, `safe_affine`, `white_padding`) grows it in white and cuts nothing off.
 */
export const OPERATIONS: Record<string, Operation> = {
  rotate_180: bySharp("geometric", {}, (image) => image.rotate(180)),
  mirror: bySharp("geometric", {}, (image) => image.flop()),
  flip: bySharp("geometric", {}, (image) => image.flip()),
  rotate: bySharp(
    "geometric",
    { degrees: [-7, 7] },
    (image, { degrees }) => image.rotate(degrees, { background: WHITE }),
  ),
  autocontrast: operation("photometric", { cutoff: [0.002, 0.01] }, autocontrast),
  equalize: operation("photometric", {}, equalize),
  brightness: bySharp(
    "photometric",
    { factor: [0.85, 1.15] },
    (image, { factor }) => image.linear(factor, HALF),
  ),
  contrast: operation("photometric", { factor: [0.85, 1.15] }, async (picture, { factor }) => {
    const { channels } = await (await sharpOf(picture)).stats();
    const grey = Math.round(LUMA.reduce((sum, share, k) => sum + share * channels[k].mean, 0));
    return rasterOf((await sharpOf(picture)).linear(factor, grey * (1 - factor) + HALF));
  }),
  color: bySharp("photometric", { factor: [0.8, 1.2] }, (image, { factor }) =>
    image.recomb(
      [0, 1, 2].map((to) => LUMA.map((share, from) => (1 - factor) * share + (to === from ? factor : 0))) as [
        [number, number, number],
        [number, number, number],
        [number, number, number],
      ],
    )),
  gamma: operation(
    "photometric",
    { exponent: [0.85, 1.15] },
    (picture, { exponent }) => applyCurves(picture, [toneCurve((value) => 255 * (value / 255) ** exponent)]),
  ),
  temperature: bySharp(
    "photometric",
    { shift: [-0.08, 0.08] },
    (image, { shift }) => image.linear([1 + shift, 1, 1 - shift], [HALF, HALF, HALF]),
  ),
  unsharp_mask: bySharp(
    "quality",
    { sigma: [0.8, 1.6], amount: [0.4, 1], threshold: [3, 3] },
    // Its thresholds are of lightness, from 0 to 100; below nothing is sharpened.
    (image, { sigma, amount, threshold }) =>
      image.sharpen({ sigma, m1: 0, m2: amount, x1: threshold / 2.55, y2: 100, y3: 100 }),
  ),
  film_grain: operation("quality", { sigma: [4, 9], seed: [0, 2 ** 32 - 1] }, filmGrain),
  jpeg_roundtrip: operation("quality", { quality: [65, 88] }, async (picture, { quality }) => {
    const file = await (await sharpOf(picture)).jpeg({ quality, chromaSubsampling: "4:2:0" }).toBuffer();
    const { default: sharp } = await import("sharp");
    return rasterOf(sharp(file));
  }),
  safe_affine: bySharp(
    "spatial",
    { shearX: [-2, 2], shearY: [-1, 1], moveX: [-0.02, 0.02], moveY: [-0.02, 0.02] },
    (image, { shearX, shearY, moveX, moveY }, { width, height }) => {
      const slope = (degrees: number) => Math.tan(degrees * Math.PI / 180);
      const x = Math.round(moveX * width), y = Math.round(moveY * height), background = WHITE;
      return image
        .affine([1, slope(shearX), slope(shearY), 1], { background, interpolator: "bilinear" })
        .extend({
          ...{ left: Math.max(0, x), right: Math.max(0, -x), top: Math.max(0, y), bottom: Math.max(0, -y) },
          background,
        });
    },
  ),
  white_padding: bySharp("spatial", { share: [0.03, 0.06] }, (image, { share }, { width, height }) => {
    const border = Math.max(1, Math.round(share * Math.min(width, height)));
    return image.extend({ top: border, bottom: border, left: border, right: border, background: WHITE });
  }),
};

/** Added to levels that sharp would round down. */
const HALF = 0.5;

function bySharp<P extends Parameters>(
  group: Operation["group"],
  ranges: { [Name in keyof P]: [number, number] },
  change: (image: Sharp, parameters: P, size: Raster) => Sharp,
): Operation {
  return operation(
    group,
    ranges,
    async (picture, parameters: P) => rasterOf(change(await sharpOf(picture), parameters, picture)),
  );
}

function operation<P extends Parameters>(
  group: Operation["group"],
  ranges: { [Name in keyof P]: [number, number] },
  apply: (picture: Raster, parameters: P) => Raster | Promise<Raster>,
): Operation {
  return {
    group,
    ranges,
    draw: (generator) =>
      Object.fromEntries(
        Object.entries<[number, number]>(ranges).map((
          [name, range],
        ) => [name, drawn(generator, name, range)]),
      ),
    apply: async (picture, parameters) => await apply(picture, parameters as P),
  };
}

/** A uniform number, to four decimals, so that the record of it repeats the operation exactly. */
function drawn(generator: Random, name: string, [low, high]: readonly [number, number]): number {
  if (WHOLE.includes(name)) return generator.integer(low, high + 1);
  return Math.round((low + (high - low) * generator.uniform()) * 10_000) / 10_000 + 0;
}

function autocontrast(picture: Raster, { cutoff }: { cutoff: number }): Raster {
  const cut = Math.floor(cutoff * picture.width * picture.height);
  /** The first level at which more pixels than that have been passed. */
  const firstAbove = (counts: Uint32Array) => {
    let passed = 0;
    return counts.findIndex((count) => (passed += count) > cut);
  };
  return applyCurves(
    picture,
    histograms(picture).map((counts) => {
      const low = firstAbove(counts), high = 255 - firstAbove(counts.toReversed());
      return toneCurve((value) => low < high ? (value - low) * 255 / (high - low) : value);
    }),
  );
}

function equalize(picture: Raster): Raster {
  return applyCurves(
    picture,
    histograms(picture).map((counts) => {
      const last = counts.findLast((count) => count > 0) ?? 0;
      const step = Math.floor((picture.width * picture.height - last) / 255);
      if (step === 0) return toneCurve((value) => value);
      let below = Math.floor(step / 2);
      return Uint8Array.from(counts, (count) => {
        const value = Math.min(255, Math.floor(below / step));
        below += count;
        return value;
      });
    }),
  );
}

function filmGrain(
  { width, height, data }: Raster,
  { sigma, seed }: { sigma: number; seed: number },
): Raster {
  const { uniform } = random(seed);
  const noises = Float64Array.from({ length: STRATA }, (_, i) => sigma * normalQuantile((i + 0.5) / STRATA));
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const noise = noises[(STRATA * uniform()) | 0];
    for (let k = i; k < i + 3; k++) out[k] = level(data[k] + noise);
  }
  return { width, height, data: out };
}
