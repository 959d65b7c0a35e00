import { requireOneOf } from "../progress/require.ts";
import { type Random, random } from "../stats/random.ts";
import { OPERATIONS, type Parameters } from "./operations.ts";
import type { Raster } from "./image_files.ts";

/** One operation with its numbers, as it was applied. */
export interface TransformationStep {
  /** A name of `OPERATIONS`. */
  operation: string;
  /** The numbers that were drawn for it. */
  parameters: Parameters;
}

/** How many aesthetic operations are drawn, at least and at most (Table 11). */
const FEWEST = 7, MOST = 9;

/**
 * Draws a visual transformation (MM-JudgeBias, appendix D): one geometric operation, then seven to nine different ones of the
 * twelve aesthetic operations in random order, each with its own numbers. The paper leaves open whether the spatial operations
 * count as aesthetic; here they do (else nine of ten would be drawn almost always).
 */
export function drawTransformation(generator: Random): TransformationStep[] {
  const names = Object.keys(OPERATIONS);
  const geometric = names.filter((name) => OPERATIONS[name].group === "geometric");
  const aesthetic = names.filter((name) => OPERATIONS[name].group !== "geometric");
  const count = generator.integer(FEWEST, MOST + 1);
  const chosen = [
    geometric[generator.integer(geometric.length)],
    ...generator.shuffle(aesthetic).slice(0, count),
  ];
  return chosen.map((operation) => ({ operation, parameters: OPERATIONS[operation].draw(generator) }));
}

/** Applies operations one after the other; what `drawTransformation` drew, or one's own list. */
export async function applyTransformation(
  picture: Raster,
  steps: readonly TransformationStep[],
): Promise<Raster> {
  let current = picture;
  for (const { operation, parameters } of steps) {
    requireOneOf("visual transformation", "the operation", operation, Object.keys(OPERATIONS));
    current = await OPERATIONS[operation].apply(current, parameters);
  }
  return current;
}

/** Transforms a picture by a seed: the same seed and picture give the same pixels, and the steps say what was done. */
export async function visualTransformation(
  picture: Raster,
  seed: number,
): Promise<{ picture: Raster; steps: TransformationStep[] }> {
  const steps = drawTransformation(random(seed));
  return { picture: await applyTransformation(picture, steps), steps };
}
