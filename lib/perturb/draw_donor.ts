import { Buffer } from "node:buffer";
import type { Random } from "../stats/random.ts";
import { plainImage } from "./plain_image.ts";
import { type Sample, sampleImage } from "./sample.ts";

/** Another sample, and its picture where that is what is wanted of it. */
export interface Donor {
  donor: Sample;
  picture: Awaited<ReturnType<typeof plainImage>> | null;
}

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
 * assert.equal((await drawDonor(pool[0], pool, "query", random(1))).donor.id, "c");
 * ```
 */
export async function drawDonor(
  sample: Sample,
  pool: readonly Sample[],
  part: "query" | "image",
  generator: Random,
): Promise<Donor> {
  const own = part === "image" ? await sampleImage(sample) : null;
  const refused = new Set<Sample>();
  const taken = async (donor: Sample): Promise<Donor | null> => {
    if (refused.has(donor) || !isOther(sample, donor, part)) return null;
    if (part === "query") return { donor, picture: null };
    const picture = await otherPicture(own, donor);
    if (picture) return { donor, picture };
    refused.add(donor);
    return null;
  };
  for (let i = 0; i < BLIND_DRAWS && pool.length > 0; i++) {
    const found = await taken(pool[generator.integer(pool.length)]);
    if (found) return found;
  }
  for (const donor of generator.shuffle(pool.filter((donor) => isOther(sample, donor, part)))) {
    const found = await taken(donor);
    if (found) return found;
  }
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

/** A donor's picture where it can be read and is another than one's own (null for a task of text alone). */
async function otherPicture(own: Uint8Array | null, donor: Sample): Promise<Donor["picture"]> {
  try {
    const bytes = (await sampleImage(donor))!;
    return own !== null && Buffer.compare(own, bytes) === 0 ? null : await plainImage(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function sameText(a: string, b: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();
  return plain(a) === plain(b);
}
