import type { Random } from "../../stats/random.ts";
import type { Raster } from "../raster.ts";
import { autocontrast } from "./autocontrast.ts";
import { brightness } from "./brightness.ts";
import { color } from "./color.ts";
import { contrast } from "./contrast.ts";
import { equalize } from "./equalize.ts";
import { filmGrain } from "./film_grain.ts";
import { flip } from "./flip.ts";
import { gamma } from "./gamma.ts";
import { jpegRoundtrip } from "./jpeg_roundtrip.ts";
import { mirror } from "./mirror.ts";
import { rotate } from "./rotate.ts";
import { rotate180 } from "./rotate_180.ts";
import { safeAffine } from "./safe_affine.ts";
import { temperature } from "./temperature.ts";
import { unsharpMask } from "./unsharp_mask.ts";
import { whitePadding } from "./white_padding.ts";

/** Numbers of an operation: factors, degrees, seeds. */
export type Parameters = Record<string, number>;

/** An operation on pixels: its group in Table 11, how its numbers are drawn, and what it does. */
export interface Operation {
  group: "geometric" | "photometric" | "quality" | "spatial";
  /** From where to where each number is drawn. */
  ranges: Readonly<Record<string, readonly [low: number, high: number]>>;
  draw(generator: Random): Parameters;
  apply(picture: Raster, parameters: Parameters): Raster | Promise<Raster>;
}

/** Grain in levels, and JPEG qualities in whole numbers. */
const GRAIN: [number, number] = [4, 9], QUALITY: [number, number] = [65, 88];

/**
 * The sixteen operations of visual transformation (Table 11 of MM-JudgeBias) by name. The table states the 180°, the ± 7°
 * and the JPEG qualities; all other ranges are this library's, small enough that a person reads the picture as before.
 */
export const OPERATIONS: Record<string, Operation> = {
  rotate_180: operation("geometric", {}, rotate180),
  mirror: operation("geometric", {}, mirror),
  flip: operation("geometric", {}, flip),
  rotate: operation("geometric", { degrees: [-7, 7] }, rotate),
  autocontrast: operation("photometric", { cutoff: [0.002, 0.01] }, autocontrast),
  equalize: operation("photometric", {}, equalize),
  brightness: operation("photometric", { factor: [0.85, 1.15] }, brightness),
  contrast: operation("photometric", { factor: [0.85, 1.15] }, contrast),
  color: operation("photometric", { factor: [0.8, 1.2] }, color),
  gamma: operation("photometric", { exponent: [0.85, 1.15] }, gamma),
  temperature: operation("photometric", { shift: [-0.08, 0.08] }, temperature),
  unsharp_mask: operation("quality", { sigma: [0.8, 1.6], amount: [0.4, 1], threshold: [3, 3] }, unsharpMask),
  film_grain: {
    ...operation("quality", { sigma: GRAIN, seed: [0, 2 ** 32 - 1] }, filmGrain),
    draw: (generator) => ({ sigma: between(generator, ...GRAIN), seed: generator.integer(2 ** 32) }),
  },
  jpeg_roundtrip: {
    ...operation("quality", { quality: QUALITY }, jpegRoundtrip),
    draw: (generator) => ({ quality: generator.integer(QUALITY[0], QUALITY[1] + 1) }),
  },
  safe_affine: operation(
    "spatial",
    { shearX: [-2, 2], shearY: [-1, 1], moveX: [-0.02, 0.02], moveY: [-0.02, 0.02] },
    safeAffine,
  ),
  white_padding: operation("spatial", { share: [0.03, 0.06] }, whitePadding),
};

/** An operation whose numbers are uniform over ranges. */
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
          [name, [low, high]],
        ) => [name, between(generator, low, high)]),
      ),
    apply: apply as Operation["apply"],
  };
}

/** A uniform number to four decimals, so that the record of it repeats the operation exactly. */
function between(generator: Random, low: number, high: number): number {
  return Math.round((low + (high - low) * generator.uniform()) * 10_000) / 10_000 + 0;
}
