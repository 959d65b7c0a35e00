import { refusing } from "../results/said.ts";
import { requireOneOf } from "../progress/require.ts";
import { BIASES, type BiasType } from "../papers/biases.ts";
import { type Random, random } from "../stats/random.ts";
import { drawDonor, type Sample, sampleImage, sampleSeed } from "./sample.ts";
import {
  type ImageKind,
  nullImage,
  type Raster,
  readImage,
  sharpVersion,
  writeImage,
} from "./image_files.ts";
import { textureInsertion } from "./texture_insertion.ts";
import { type TransformationStep, visualTransformation } from "./operations.ts";

/** What a model writes or decides for some perturbations; a judge client supplies them, tests and offline work stubs. */
export interface TextFunctions {
  /** A detailed yet concise description of the image. */
  describe?(image: Uint8Array): Promise<string>;
  /** The important keyword of query and image: a word or a short phrase. */
  keywords?(query: string, image: Uint8Array): Promise<string>;
  /** Whether the image must be looked at to answer the query. */
  needsImage?(query: string, image: Uint8Array): Promise<boolean>;
  /** Who writes and decides, for the record: a model's name. */
  author?: string;
}

/** Options of `perturb`. */
export interface PerturbOptions {
  /** Of the whole set, below 2³²; every sample gets its own, a longer one, out of it. */
  seed: number;
  /** Samples to take mismatched queries and images from. */
  pool?: readonly Sample[];
  /** What writes descriptions and keywords and says whether a query needs the image; for what it lacks a sample's own texts are used. */
  texts?: TextFunctions;
  /** What texture insertion writes: drawn at random unless named. */
  content?: "random" | "keywords" | "query";
  /** What perturbed images are written as: by default JPEG where the original is one, else PNG. */
  format?: ImageKind;
}

/** What was done to a sample; with the seed of the whole set and the same library it can be done again. */
export interface PerturbationRecord {
  /** Which of the nine perturbations it is. */
  bias_type: BiasType;
  /** The sample's own seed, drawn from that of the set by its id and the bias type: no seed of a set. */
  seed: number;
  /** Id of the sample that the query or image comes from, and the id of its picture. */
  donor?: { id: string; image_id: string };
  /** The operations of a visual transformation in order. */
  steps?: TransformationStep[];
  /** The text appended to the query or written below the image, and what it is. */
  text?: {
    content: "description" | "keywords" | "query";
    text: string;
    by: "function" | "supplied" | "sample";
    /** Who wrote it, where the functions say so. */
    author?: string;
  };
  /** Answers of the relatedness check, one per image drawn (the last is false); `unchecked` without a function. */
  needs_image?: boolean[] | "unchecked";
  /** Who gave these answers, where the functions say so. */
  needs_image_by?: string;
  /** What reading the image changed (orientation, transparency, …). */
  read?: string[];
  /** Library that made the changed pixels, with its version. */
  made_with?: string;
}

/** A perturbed sample and the record of what was done to it. */
export interface Perturbed {
  /** Query and image as the judge gets them on the biased side; all else as given. */
  sample: Sample & { image: Uint8Array | null };
  /** What was done, enough to do it again. */
  record: PerturbationRecord;
}

/** How many images are drawn for a text before the relatedness check must let one pass. */
const IMAGES_TRIED = 8;

const HEADING = { keywords: "[KEYWORDS FROM QUESTION]", query: "[QUESTION]" };

/**
 * Perturbs a sample in one of the nine ways of MM-JudgeBias (Tables 1 and 11); the response stays. Pure: the same sample,
 * options and texts give the same result, whatever else was perturbed before.
 *
 * @throws {RangeError} when the sample lacks what the bias type changes (an image, a query), no donor or no text is to be had,
 *   the image cannot be read, or the seed is a sample's own (2³² and above)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nullImage, perturb } from "judgebias/judge";
 *
 * const image = await nullImage({ color: "white" });
 * const given = {
 *   id: "a", query: "What is this?", image, response: "A wall.",
 *   description: "A white wall.",
 * };
 * const { sample, record } = await perturb(given, "detail_description", { seed: 1 });
 * assert.equal(sample.query, "What is this? A white wall.");
 * assert.equal(record.text?.by, "supplied");
 * ```
 */
export async function perturb(sample: Sample, bias: BiasType, options: PerturbOptions): Promise<Perturbed> {
  requireOneOf("perturb", "the bias type", bias, BIASES.map(({ type }) => type));
  const image = await sampleImage(sample), wantsImage = bias !== "unnecessary_image";
  if (wantsImage !== (image !== null)) {
    const [wanted, has] = wantsImage ? ["with", "none"] : ["without", "one"];
    throw refusing("image_or_none", { bias, wanted, sample: sample.id, has });
  }
  if (sample.query.trim() === "") throw refusing("no_query", { sample: sample.id });
  const seed = sampleSeed(options.seed, bias, sample.id);
  const given = { sample, image, generator: random(seed), seed, options };
  const { query = sample.query, image: changed = image, ...done } = await PERTURBATIONS[bias](given);
  return { sample: { ...sample, query, image: changed }, record: { bias_type: bias, seed, ...done } };
}

type Given = {
  sample: Sample;
  image: Uint8Array | null;
  generator: Random;
  seed: number;
  options: PerturbOptions;
};
type Changed = { query?: string; image?: Uint8Array } & Omit<PerturbationRecord, "bias_type" | "seed">;

const PERTURBATIONS: Record<BiasType, (given: Given) => Promise<Changed>> = {
  text_dominance: async () => ({ image: await nullImage() }),
  image_dominance: () => Promise.resolve({ query: "" }),
  response_dominance: async () => ({ query: "", image: await nullImage() }),
  instruction_misalignment: async ({ sample, generator, options: { pool = [] } }) => {
    const { donor } = await drawDonor(sample, pool, "query", generator);
    return { query: donor.query, donor: named(donor) };
  },
  image_misalignment: async ({ sample, generator, options: { pool = [] } }) => {
    const { from: _, ...done } = await drawPicture(sample, pool, generator);
    return done;
  },
  detail_description: async (given) => {
    const text = await suppliedText("description", given);
    return { query: `${given.sample.query} ${text.text}`, text };
  },
  unnecessary_image: addUnnecessaryImage,
  visual_transformation: ({ image, seed, options }) =>
    repainted(image!, options, (raster) => visualTransformation(raster, seed)),
  texture_insertion: async (given) => {
    const { sample, image, generator, options } = given;
    const drawn = generator.integer(2) === 0 ? "keywords" : "query";
    const chosen = options.content === undefined || options.content === "random" ? drawn : options.content;
    const text: SuppliedText = chosen === "query"
      ? { content: "query", text: sample.query, by: "sample" }
      : await suppliedText("keywords", given);
    return await repainted(image!, options, async (raster) => ({
      picture: await textureInsertion(raster, `${HEADING[chosen]}\n${text.text}`),
      text,
    }));
  },
};

async function repainted(
  image: Uint8Array,
  options: PerturbOptions,
  change: (raster: Raster) => Promise<{ picture: Raster } & Changed>,
): Promise<Changed> {
  const { raster, format, changes } = await readImage(image), { picture, ...done } = await change(raster);
  const kind = options.format ?? (format === "jpeg" ? "jpeg" : "png");
  const made = { image: await writeImage(picture, kind), made_with: await sharpVersion() };
  return { ...done, ...read(changes), ...made };
}

async function addUnnecessaryImage({ sample, generator, options }: Given): Promise<Changed> {
  const { pool = [], texts } = options, answers: boolean[] = [];
  let left = pool;
  while (answers.length < IMAGES_TRIED) {
    const { from, ...done } = await drawPicture(sample, left, generator);
    if (!texts?.needsImage) return { ...done, needs_image: "unchecked" };
    answers.push(await texts.needsImage(sample.query, done.image));
    if (!answers.at(-1)) {
      const by = texts.author === undefined ? {} : { needs_image_by: texts.author };
      return { ...done, needs_image: answers, ...by };
    }
    left = left.filter((other) => other !== from);
  }
  throw refusing("needs_all", { sample: sample.id, images: IMAGES_TRIED });
}

async function drawPicture(sample: Sample, pool: readonly Sample[], generator: Random) {
  const { donor, picture } = await drawDonor(sample, pool, "image", generator);
  const { bytes, changes } = picture!;
  return { from: donor, image: bytes, donor: named(donor), ...read(changes) };
}

type SuppliedText = NonNullable<PerturbationRecord["text"]>;

async function suppliedText(
  content: "description" | "keywords",
  { sample, image, options: { texts } }: Given,
): Promise<SuppliedText> {
  const isKeywords = content === "keywords";
  const written = isKeywords ? texts?.keywords?.(sample.query, image!) : texts?.describe?.(image!);
  const text = (await written ?? sample[content])?.trim() ?? "";
  if (text === "") {
    const wanted = isKeywords ? "keywords" : "a description";
    throw refusing("no_text", { wanted, sample: sample.id, content });
  }
  if (!written) return { content, text, by: "supplied" };
  return { content, text, by: "function", ...(texts!.author === undefined ? {} : { author: texts!.author }) };
}

function named({ id, imageId }: Sample): { id: string; image_id: string } {
  return { id, image_id: imageId ?? id };
}

function read(changes: string[]): { read?: string[] } {
  return changes.length > 0 ? { read: changes } : {};
}
