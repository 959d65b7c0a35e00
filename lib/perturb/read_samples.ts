import { requireOptions, requireText } from "../progress/require.ts";
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { parseJsonLines } from "../results/json_lines.ts";
import { readBytes } from "../results/read_bytes.ts";
import { ResultsError } from "../results/results_error.ts";
import { idText, pathBelow, type Sample, sampleSeed } from "./sample.ts";
import { refusing } from "../results/said.ts";
import process from "node:process";
import type { BiasType } from "../papers/biases.ts";
import type { PerturbationRecord, PerturbOptions } from "./perturb.ts";

/** A sample as a line of a file has it. */
export interface SampleLine extends Pick<Sample, "id" | "query" | "response" | "description" | "keywords"> {
  /** Path of the image as the file has it, and where that is; null for a task of text alone. */
  image: { name: string; path: string } | null;
  /** Names the picture (`image_id`); null where the line does not say. */
  imageId: string | null;
  /** The line's other columns, which go along. */
  others: Record<string, unknown>;
}

const NAMES: Record<string, readonly string[]> = {
  id: ["sample_id", "item_id"],
  query: ["unbiased_instruction", "instruction", "question"],
  image: ["unbiased_image", "image_path"],
};

const text = z.string().min(1).nullish().transform((value) => value ?? undefined);
const line = z.object({
  id: idText,
  query: z.string().min(1),
  image: z.string().nullish(),
  image_id: idText.nullish(),
  response: z.string(),
  description: text,
  keywords: text,
}).loose();

/**
 * Reads samples to perturb from a JSONL file, one per line: `id, query, response`, `image` (a path below the folder of images;
 * absent, null or empty for a task of text alone), and where they are known `image_id`, `description`, `keywords`. The public
 * release's names (`unbiased_instruction`, `unbiased_image`) are understood too.
 *
 * Images are not read here, and some may be absent (the release lacks those of nine sources): who needs one will miss it.
 *
 * @throws {ResultsError} for a line that lacks a column, an id that comes twice, an image that lies outside the folder (also by
 *   a symbolic link), or when none of the images exists
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readSamples } from "judgebias/judge";
 *
 * const path = `${Deno.makeTempDirSync()}/samples.jsonl`;
 * Deno.writeTextFileSync(
 *   path, '{"id": 1, "query": "Is 7 prime?", "response": "Yes."}\n',
 * );
 * const [{ id, image }] = readSamples(path);
 * assert.deepEqual([id, image], ["1", null]);
 * ```
 */
export function readSamples(path: string, options: { images?: string } = {}): SampleLine[] {
  const { images = dirname(String(path)) } = requireOptions("readSamples", options, ["images"]);
  requireText("readSamples", "the path of a file", path);
  const lines = parseJsonLines(path, readBytes({ path, gzip: path.toLowerCase().endsWith(".gz") }));
  const seen = new Map<string, number>(), root = existsSync(images) ? realpathSync(images) : resolve(images);
  const fault = (line: number, column: string, value: unknown, expected: string) =>
    new ResultsError({ file: path, line, column, value, expected });
  const samples = lines.map(({ line: number, record }) => {
    const given = { ...record };
    for (const [name, others] of Object.entries(NAMES)) {
      const other = others.find((one) => Object.hasOwn(given, one));
      if (Object.hasOwn(given, name) || other === undefined) continue;
      given[name] = given[other];
      delete given[other];
    }
    const checked = line.safeParse(given);
    if (!checked.success) {
      const [{ path: [name], message }] = checked.error.issues, column = String(name);
      const wanted = Object.hasOwn(given, column) ? "" : "this column, with ";
      throw fault(number, column, given[column] ?? null, wanted + message.toLowerCase());
    }
    const { id, query, image, image_id, response, description, keywords, ...others } = checked.data;
    if (seen.has(id)) throw fault(number, "id", id, `ids that differ (line ${seen.get(id)} has the same)`);
    seen.set(id, number);
    const place = image ? pathBelow(root, image) : "";
    if (place === null || image && (/^[a-z]+:\/\//i.test(image) || isAbsolute(image))) {
      const below =
        `a file below the folder of images (${images}), no address and not a link that leads out of it`;
      throw fault(number, "image", image, below);
    }
    const found = image ? { name: image, path: place } : null;
    return { id, query, image: found, imageId: image_id ?? null, response, description, keywords, others };
  });
  const first = samples.findIndex(({ image }) => image !== null);
  if (first >= 0 && !samples.some(({ image }) => image && existsSync(image.path))) {
    const { name } = samples[first].image!;
    throw fault(lines[first].line, "image", name, `a file below ${images}, where none of the images is`);
  }
  return samples;
}

/** A pair as a line of the output has it, under the names of the public release, and what was done. */
export interface PerturbedLine
  extends Pick<Sample, "id" | "response">, Pick<PerturbationRecord, "bias_type"> {
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

/** The whole lines that an earlier run of the same task has written, by id, whose images are there; lines of another task are an error. */
export function linesDone(
  path: string,
  { samples, bias, out, seed, content = "random", texts }:
    & { samples: readonly SampleLine[]; bias: BiasType; out: string }
    & Pick<PerturbOptions, "seed" | "content" | "texts">,
): Map<string, PerturbedLine> {
  const done = new Map<string, PerturbedLine>();
  if (!existsSync(path)) return done;
  const given = new Map(samples.map((sample) => [sample.id, sample]));
  const faultOf = ({ id, response, unbiased_instruction, perturbation }: PerturbedLine): string => {
    const sample = given.get(id), { text, seed: own } = perturbation;
    if (!sample) return ", which is not among the samples";
    if (unbiased_instruction !== sample.query || response !== sample.response) {
      return " with another query or response";
    }
    if (own !== sampleSeed(seed, bias, id)) return " perturbed with another seed";
    if (content !== "random" && text && text.content !== content) return ` with the ${text.content} as text`;
    const writes = text?.content === "keywords" ? texts?.keywords : texts?.describe;
    const isOther = text && text.by !== "sample" && writes && text.author !== texts?.author;
    return isOther ? ` with a text (${text.content}) by ${text.author ?? "nobody named"}` : "";
  };
  for (const [i, line] of readFileSync(path, "utf8").split("\n").slice(0, -1).entries()) {
    if (line.trim() === "") continue;
    const found = parsed(line), fault = found && faultOf(found);
    if (fault !== "") {
      throw refusing("pairs_of_another", {
        path,
        line: i + 1,
        holds: found ? found.id + fault : "something else",
      });
    }
    const files = [found!.unbiased_image, found!.biased_image];
    if (files.every((file) => file === null || existsSync(`${out}/${file}`))) done.set(found!.id, found!);
  }
  return done;
}

function parsed(line: string): PerturbedLine | null {
  try {
    const found = JSON.parse(line);
    return found?.perturbation ? found : null;
  } catch {
    return null;
  }
}

export function removeLeftovers(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const owner = /\.(\d+)(?:-[0-9a-f]{8})?\.tmp$/.exec(name)?.[1];
    try {
      if (owner !== undefined) process.kill(Number(owner), 0); // no signal, only the question
    } catch {
      rmSync(`${folder}/${name}`, { force: true });
    }
  }
}
