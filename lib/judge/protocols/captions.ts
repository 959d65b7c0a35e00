import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import type { SlotValue } from "../fill_prompt.ts";
import { expectedScore } from "../parse/expected_score.ts";
import { finalScore, parseFinalScore } from "../parse/parse_final_score.ts";
import { parseWhole } from "../parse/parse_text.ts";
import type { Decoding, Protocol } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { protocol } from "./protocol.ts";
import { explained } from "./structured.ts";

/** An image to caption, with its human references where the captions shall later be rated against them. */
const captionImage = z.object({
  image_id: idText,
  image: z.string().min(1),
  references: z.array(z.string()).default([]),
}).loose();

/**
 * Caption generation: a caption of one sentence per image (decoding is not stated; the model's defaults). Rows are samples of
 * the two rating protocols: `image_id, generator, image, references, caption, run, status`, the references as JSON text.
 */
export const captionGeneration = protocol({
  name: "caption_generation",
  summary: "A caption of one sentence for an image",
  sample: captionImage,
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

/** Human references, as a list or as a list's JSON text. */
const references = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}, z.array(z.string()).default([]));

/**
 * A caption to rate: `image_id, image, caption`, its `generator` where a model made it, and for captions that people have
 * rated `item_id`, `human` (a number, or a list of several people's) and `split`. An item without a generator is told apart by its id in that column. A caption that is
 * null, since none was generated, is not asked about.
 */
const captionSample = z.object({
  image_id: idText,
  image: z.string().min(1),
  caption: z.string().min(1).nullable(),
  generator: z.string().min(1).optional(),
  references,
  item_id: idText.optional(),
  human: z.union([z.number(), z.array(z.number()).min(1)]).nullable().optional(),
  split: z.enum(["train", "validation", "test"]).optional(),
}).loose().transform((sample) => ({
  ...sample,
  generator: sample.generator ?? sample.item_id ?? "unnamed",
}));

type CaptionSample = z.infer<typeof captionSample>;

/** What people said of a caption that they have rated. */
function rated({ image_id, generator, item_id, human, split = "test" }: CaptionSample) {
  if (human === undefined && item_id === undefined) return {};
  const all = [human ?? []].flat();
  return {
    item_id: item_id ?? `${image_id}/${generator}`,
    human: all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0) / all.length,
    humans: JSON.stringify(all),
    split,
  };
}

/** Decoding of the evaluators: temperature 1, top-p 1, and the log-probabilities that the expected score needs. */
const CAPTION_DECODING: Decoding = { temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 };

/**
 * Rating of captions on 0–100 with or without references. Rows are the `caption scores` frame in [0, 1]: `parsed` is the
 * integer as written, `expected` the probability-weighted score, `score` = `expected` where there is one, else `parsed`;
 * then `mass` (the probability that `expected` rests on), `status`, and where people have rated the caption `human`, their mean,
 * and `humans`, their ratings as a list's JSON text.
 */
function captionRating(setting: "ref_based" | "ref_free"): Protocol<CaptionSample> {
  const name = `caption_${setting}`, withReferences = setting === "ref_based";
  return protocol({
    name,
    summary: `Rating of a caption from 0 to 100 against ${
      withReferences ? "references and image" : "the image"
    }`,
    frame: "caption scores",
    sample: withReferences
      ? captionSample.refine(({ references }) => references.length > 0, "at least one reference caption")
      : captionSample,
    sampleId: ({ item_id, image_id, generator }) => item_id ?? `${image_id}/${generator}`,
    conditions: (options, { caption }) => caption === null ? [] : runConditions(options),
    decoding: CAPTION_DECODING,
    asks: [{
      name: "score",
      prompt: name,
      slots: ({ image, caption, references }): Record<string, SlotValue> => ({
        image: { image },
        caption: caption!,
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
}

/** Ratings with the human references (Appendix C of the paper on model preference bias), and from the image alone. */
export const CAPTION_RATINGS = [captionRating("ref_based"), captionRating("ref_free")];
