import { refusing } from "../results/said.ts";
import { requireNamed } from "../progress/require.ts";
import { createHash } from "node:crypto";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { BiasType } from "../papers/biases.ts";
import { writing } from "../results/file_error.ts";
import { writeWhole } from "../results/write_frame.ts";
import { plainImage } from "./image_files.ts";
import {
  linesDone,
  type PerturbedLine,
  readSamples,
  removeLeftovers,
  type SampleLine,
} from "./read_samples.ts";
import { perturb, type PerturbOptions } from "./perturb.ts";
import { type Sample, sampleSeed } from "./sample.ts";

/** How many times as many samples are worked on at once where a model writes texts: most of them wait. */
const WAITING = 4;

/** What to perturb, how, and where the pairs go. */
export interface PerturbSetOptions extends Omit<PerturbOptions, "pool"> {
  /** A JSONL file that `readSamples` takes. */
  input: string;
  /** Folder of the input's images; by default the input's own. */
  images?: string;
  /** Folder of the output: the pairs (`<bias>.jsonl`), faults (`<bias>.faults.jsonl`) and images. */
  out: string;
  /** Which of the nine perturbations. */
  bias: BiasType;
  /** How many samples are worked on at once; by default as many as there are processors. */
  workers?: number;
  /** Told once how many samples there are to do. */
  onStart?(left: number): void;
  /** Told of every sample that is done or cannot be, by its id. */
  onDone?(id: string): void;
}

/** A sample that could not be perturbed, and why. */
export interface PerturbFault {
  /** Id of the sample. */
  id: string;
  /** The image's path as the file has it; null for a task of text alone. */
  image: string | null;
  /** Why it could not be perturbed. */
  fault: string;
}

/** What came of a set. */
export interface PerturbedSet {
  /** The file of pairs. */
  path: string;
  /** Pairs that this run made. */
  written: number;
  /** Done by an earlier run, and left as they were. */
  kept: number;
  /** Samples that the bias type does not apply to: tasks of text alone, or all others for the unnecessary image. */
  passedOver: number;
  /** Also in the file `<bias>.faults.jsonl`, which is not there when all went well. */
  faults: PerturbFault[];
}

/**
 * Perturbs a whole set, in parallel, into `out`: a file `<bias>.jsonl` of pairs in the input's order under the public release's
 * names, and the images. Images are whole or absent, lines are added one by one: a run that was killed goes on where it was, and
 * ends with the same files as one that was not. A sample that cannot be perturbed (its picture is damaged, no keywords are
 * supplied) keeps no other back; it is tried anew by the next run.
 *
 * @throws {RangeError} when `out` holds pairs of other samples, another seed or another author's texts, or the bias type applies to no sample
 * @throws {ResultsError} for an input that `readSamples` refuses
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nullImage, perturbSet } from "judgebias/judge";
 *
 * const folder = Deno.makeTempDirSync();
 * Deno.writeFileSync(`${folder}/wall.png`, await nullImage({ color: "white" }));
 * const line = {
 *   id: "a", query: "What is this?", image: "wall.png", response: "A wall.",
 * };
 * Deno.writeTextFileSync(`${folder}/samples.jsonl`, JSON.stringify(line));
 * const set = {
 *   input: `${folder}/samples.jsonl`, out: `${folder}/pairs`, bias: "text_dominance",
 *   seed: 1,
 * } as const;
 * assert.equal((await perturbSet(set)).written, 1);
 * assert.equal((await perturbSet(set)).kept, 1);
 * ```
 */
export async function perturbSet(asked: PerturbSetOptions): Promise<PerturbedSet> {
  const { input, images = dirname(input), out, bias, onStart, onDone, ...options } = requireNamed(
    "perturbSet",
    asked,
  );
  sampleSeed(options.seed, bias, ""); // one that no set can have is refused before work begins
  const { workers = navigator.hardwareConcurrency, texts, ...others } = options;
  const samples = readSamples(input, { images }), wantsImage = bias !== "unnecessary_image";
  const applies = ({ image }: SampleLine) => (image !== null) === wantsImage;
  const concerned = samples.filter(applies).length;
  if (concerned === 0) {
    const wanted = wantsImage ? "with" : "without", among = `among the ${samples.length} of ${input}`;
    throw refusing("images_or_none", { bias, wanted, among });
  }
  const path = `${out}/${bias}.jsonl`;
  for (const folder of [out, `${out}/images/unbiased`, `${out}/images/${bias}`]) removeLeftovers(folder);
  const done = linesDone(path, { samples, bias, out, texts, ...others });
  const kept = done.size;
  const indices = samples.flatMap((sample, i) => applies(sample) && !done.has(sample.id) ? [i] : []);
  onStart?.(indices.length);
  // Anew before work begins, without a torn last line: further lines must begin on a line of their own.
  const rewrite = () => writeLines(path, samples.flatMap(({ id }) => done.get(id) ?? []));
  rewrite();
  const faulty = new Map<number, PerturbFault>();
  const names = fileNames(samples.map(({ id }) => id)), pool = samples.map(asSample), left = indices.values();
  const atOnce = workers * (texts ? WAITING : 1);
  let isOver = false;
  // As many at once as there are to be: sharp works on them in threads of its own.
  const workThrough = async () => {
    for (const index of left) {
      const { id, image } = samples[index];
      try {
        const way = { ...others, texts, pool, out, name: names[index] };
        const line = await perturbFile(samples[index], bias, way);
        writing(path, () => appendFileSync(path, `${JSON.stringify(line)}\n`));
        done.set(id, line);
      } catch (error) {
        isOver ||= !(error instanceof RangeError);
        if (isOver) throw error;
        faulty.set(index, { id, image: image?.name ?? null, fault: (error as Error).message });
      }
      onDone?.(id);
      if (isOver) return;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, workThrough));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  rewrite();
  const faults = indices.flatMap((index) => faulty.get(index) ?? []);
  const faultsPath = `${out}/${bias}.faults.jsonl`;
  if (faults.length > 0) writeLines(faultsPath, faults);
  else rmSync(faultsPath, { force: true });
  return { path, written: done.size - kept, kept, passedOver: samples.length - concerned, faults };
}

function writeLines(path: string, records: readonly object[]): void {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  writeWhole(path, (temporary) => writeFileSync(temporary, text));
}

function asSample({ image, imageId, id, query, response, description, keywords }: SampleLine): Sample {
  const read = image && (() =>
    readFile(image.path).then((bytes) => new Uint8Array(bytes), (cause) => {
      throw refusing("no_picture", { image: image.name, cause: cause.message }, { cause });
    }));
  return { id, query, response, image: read, imageId: imageId ?? image?.name ?? id, description, keywords };
}

async function perturbFile(
  line: SampleLine,
  bias: BiasType,
  { out, name, ...options }: PerturbOptions & { out: string; name: string },
): Promise<PerturbedLine> {
  const write = (folder: string, bytes: Uint8Array) => {
    // Only these three are written; their first bytes tell which.
    const ending = bytes[0] === 0xff ? "jpg" : bytes[0] === 0x89 ? "png" : "webp";
    const path = `images/${folder}/${name}.${ending}`;
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

/** Longest name, so that an ending and a temporary one still fit where file names are limited to 255 bytes. */
const LONGEST = 80;

/** A file name for each id: itself where every file system takes it alongside the others, else with digits of its hash. */
export function fileNames(ids: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of ids) times.set(id.toLowerCase(), (times.get(id.toLowerCase()) ?? 0) + 1);
  return ids.map((id) => {
    const plain = id.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+/, "").slice(0, LONGEST);
    if (plain === id && times.get(id.toLowerCase()) === 1 && !RESERVED.test(id)) return id;
    return `${plain}-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
  });
}

/** No name, and names of devices on Windows. */
const RESERVED = /^(|con|prn|aux|nul|com\d|lpt\d)$/i;
