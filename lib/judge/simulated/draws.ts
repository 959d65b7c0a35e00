import { createHash } from "node:crypto";
import { type Random, random } from "../../stats/random.ts";

/** Uniform draws from [0, 1) that depend on a text alone. */
export function drawsOf(text: string): () => number {
  const digest = createHash("sha256").update(text).digest();
  const generator: Random = random(digest.readUIntBE(0, 6));
  return () => generator.uniform();
}
