import { refusing } from "../results/said.ts";
import { Buffer } from "node:buffer";
import type { Random } from "../stats/random.ts";
import { plainImage } from "./image_files.ts";
import { type Sample, sampleImage } from "./sample.ts";

/** How many donors are drawn blindly before those that do are listed. */
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
  const taken = async (donor: Sample) => {
    if (refused.has(donor) || !isOther(donor)) return null;
    if (part === "query") return { donor, picture: null };
    const picture = await otherPicture(own, donor);
    if (!picture) refused.add(donor);
    return picture && { donor, picture };
  };
  function* candidates() {
    for (let i = 0; i < BLIND_DRAWS && pool.length > 0; i++) yield pool[generator.integer(pool.length)];
    yield* generator.shuffle(pool.filter(isOther));
  }
  for (const candidate of candidates()) {
    const found = await taken(candidate);
    if (found) return found;
  }
  const wanted = part === "query" ? "a query about another image" : "another image that can be read";
  throw refusing("no_donor", { wanted, sample: sample.id, pool: pool.length });
}

/** A donor's picture where it can be read and is another than one's own (null for a task of text alone). */
async function otherPicture(own: Uint8Array | null, donor: Sample) {
  try {
    const bytes = (await sampleImage(donor))!;
    return own !== null && Buffer.compare(own, bytes) === 0 ? null : await plainImage(bytes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The words of a query, whatever its blanks and capitals. */
function plain({ query }: Sample): string {
  return query.toLowerCase().replace(/\s+/g, " ").trim();
}
