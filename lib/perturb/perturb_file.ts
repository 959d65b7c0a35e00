import { readFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import type { BiasType } from "../papers/biases.ts";
import { writeWhole } from "../results/write_frame.ts";
import { perturb, type PerturbationRecord, type PerturbOptions } from "./perturb.ts";
import { plainImage } from "./image_files.ts";
import type { SampleLine } from "./read_samples.ts";
import type { Sample } from "./sample.ts";

/** A pair as a line of the output has it, under the names of the public release, and what was done. */
export interface PerturbedLine {
  /** Id of the sample. */
  id: string;
  /** Which of the nine perturbations made the biased side. */
  bias_type: BiasType;
  /** The response to judge, the same on both sides. */
  response: string;
  /** The query as given. */
  unbiased_instruction: string;
  /** The query on the biased side; the same where only the image was changed. */
  biased_instruction: string;
  /** Path below the output folder; null for no image. */
  unbiased_image: string | null;
  /** Path of the image on the biased side, null for none; the unbiased path where it is the same picture. */
  biased_image: string | null;
  /** What was done to the sample, with its seed. */
  perturbation: PerturbationRecord & {
    /** What reading the unbiased image changed. */
    unbiased_read?: string[];
  };
  /** `image_id`, and the other columns of the sample's line. */
  [other: string]: unknown;
}

/** A sample line as a sample whose image is read when it is needed. */
export function asSample({ image, imageId, id, query, response, description, keywords }: SampleLine): Sample {
  return {
    id,
    query,
    response,
    image: image && (() => readImageFile(image)),
    imageId: imageId ?? image?.name ?? id,
    description,
    keywords,
  };
}

async function readImageFile({ name, path }: NonNullable<SampleLine["image"]>): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((cause) => {
    throw new RangeError(`perturb: wanted the picture ${name}, found ${cause.message}`, { cause });
  });
  return new Uint8Array(bytes);
}

/**
 * Perturbs one sample of a file and writes its two images below `out`, each whole or not at all: the unbiased one (as it was
 * given where that is plain, see `plainImage`) and the biased one. Gives the line for the output file.
 */
export async function perturbFile(
  line: SampleLine,
  bias: BiasType,
  { out, name, ...options }: PerturbOptions & { out: string; name: string },
): Promise<PerturbedLine> {
  const write = (folder: string, bytes: Uint8Array) => {
    const path = `images/${folder}/${name}.${endingOf(bytes)}`;
    writeWhole(`${out}/${path}`, (temporary) => writeFileSync(temporary, bytes));
    return path;
  };
  const sample = asSample(line), { id, query, response, others } = line;
  const given = typeof sample.image === "function" ? await plainImage(await sample.image()) : null;
  const image = given?.bytes ?? null;
  const { sample: changed, record } = await perturb({ ...sample, image }, bias, options);
  const unbiased_image = image && write("unbiased", image);
  return {
    ...others,
    ...{ id, bias_type: bias, response, unbiased_instruction: query, biased_instruction: changed.query },
    unbiased_image,
    biased_image: changed.image && (changed.image === image ? unbiased_image : write(bias, changed.image)),
    image_id: sample.imageId,
    perturbation: { ...record, ...(given?.changes.length ? { unbiased_read: given.changes } : {}) },
  };
}

/** Ending of a file by its first bytes; only these three are written. */
function endingOf(bytes: Uint8Array): string {
  return bytes[0] === 0xff ? "jpg" : bytes[0] === 0x89 ? "png" : "webp";
}
