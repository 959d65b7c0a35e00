import { existsSync, readFileSync } from "node:fs";
import type { BiasType } from "../papers/biases.ts";
import type { PerturbOptions } from "./perturb.ts";
import type { PerturbedLine } from "./perturb_file.ts";
import type { SampleLine } from "./read_samples.ts";
import { sampleSeed } from "./sample.ts";

/** The task whose lines are looked for. */
export interface LinesWanted extends Pick<PerturbOptions, "seed" | "content"> {
  samples: readonly SampleLine[];
  bias: BiasType;
  out: string;
}

/**
 * The lines that an earlier, perhaps killed run of the same task has written to `path`, by id: those that end with a line
 * break, and whose images are there. A torn last line was not finished and is left out.
 *
 * @throws {RangeError} when the file holds pairs of other samples, another seed, or another text than `content` asks for
 */
export function linesDone(
  path: string,
  { samples, bias, out, seed, content = "random" }: LinesWanted,
): Map<string, PerturbedLine> {
  const done = new Map<string, PerturbedLine>();
  if (!existsSync(path)) return done;
  const given = new Map(samples.map((sample) => [sample.id, sample]));
  const text = readFileSync(path, "utf8");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  whole.split("\n").forEach((line, i) => {
    if (line.trim() === "") return;
    const found = parsed(line);
    const sample = given.get(found?.id ?? "");
    const fault = !found?.perturbation
      ? "something else"
      : !sample
      ? `${found.id}, which is not among the samples`
      : found.unbiased_instruction !== sample.query || found.response !== sample.response
      ? `${found.id} with another query or response`
      : found.perturbation.seed !== sampleSeed(seed, bias, found.id)
      ? `${found.id} perturbed with another seed`
      : content !== "random" && found.perturbation.text && found.perturbation.text.content !== content
      ? `${found.id} with the ${found.perturbation.text.content} as text`
      : null;
    if (fault !== null) {
      throw new RangeError(
        `perturb: wanted a folder without pairs, or with those of the same samples and options; ${path}, line ${
          i + 1
        } holds ${fault}`,
      );
    }
    const files = [found!.unbiased_image, found!.biased_image].filter((file) => file !== null);
    if (files.every((file) => existsSync(`${out}/${file}`))) done.set(found!.id, found!);
  });
  return done;
}

function parsed(line: string): PerturbedLine | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
