import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BiasType } from "../papers/bias_taxonomy.ts";
import { parseJsonLines } from "../results/json_lines.ts";
import { readBytes } from "../results/read_bytes.ts";
import { writeWhole } from "../results/write_frame.ts";
import type { PerturbOptions } from "./perturb.ts";
import type { PerturbedLine } from "./perturb_file.ts";
import type { WorkerAnswer, WorkerTask } from "./perturb_worker.ts";
import { readSamples, type SampleLine } from "./read_samples.ts";
import { sampleSeed } from "./sample.ts";

/** What to perturb, how, and where the pairs go. */
export interface PerturbSetOptions extends Omit<PerturbOptions, "pool" | "texts"> {
  /** A JSONL file that `readSamples` takes. */
  input: string;
  /** Folder of the input's images; by default the input's own. */
  images?: string;
  out: string;
  bias: BiasType;
  /** How many samples are worked on at once; by default as many as there are processors. */
  workers?: number;
  /** Told of every sample that is done, and of how many were done before. */
  onDone?(id: string, done: number, total: number): void;
}

/** What came of a set. */
export interface PerturbedSet {
  /** The file of pairs. */
  path: string;
  written: number;
  /** Done by an earlier run, and left as they were. */
  kept: number;
  /** Samples that the bias type does not apply to: tasks of text alone, or all others for the unnecessary image. */
  passedOver: number;
  faults: { id: string; fault: string }[];
}

/**
 * Perturbs a whole set, in parallel, into `out`: a file `<bias>.jsonl` of pairs in the input's order under the public release's
 * names, and the images. Images are whole or absent, lines are added one by one: a run that was killed goes on where it was, and
 * gives the same files as one that was not.
 *
 * @throws {RangeError} when `out` holds pairs of other samples or another seed
 */
export async function perturbSet(
  { input, images, out, bias, workers = navigator.hardwareConcurrency, onDone, ...options }: PerturbSetOptions,
): Promise<PerturbedSet> {
  const all = readSamples(input, { images: images ?? dirname(input) });
  const applies = ({ image }: SampleLine) => (image === null) === (bias === "unnecessary_image");
  const path = `${out}/${bias}.jsonl`;
  mkdirSync(out, { recursive: true });
  const done = linesDone(path, out, new Map(all.map((line) => [line.id, line])), bias, options.seed);
  const kept = done.size;
  const total = all.filter(applies).length;
  const todo = all.flatMap((line, i) => applies(line) && !done.has(line.id) ? [i] : []);
  const faults: PerturbedSet["faults"] = [];
  // Rewritten without a torn last line, so that further lines begin on a line of their own.
  const text = () => all.flatMap(({ id }) => done.has(id) ? [`${JSON.stringify(done.get(id))}\n`] : []).join("");
  const rewrite = () => writeWhole(path, (temporary) => writeFileSync(temporary, text()));
  rewrite();
  const task: WorkerTask = { lines: all, names: fileNames(all), bias, out, options };
  await inParallel(todo, Math.max(1, workers), task, (answer) => {
    const { id } = all[answer.index];
    if ("fault" in answer) faults.push({ id, fault: answer.fault });
    else {
      appendFileSync(path, `${JSON.stringify(answer.line)}\n`);
      done.set(id, answer.line);
    }
    onDone?.(id, done.size, total);
  });
  rewrite();
  return { path, written: done.size - kept, kept, passedOver: all.length - total, faults };
}

/** Lines that an earlier run of the same task has written, whose images are there. */
function linesDone(
  path: string,
  out: string,
  given: ReadonlyMap<string, SampleLine>,
  bias: BiasType,
  seed: number,
): Map<string, PerturbedLine> {
  const done = new Map<string, PerturbedLine>();
  if (!existsSync(path)) return done;
  let bytes;
  try {
    bytes = readBytes({ path, gzip: false });
  } catch {
    return done; // empty: killed before its first line
  }
  // A last line that is torn was not finished.
  const whole = bytes.toString("utf8").split("\n").filter((line, i, lines) =>
    i < lines.length - 1 || isWhole(line)
  );
  for (const { record } of parseJsonLines(path, bytes.subarray(0, 0).length === 0 ? toBuffer(whole) : bytes)) {
    const line = record as PerturbedLine;
    const sample = given.get(line.id);
    if (!sample || line.unbiased_instruction !== sample.query || line.perturbation.seed !== sampleSeed(seed, bias, line.id)) {
      throw new RangeError(
        `perturb: wanted a folder without pairs, or with pairs of the same samples and seed; ${path} holds ${line.id} of ${
          sample ? "another seed or query" : "another set"
        }`,
      );
    }
    const files = [line.unbiased_image, line.biased_image].filter((file) => file !== null);
    if (files.every((file) => existsSync(`${out}/${file}`))) done.set(line.id, line);
  }
  return done;
}
