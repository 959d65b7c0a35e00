import type { Random } from "../stats/random.ts";
import { readImage } from "./read_image.ts";
import { type Sample, sampleImage } from "./sample.ts";

/** How many donors are drawn blindly before those that do are listed. */
const BLIND_DRAWS = 32;

/**
 * Another sample at random, to take its query or its image from: never the sample itself, never one about the same picture
 * (the same `imageId`, or for images the same bytes), never one with the same query. Every one that qualifies is equally
 * likely.
 *
 * @throws {RangeError} when the pool has none
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "judgebias/stats";
 * import { drawDonor } from "@/perturb/draw_donor.ts";
 *
 * const sample = (id: string, imageId: string) => ({ id, imageId, query: `about ${id}`, image: null, response: "" });
 * const pool = [sample("a", "1"), sample("b", "1"), sample("c", "2")];
 * assert.equal((await drawDonor(pool[0], pool, "query", random(1))).id, "c");
 * ```
 */
export async function drawDonor(
  sample: Sample,
  pool: readonly Sample[],
  part: "query" | "image",
  generator: Random,
): Promise<Sample> {
  const own = part === "image" ? await sampleImage(sample) : null;
  const refused = new Set<Sample>();
  const qualifies = async (donor: Sample) => {
    if (refused.has(donor) || !isOther(sample, donor, part)) return false;
    if (part === "query" || await isOtherPicture(own, donor)) return true;
    refused.add(donor);
    return false;
  };
  for (let i = 0; i < BLIND_DRAWS && pool.length > 0; i++) {
    const donor = pool[generator.integer(pool.length)];
    if (await qualifies(donor)) return donor;
  }
  const listed = generator.shuffle(pool.filter((donor) => isOther(sample, donor, part)));
  for (const donor of listed) if (await qualifies(donor)) return donor;
  throw new RangeError(
    `perturb: wanted another sample with ${
      part === "query" ? "a query about another image" : "another image that can be read"
    } for ${sample.id}, found none among ${pool.length}`,
  );
}

/** Whether a sample can serve as a donor as far as can be told without its image. */
function isOther(sample: Sample, donor: Sample, part: "query" | "image"): boolean {
  return donor.id !== sample.id && (donor.imageId ?? donor.id) !== (sample.imageId ?? sample.id) &&
    (part === "image"
      ? donor.image !== null
      : donor.query.trim() !== "" && !sameText(donor.query, sample.query));
}

/** Whether a donor's picture can be read and is another than one's own (null for a task of text alone). */
async function isOtherPicture(own: Uint8Array | null, donor: Sample): Promise<boolean> {
  try {
    const bytes = (await sampleImage(donor))!;
    await readImage(bytes);
    return own === null || !sameBytes(own, bytes);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
  return plain(a) === plain(b);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
