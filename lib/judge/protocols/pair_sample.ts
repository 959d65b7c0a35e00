import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { type PIPELINES, VARIANTS } from "../../results/frames.ts";
import type { Condition, ProtocolOptions } from "../protocol.ts";
import { orderConditions } from "./conditions.ts";

const verdict = z.enum(["A", "B", "tie"]).nullable().default(null);

/**
 * Two answers to a query about an image, as a line of a data file: `item_id, query, answer_a, answer_b` are needed, `image`
 * (its name) wherever the judge shall see it. A pair that length equalising did not bring to equal length (`kept: false`) is
 * not asked about. What else the line holds is kept for the rows.
 */
export const pairSample = z.object({
  benchmark: z.string().min(1).optional(),
  item_id: idText,
  image_id: idText.optional(),
  domain: z.string().min(1).nullable().default(null),
  variant: z.enum(VARIANTS).default("original"),
  image: z.string().min(1).nullable().default(null),
  query: z.string(),
  answer_a: z.string(),
  answer_b: z.string(),
  model_a: z.string().min(1).optional(),
  model_b: z.string().min(1).optional(),
  human: verdict,
  more_informative: verdict,
  kept: z.boolean().default(true),
}).loose();

/** A checked line of pairs. */
export type PairSample = z.infer<typeof pairSample>;

/** A way of judging pairs. */
export type Pipeline = (typeof PIPELINES)[number];

/** What tells pairs of a file apart: the same item may stand there in several variants and benchmarks. */
export function pairId({ benchmark, item_id, variant }: PairSample): string {
  return [benchmark, item_id, variant === "original" ? undefined : variant]
    .filter((part) => part !== undefined).join("/");
}

/** With and without image, both orders, runs; a pair without an image is only ever judged without. */
export function pairConditions(options: ProtocolOptions, sample: PairSample): Condition[] {
  const conditions = orderConditions(options, sample.image !== null);
  return sample.kept ? conditions : [];
}
