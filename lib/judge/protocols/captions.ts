import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { expectedScore } from "../parse/expected_score.ts";
import { parseWhole } from "../parse/field.ts";
import { finalScore, parseFinalScore } from "../parse/parse_score.ts";
import { runConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";
import { explained } from "../parse/settle_reply.ts";

/** A caption of one sentence per image; its rows are samples of the two rating protocols, the references as JSON text. */
export const captionGeneration = protocol({
  name: "caption_generation",
  sample: z.looseObject({
    image_id: idText,
    image: z.string().min(1),
    references: z.array(z.string()).default([]),
  }),
  sampleId: ({ image_id }) => image_id,
  asks: [{
    name: "caption",
    prompt: "caption_generation",
    slots: ({ image }) => ({ image: { image } }),
    read: parseWhole,
  }],
  row: ({ image_id, image, references }, { text = null }, { judge, run, status }) => ({
    ...{ image_id, generator: judge, image, references: JSON.stringify(references), caption: text },
    ...{ run, status },
  }),
});

const references = z.preprocess((value) => {
  try {
    return typeof value === "string" ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}, z.array(z.string()).default([]));

/**
 * A caption to rate; where people have rated it with `item_id`, `human` and `split`. An item without a generator is told apart by
 * its id in that column. A caption that is null was not generated, and is not asked about.
 */
const captionSample = z.looseObject({
  image_id: idText,
  image: z.string().min(1),
  caption: z.string().min(1).nullable(),
  generator: z.string().min(1).optional(),
  references,
  item_id: idText.optional(),
  human: z.union([z.number(), z.array(z.number()).min(1)]).nullable().optional(),
  split: z.enum(["train", "validation", "test"]).optional(),
}).transform((sample) => ({ ...sample, generator: sample.generator ?? sample.item_id ?? "unnamed" }));

type CaptionSample = z.infer<typeof captionSample>;

/** What people said of a caption that they have rated: their mean, and all of it as a list's JSON text. */
function rated({ image_id, generator, item_id, human, split = "test" }: CaptionSample) {
  if (human === undefined && item_id === undefined) return {};
  const all = [human ?? []].flat(), sum = all.reduce((sum, value) => sum + value, 0);
  return {
    item_id: item_id ?? `${image_id}/${generator}`,
    human: all.length === 0 ? null : sum / all.length,
    ...{ humans: JSON.stringify(all), split },
  };
}

/**
 * Rating of captions on 0–100 with the human references (Appendix C of the paper on model preference bias), or from the image
 * alone; temperature 1, top-p 1, and the log-probabilities that the expected score needs. Rows are in [0, 1]: `parsed` is the
 * integer as written, `expected` the probability-weighted score, `mass` the probability that it rests on.
 */
export const CAPTION_RATINGS = (["ref_based", "ref_free"] as const).map((setting) => {
  const name = `caption_${setting}`, withReferences = setting === "ref_based";
  return protocol<CaptionSample>({
    name,
    frame: "caption scores",
    sample: withReferences
      ? captionSample.refine(({ references }) => references.length > 0, "at least one reference caption")
      : captionSample,
    sampleId: ({ item_id, image_id, generator }) => item_id ?? `${image_id}/${generator}`,
    conditions: (options, { caption }) => caption === null ? [] : runConditions(options),
    decoding: { temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 },
    asks: [{
      name: "score",
      prompt: name,
      slots: ({ image, caption, references }) => ({
        ...{ image: { image }, caption: caption! },
        ...(withReferences ? { references: references.join("\n") } : {}),
      }),
      read: parseFinalScore,
      json: explained("final_score", { type: "integer" }, finalScore),
      finish: ({ parsed }, _sample, _condition, { tokens }) => ({
        parsed,
        ...expectedScore(tokens, Number(parsed)),
      }),
    }],
    row(sample, { parsed = null, expected = null, mass = null }, { judge, run, status }) {
      const share = (value: unknown) => typeof value === "number" ? value / 100 : null;
      const { image_id, generator } = sample;
      return {
        ...{ image_id, generator, evaluator: judge, setting, run },
        ...{ score: share(expected ?? parsed), parsed: share(parsed), expected: share(expected) },
        ...{ mass, status },
        ...rated(sample),
      };
    },
  });
});
