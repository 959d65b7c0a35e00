import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { VARIANTS } from "../../results/frames.ts";

type Preference = "A" | "B" | "tie" | null;

/** A checked line of pairs: two answers to a query about an image. */
export interface PairSample {
  /** What the pair's benchmark is called. */
  benchmark?: string;
  /** What tells it from all others of its benchmark. */
  item_id: string;
  /** Names the image; by default its file. */
  image_id?: string;
  /** Kind of image or question. */
  domain: string | null;
  /** What was done to the answers. */
  variant: (typeof VARIANTS)[number];
  /** The image's name; null for none. */
  image: string | null;
  /** What was asked. */
  query: string;
  /** The answer given as A. */
  answer_a: string;
  /** The answer given as B. */
  answer_b: string;
  /** Who wrote answer A. */
  model_a?: string;
  /** Who wrote answer B. */
  model_b?: string;
  /** Which one people prefer. */
  human: Preference;
  /** Which one says more. */
  more_informative: Preference;
  /** False for a pair that length equalising did not bring to equal length, which is not asked about. */
  kept: boolean;
  /** What else the line holds. */
  [other: string]: unknown;
}

const preference = z.enum(["A", "B", "tie"]).nullable().default(null);

/** Two answers as a line of a data file: `item_id, query, answer_a, answer_b` are needed, `image` wherever the judge shall see it. */
export const pairSample: z.ZodType<PairSample> = z.looseObject({
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
  human: preference,
  more_informative: preference,
  kept: z.boolean().default(true),
});

/** What tells pairs of a file apart: the same item may stand there in several variants and benchmarks. */
export function pairId({ benchmark, item_id, variant }: PairSample): string {
  return [benchmark, item_id, variant === "original" ? undefined : variant]
    .filter((part) => part !== undefined).join("/");
}
