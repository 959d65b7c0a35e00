import { refusing } from "../results/said.ts";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import process from "node:process";
import type { BiasType } from "../papers/biases.ts";
import type { PerturbationRecord, PerturbOptions } from "./perturb.ts";
import type { SampleLine } from "./read_samples.ts";
import { type Sample, sampleSeed } from "./sample.ts";

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
  const faultOf = ({ id, response, unbiased_instruction, perturbation }: PerturbedLine): string | null => {
    const sample = given.get(id), { text, seed: own } = perturbation;
    if (!sample) return ", which is not among the samples";
    if (unbiased_instruction !== sample.query || response !== sample.response) {
      return " with another query or response";
    }
    if (own !== sampleSeed(seed, bias, id)) return " perturbed with another seed";
    if (content !== "random" && text && text.content !== content) return ` with the ${text.content} as text`;
    const isOther = texts && text && text.by !== "sample" && text.author !== texts.author;
    return isOther ? ` with a text (${text.content}) by ${text.author ?? "nobody named"}` : null;
  };
  for (const [i, line] of readFileSync(path, "utf8").split("\n").slice(0, -1).entries()) {
    if (line.trim() === "") continue;
    const found = parsed(line);
    const fault = found?.perturbation ? faultOf(found) : "";
    if (fault !== null) {
      const holds = fault === "" ? "something else" : found!.id + fault;
      throw refusing("pairs_of_another", { path, line: i + 1, holds });
    }
    const files = [found!.unbiased_image, found!.biased_image].filter((file) => file !== null);
    if (files.every((file) => existsSync(`${out}/${file}`))) done.set(found!.id, found!);
  }
  return done;
}

function parsed(line: string): PerturbedLine | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** Removes half-written files (`<name>.<process>.tmp`) of processes that no longer run from a folder, if there is one. */
export function removeLeftovers(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const owner = /\.(\d+)(?:-[0-9a-f]{8})?\.tmp$/.exec(name)?.[1];
    if (owner !== undefined && !runs(Number(owner))) rmSync(`${folder}/${name}`, { force: true });
  }
}

function runs(id: number): boolean {
  try {
    process.kill(id, 0); // no signal, only the question
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
