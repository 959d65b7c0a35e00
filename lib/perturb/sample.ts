import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { z } from "zod";
import type { BiasType } from "../papers/biases.ts";
import { refusing } from "../results/said.ts";
import { Buffer } from "node:buffer";
import type { Random } from "../stats/random.ts";
import { plainImage } from "./image_files.ts";

/** What a judge is given: a query, perhaps an image, and the response to judge. */
export interface Sample {
  /** What tells the sample from all others; its own seed is drawn from it. */
  id: string;
  /** The question or instruction that was answered. */
  query: string;
  /** Bytes of an image file, or a function that loads them when they are needed; null for a task of text alone. */
  image: Uint8Array | (() => Promise<Uint8Array>) | null;
  /** Names the picture: samples with the same one never serve each other as mismatched. By default the sample's own id. */
  imageId?: string;
  /** The response to judge, which no perturbation changes. */
  response: string;
  /** A description of the image, for detail description where no function writes one. */
  description?: string;
  /** Keywords of query and image, for texture insertion where no function extracts them. */
  keywords?: string;
}

export async function sampleImage({ image }: Pick<Sample, "image">): Promise<Uint8Array | null> {
  return typeof image === "function" ? await image() : image;
}

export function textSeed(text: string): number {
  return createHash("sha256").update(text).digest().readUIntBE(0, 6);
}

/** A sample's own seed, of 48 bits, out of that of the whole set, whatever the order of the set; another for every bias type. */
export function sampleSeed(seed: number, bias: BiasType, id: string): number {
  if (seed >= 2 ** 32) throw refusing("set_seed", { seed });
  return textSeed(`${seed}\n${bias}\n${id}`);
}

/** An id in a sample: a text, or a whole number that JSON can hold exactly, as text. */
export const idText: z.ZodType<string> = z.union(
  [z.string().min(1), z.int().transform(String)],
  "an id: a text, or a whole number below 2^53",
);

/** The path of a name below a folder (its own real path); null for one that leads out, by `..`, absolute or by a symbolic link. */
export function pathBelow(root: string, name: string): string | null {
  const wanted = resolve(root, name), isBelow = (path: string) => path.startsWith(root + sep);
  if (name.includes("\0") || !isBelow(wanted)) return null;
  const path = existsSync(wanted) ? realpathSync(wanted) : wanted;
  return isBelow(path) ? path : null;
}

const BLIND_DRAWS = 32;

/** Another sample at random, of those about other pictures (in `imageId`, or in bytes) and with another query, all equally likely. */
export async function drawDonor(
  sample: Sample,
  pool: readonly Sample[],
  part: "query" | "image",
  generator: Random,
) {
  const own = part === "image" ? await sampleImage(sample) : null;
  const isOther = (donor: Sample) =>
    donor.id !== sample.id && (donor.imageId ?? donor.id) !== (sample.imageId ?? sample.id) &&
    (part === "image" ? donor.image !== null : plain(donor) !== "" && plain(donor) !== plain(sample));
  const refused = new Set<Sample>();
  function* candidates() {
    for (let i = 0; i < BLIND_DRAWS && pool.length > 0; i++) yield pool[generator.integer(pool.length)];
    yield* generator.shuffle(pool.filter(isOther));
  }
  for (const donor of candidates()) {
    if (refused.has(donor) || !isOther(donor)) continue;
    const picture = part === "image" ? await otherPicture(own, donor) : null;
    if (picture || part === "query") return { donor, picture };
    refused.add(donor);
  }
  const wanted = part === "query" ? "a query about another image" : "another image that can be read";
  throw refusing("no_donor", { wanted, sample: sample.id, pool: pool.length });
}

async function otherPicture(own: Uint8Array | null, donor: Sample) {
  try {
    const bytes = (await sampleImage(donor))!;
    return own !== null && Buffer.compare(own, bytes) === 0 ? null : await plainImage(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function plain({ query }: Sample): string {
  return query.toLowerCase().replace(/\s+/g, " ").trim();
}

export const FORMATTINGS = ["lists", "bold", "headings"] as const;

/** One of them. */
export type Formatting = (typeof FORMATTINGS)[number];

const OPENING = /^\S+(?:[^\S\n]+\S+){0,2}/;

/** Markup that is part of what is said: code, tables, formulas. Such texts are left alone. */
const SAID_BY_MARKUP = /```|~~~|`[^`]|^\s*\|.*\|\s*$|\$[^$\s]|\\\(|\\\[/m;

/**
 * A text in other markup of Markdown and nothing else: the words, their order and the paragraphs stay, which is checked. Null where the
 * markup would change nothing, or the text holds code, tables, formulas or characters that would be taken for markup.
 */
export function formatted(text: string, formatting: Formatting): string | null {
  if (SAID_BY_MARKUP.test(text)) return null;
  const plain = withoutMarkup(text);
  const segmenter = new Intl.Segmenter("und", { granularity: "sentence" });
  const paragraphs = plain.split(/\n{2,}/).map((paragraph) =>
    Array.from(segmenter.segment(paragraph), ({ segment }) => segment).filter((one) => one.trim() !== "")
  );
  const several = paragraphs.flat().length > 1;
  if (!several && formatting !== "bold" || paragraphs.flat().length === 0) return null;
  const made = paragraphs.map((sentences) => FORMATS[formatting](sentences)).join("\n\n");
  return letters(withoutMarkup(made)) === letters(plain) ? made : null;
}

const FORMATS: Record<Formatting, (sentences: string[]) => string> = {
  lists: (sentences) => sentences.map((sentence) => `- ${sentence.trim()}`).join("\n"),
  bold: (sentences) => sentences.map((sentence) => sentence.replace(OPENING, "**$&**")).join(""),
  headings: ([first, ...others]) => `### ${first.trim()}\n\n${others.join("")}`.trim(),
};

/** A text without the markup of Markdown that shows how and not what; marks within words and between numbers (`2*3*4`) are none. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").split("\n").map((line) => {
    const bare = line.replace(/^\s*(?:(?:#{1,6}|[-*+•>])[ \t]+)?/, "").replace(/(?<=\S)[ \t]+#+$/, "");
    return bare.replaceAll(EMPHASIS, "$2").trimEnd();
  }).join("\n").trim();
}

const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*\*\*|\*\*|\*|__|_)(?=\S)([^*_\n]*[^*_\s])\1(?![\p{L}\p{N}*_])/gu;

const letters = (text: string) => text.replace(/\s+/g, "");
