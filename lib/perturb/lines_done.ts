import { existsSync, readFileSync } from "node:fs";
import type { BiasType } from "../papers/biases.ts";
import type { PerturbOptions, TextFunctions } from "./perturb.ts";
import type { PerturbedLine } from "./perturb_file.ts";
import type { SampleLine } from "./read_samples.ts";
import { sampleSeed } from "./sample.ts";

/** The task whose lines are looked for. */
export interface LinesWanted extends Pick<PerturbOptions, "seed" | "content" | "texts"> {
  samples: readonly SampleLine[];
  bias: BiasType;
  out: string;
}

/**
 * The lines that an earlier, perhaps killed run of the same task has written to `path`, by id: those that end with a line
 * break, and whose images are there. A torn last line was not finished and is left out.
 *
 * @throws {RangeError} when the file holds pairs of other samples, another seed, another text than `content` asks for,
 *   or texts and answers of another author
 */
export function linesDone(
  path: string,
  { samples, bias, out, seed, content = "random", texts }: LinesWanted,
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
      : otherAuthor(found, texts);
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

/** What in a pair another author has written than would now; null where it is the same. A query of the sample has none. */
function otherAuthor(
  { id, perturbation: { text, needs_image, needs_image_by } }: PerturbedLine,
  { describe, keywords, needsImage, author = "unnamed functions" }: TextFunctions = {},
): string | null {
  const nobody = "the samples themselves";
  if (text && text.content !== "query") {
    const now = (text.content === "keywords" ? keywords : describe) ? author : nobody;
    const then = text.by === "function" ? text.author ?? "unnamed functions" : nobody;
    if (now !== then) return `${id} with a text (${text.content}) by ${then}, not ${now}`;
  }
  if (needs_image !== undefined) {
    const now = needsImage ? author : "nobody";
    const then = needs_image === "unchecked" ? "nobody" : needs_image_by ?? "unnamed functions";
    if (now !== then) return `${id} with a picture checked by ${then}, not ${now}`;
  }
  return null;
}

function parsed(line: string): PerturbedLine | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
