import pl from "nodejs-polars";
import type { Random } from "@/stats/random.ts";
import { type BenchmarkDesign, cellSizes } from "./benchmarks.ts";
import { normals } from "./latent_columns.ts";

/** Cells of a pair: 0 IDS and preferred longer, 1 IDS and shorter, 2 CDS and longer, 3 CDS and shorter. */
export const CELLS = ["idsLonger", "idsShorter", "cdsLonger", "cdsShorter"] as const;

/** The pairs of a benchmark, the same for all judges. */
export interface PairItems {
  /** Columns of the `pairs` frame that belong to the item. */
  frame: pl.DataFrame;
  /** Cell of each pair, an index of `CELLS`. */
  cell: Uint8Array;
  humanIsA: Uint8Array;
  domain: Int32Array;
  /** What makes a pair easy or hard for every judge. */
  ease: Float64Array;
  wordsLonger: Int32Array;
  wordsShorter: Int32Array;
}

/** Standard deviations of the parts of a pair's ease: its image, itself. */
const IMAGE_SD = 0.5, ITEM_SD = 0.7;

/**
 * Draws the pairs of a benchmark: images with their domain, pairs on images (every image has one at least), cells in random
 * order, human labels A or B evenly, lengths from a lognormal distribution with the published quartiles.
 */
export function pairItems(design: BenchmarkDesign, generator: Random): PairItems {
  const { pairs: n, images, name, domains } = design;
  const domainNames = Object.keys(domains);
  const imageDomain = generator.shuffle(allotted(Object.values(domains), images));
  const image = new Int32Array(n);
  for (let i = 0; i < n; i++) image[i] = i < images ? i : generator.integer(images);
  image.sort(); // pairs on one picture stand together, as in the benchmark's file

  const sizes = cellSizes(design);
  const cell = generator.shuffle(Uint8Array.from(CELLS.flatMap((c, code) => new Array(sizes[c]).fill(code))));
  const imageEase = normals(generator, images, IMAGE_SD);
  const ease = Float64Array.from(image, (picture) => imageEase[picture] + ITEM_SD * generator.normal());
  const humanIsA = Uint8Array.from({ length: n }, () => generator.integer(2));
  const { wordsLonger, wordsShorter } = lengths(design, image, generator);

  const isLonger = (i: number) => cell[i] % 2 === 0;
  const isIds = (i: number) => cell[i] < 2;
  const rows = Array.from({ length: n }, (_, i) => i);
  const wordsOfA = rows.map((i) => (humanIsA[i] === 1) === isLonger(i) ? wordsLonger[i] : wordsShorter[i]);
  const wordsOfB = rows.map((i) => wordsLonger[i] + wordsShorter[i] - wordsOfA[i]);
  const verdict = (isA: boolean) => isA ? "A" : "B";
  const prefix = name === "MLLM-as-a-Judge" ? "m" : "v";
  const frame = pl.DataFrame([
    pl.Series("benchmark", rows.map(() => name), pl.Utf8),
    pl.Series("item_id", rows.map((i) => `${prefix}-${String(i + 1).padStart(4, "0")}`), pl.Utf8),
    pl.Series(
      "image_id",
      rows.map((i) => `${prefix}-image-${String(image[i] + 1).padStart(4, "0")}`),
      pl.Utf8,
    ),
    pl.Series("domain", rows.map((i) => domainNames[imageDomain[image[i]]]), pl.Utf8),
    pl.Series("human", rows.map((i) => verdict(humanIsA[i] === 1)), pl.Utf8),
    pl.Series("more_informative", rows.map((i) => verdict((humanIsA[i] === 1) === isIds(i))), pl.Utf8),
    pl.Series("words_a", wordsOfA, pl.Int32),
    pl.Series("words_b", wordsOfB, pl.Int32),
  ]);
  return {
    frame,
    cell,
    humanIsA,
    domain: Int32Array.from(image, (picture) => imageDomain[picture]),
    ease,
    wordsLonger,
    wordsShorter,
  };
}

/** `total` codes, code c as often as its weight asks; rounding errors go to the largest remainders. */
function allotted(weights: number[], total: number): Int32Array {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => weight / sum * total);
  const counts = exact.map(Math.floor);
  const order = exact.map((_, c) => c).sort((a, b) => (exact[b] - counts[b]) - (exact[a] - counts[a]));
  for (let i = 0; counts.reduce((a, b) => a + b, 0) < total; i++) counts[order[i]]++;
  return Int32Array.from(counts.flatMap((count, c) => new Array(count).fill(c)));
}

/** Two different lengths per pair; the question makes both longer or shorter. */
function lengths(
  { wordQuartiles: [q25, q50, q75], images }: BenchmarkDesign,
  image: Int32Array,
  generator: Random,
) {
  const sd = Math.log(q75 / q25) / (2 * 0.6744897501960817); // quartiles of the normal distribution lie at ±0.674 sd
  const question = normals(generator, images);
  const draw = (picture: number) => {
    const z = Math.SQRT1_2 * (question[picture] + generator.normal());
    return Math.max(1, Math.round(q50 * Math.exp(sd * z)));
  };
  const wordsLonger = new Int32Array(image.length), wordsShorter = new Int32Array(image.length);
  image.forEach((picture, i) => {
    let one = draw(picture), two = draw(picture);
    while (one === two) [one, two] = [draw(picture), draw(picture)];
    wordsLonger[i] = Math.max(one, two);
    wordsShorter[i] = Math.min(one, two);
  });
  return { wordsLonger, wordsShorter };
}
