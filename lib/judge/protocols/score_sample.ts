import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { BIAS_TYPES } from "../../results/frames.ts";

const text = z.string().min(1).nullable().default(null);

/**
 * An unbiased input and its perturbed twin with the response to judge, under the names of the MM-JudgeBias release: `id,
 * bias_type, response`, and for either side its instruction ("" where it was taken away) and its image (null for none).
 * `sample_id` and `domain`, as our frames call them, are understood too.
 */
export const scoreSample = z.preprocess(
  (line) => {
    if (typeof line !== "object" || line === null || Array.isArray(line)) return line;
    const { sample_id, domain, ...rest } = line as Record<string, unknown>;
    return {
      ...(sample_id === undefined ? {} : { id: sample_id }),
      ...(domain === undefined ? {} : { domain_type: domain }),
      ...rest,
    };
  },
  z.object({
    id: idText,
    bias_type: z.enum(BIAS_TYPES),
    task_type: text,
    domain_type: text,
    difficulty: text,
    generator: text,
    response: z.string(),
    unbiased_instruction: z.string(),
    biased_instruction: z.string(),
    unbiased_image: text,
    biased_image: text,
  }).loose(),
);

/** A checked pair of inputs. */
export type ScoreSample = z.infer<typeof scoreSample>;

/** The two inputs of a sample. */
export type Side = "unbiased" | "biased";
