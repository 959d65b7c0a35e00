import { z } from "zod";
import type { Sample } from "../../perturb/sample.ts";
import { useProjectFonts } from "../../fonts/project_fonts.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { readScene } from "../cards/scene.ts";

/** A sample of our own; its scene is null for a task of text alone. */
const SAMPLE = z.strictObject({
  id: TEXT,
  query: TEXT,
  response: TEXT,
  description: TEXT.optional(),
  keywords: TEXT.optional(),
  scene: TEXT.nullable(),
});

const SCALE = 4;

/**
 * Four samples of our own to try perturbations on: three scenes that this library draws, with queries, responses,
 * descriptions and keywords, and a task of text alone.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawnSamples } from "judgebias/figures";
 *
 * const samples = await drawnSamples();
 * assert.deepEqual(samples.map(({ id, image }) => `${id} ${image !== null}`), [
 *   "harbour true",
 *   "fruit true",
 *   "desk true",
 *   "riddle false",
 * ]);
 * ```
 */
export async function drawnSamples(): Promise<(Sample & { image: Uint8Array | null })[]> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  return await Promise.all(
    readCards("samples", z.array(SAMPLE)).map(async ({ scene, ...sample }) => {
      if (scene === null) return { ...sample, image: null };
      const { width, height, markup } = readScene(scene);
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" width="${SCALE * width}" height="${SCALE * height}" ` +
        `viewBox="0 0 ${width} ${height}">${markup}</svg>`;
      const image = await sharp(new TextEncoder().encode(svg)).removeAlpha().png().toBuffer();
      return { ...sample, image: new Uint8Array(image) };
    }),
  );
}
