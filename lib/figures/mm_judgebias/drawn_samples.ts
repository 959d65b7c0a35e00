import type { Sample } from "../../perturb/sample.ts";
import { useProjectFonts } from "../../fonts/project_fonts.ts";
import { oval, rect, shape, stroke } from "../cards/scene.ts";

/** Size of the pictures in pixels: four times the scenes' own units. */
const SIZE = { width: 800, height: 600 };

const SKIN = "#e8b98a",
  SEA = "#3f86b5",
  WHITE = "#fdfdfb",
  RED = "#cf3b2e",
  DARK = "#2c3640",
  WOOD = "#a9744a";

const SCENES = {
  harbour: rect(0, 0, 200, 150, "#bfe0f2") + oval(164, 26, 12, 12, "#f7d154") +
    shape("M20 38q6-12 18-6 10-10 20 2 12-2 10 8H18q-6 0 2-4z", WHITE) +
    shape("M0 84l40-14 34 10 26-6v10z", "#7fa86b") + rect(0, 82, 200, 68, SEA) +
    [0, 1, 2, 3, 4, 5].map((i) => stroke(`M${8 + 34 * i} ${96 + 9 * (i % 3)}q5-4 10 0t10 0`, "#8dbbd8", 1.5))
      .join("") +
    shape("M14 82h26l-5-50H19z", WHITE) + shape("M16 66h22l1.6 16H14.4z", RED) +
    shape("M18.4 40h17.2l1 10H17.4z", RED) +
    rect(17, 24, 20, 9, DARK) + rect(21, 25, 12, 7, "#f7d154") + shape("M15 24h24l-12-11z", RED) +
    shape("M96 112h72l-12 20H106z", "#2f6f4f") + rect(126, 58, 3, 54, WOOD) + shape("M131 60v46h34z", WHITE) +
    shape("M124 66v40H100z", "#f3e2b5") +
    stroke("M116 118l4-3v12M128 118q4-5 7 0 0 3-7 9h8", WHITE, 2) +
    shape("M52 108h26l-4 8H56z", WOOD) + stroke("M62 106l-10 12", DARK, 1.5) + oval(66, 100, 4, 4, SKIN) +
    rect(62, 103, 8, 7, "#d58b2a") +
    shape("M180 132h12l-3-12h-6z", RED) + rect(185, 112, 2, 8, DARK),
  fruit: rect(0, 0, 200, 150, "#efe4d2") + rect(0, 96, 200, 54, "#9c6b45") +
    rect(126, 14, 60, 54, "#cfe6f2") +
    rect(154, 14, 3, 54, WHITE) + rect(126, 39, 60, 3, WHITE) + oval(64, 76, 17, 17, RED) +
    oval(92, 74, 18, 18, "#e08a1e") +
    oval(78, 62, 15, 15, "#7fb34d") + shape("M34 80h90q-6 34-45 34T34 80z", "#4c7fae") +
    shape("M112 82q22-6 26-34 6 40-28 44z", "#f2cf3e") + rect(148, 84, 24, 30, WHITE) +
    oval(160, 84, 12, 4, "#6b4a2f") +
    stroke("M172 92q12 0 10 9t-10 7", WHITE, 4),
  desk: rect(0, 0, 200, 150, "#dfe6e2") + rect(0, 112, 200, 38, "#b58b63") +
    shape("M36 112h86l-6-34q-2-8-10-8H52q-8 0-10 8z", DARK) + oval(79, 92, 20, 20, "#58646e") +
    [...Array(10).keys()].map((i) =>
      oval(Math.round(79 + 14 * Math.cos(i / 1.6)), Math.round(92 + 14 * Math.sin(i / 1.6)), 3, 3, WHITE)
    ).join("") +
    shape("M30 66q0-20 22-20h54q22 0 22 20l-16 6-4-10H50l-4 10z", "#39434d") + rect(150, 96, 36, 16, WHITE) +
    stroke("M152 92l30-12", "#d5a021", 4) + stroke("M156 102h24M156 107h18", "#9aa5af", 1.5),
};

/** Two scenes that the others of the set may be given in place of their own, and a task of text alone. */
const TEXTS: Record<keyof typeof SCENES, Omit<Sample, "id" | "image">> = {
  harbour: {
    query:
      "What number does the boat with the sails carry, and is it nearer to the lighthouse than the rowing boat?",
    response: "It carries the number 12. No: the rowing boat is nearer to the lighthouse.",
    description:
      "A calm harbour on a sunny day: a lighthouse with red bands on the left, a rowing boat with one person, a green " +
      "sailing boat with the number 12, and a red buoy on the right.",
    keywords: "sailing boat",
  },
  fruit: {
    query: "How many pieces of fruit in the bowl are round, and what stands to the right of the bowl?",
    response: "Three are round, and a cup of coffee stands to the right.",
    description:
      "A blue bowl with an apple, an orange, a green apple and a banana beside a white cup, before a window.",
    keywords: "fruit bowl",
  },
  desk: {
    query: "What lies on the desk beside the telephone?",
    response: "A pencil and a notepad.",
    description: "A dark telephone with a dial on a wooden desk, beside a notepad and a yellow pencil.",
    keywords: "desk telephone",
  },
};

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
  const scenes = await Promise.all(
    Object.entries(SCENES).map(async ([id, drawn]) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" ` +
        `viewBox="0 0 200 150">${drawn}</svg>`;
      const image = await sharp(new TextEncoder().encode(svg)).removeAlpha().png().toBuffer();
      return { id, image: new Uint8Array(image), ...TEXTS[id as keyof typeof SCENES] };
    }),
  );
  return [...scenes, {
    id: "riddle",
    query: "Anna is older than Ben, and Ben is older than Carla. Who is the youngest, and why?",
    image: null,
    response: "Carla: Ben is older than she is, and Anna is older than Ben.",
  }];
}
