import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { countWords } from "../../results/count_words.ts";
import { BIAS_TYPES } from "../../results/frames.ts";
import { expectedScore } from "../parse/expected_score.ts";
import { explained, parseWhole } from "../parse/settle_reply.ts";
import { finalScore, parseFinalScore, parseScore, scoreOf } from "../parse/parsers.ts";
import type { Decoding, Protocol, ReplyVerdict } from "../protocol.ts";
import { runConditions } from "./orders.ts";
import { type Ask, protocol } from "./protocol.ts";

const SCALE = { low: 1, high: 10 };

/** A score in JSON; strict endpoints know no range, which is for the parser to check. */
const INTEGER = { type: "integer" };

export const SCORE_DECODING: Decoding = { max_completion_tokens: 16_384, reasoning_effort: "high" };

const text = z.string().min(1).nullable().default(null);

const scoreSample = z.looseObject({
  id: idText,
  bias_type: z.enum(BIAS_TYPES),
  ...{ task_type: text, domain_type: text, difficulty: text, generator: text },
  response: z.string(),
  ...{ unbiased_instruction: z.string(), biased_instruction: z.string() },
  ...{ unbiased_image: text, biased_image: text },
});

type ScoreSample = z.infer<typeof scoreSample>;

/** A score-wise protocol of MM-JudgeBias: the same prompt on the unbiased and on the perturbed input, in two calls; one row holds both. */
function scoreProtocol(name: string): Protocol<ScoreSample> {
  const scale = { ...SCALE, abstention: name === "abstention" };
  const schema = scale.abstention ? { anyOf: [INTEGER, { type: "string", enum: ["N/A"] }] } : INTEGER;
  const ask = (side: "unbiased" | "biased"): Ask<ScoreSample> => ({
    name: side,
    prompt: name,
    slots({ [`${side}_image` as const]: image, [`${side}_instruction` as const]: query, response }) {
      return { query, response, image: image === null ? null : { image } };
    },
    read: (text) => parseScore(text, scale),
    json: explained("score", schema, (score) => scoreOf(score, scale)),
  });
  return protocol({
    name,
    frame: "score pairs",
    sample: scoreSample,
    sampleId: ({ id, bias_type }) => `${id}/${bias_type}`,
    decoding: SCORE_DECODING,
    asks: [ask("unbiased"), ask("biased")],
    rows(sample, { run }, { unbiased, biased }, judge) {
      const { id: sample_id, bias_type, task_type, domain_type: domain, difficulty, generator } = sample;
      return [{
        ...{ judge, prompt: name, run, sample_id, bias_type, task_type, domain, difficulty, generator },
        ...{ unbiased: unbiased?.values.score ?? null, biased: biased?.values.score ?? null },
        ...{ unbiased_status: scoreStatus(unbiased), biased_status: scoreStatus(biased) },
        words_query: countWords(sample.unbiased_instruction),
        words_query_biased: countWords(sample.biased_instruction),
        words_response: countWords(sample.response),
        ...{ unbiased_reply: unbiased?.status ?? "missing", biased_reply: biased?.status ?? "missing" },
      }];
    },
  });
}

function scoreStatus(verdict: ReplyVerdict | undefined): "scored" | "abstained" | "unparsable" | "missing" {
  if (!verdict) return "missing";
  return verdict.status === "ok" ? "scored" : verdict.status === "abstained" ? "abstained" : "unparsable";
}

/** The main prompt (Figure 11), then N/A allowed (14), a description of each step (15), no modality skipped (16), checks first (17). */
export const SCORE_PROTOCOLS = ["score", "abstention", "score_guided", "constraints", "reasoning"].map(
  scoreProtocol,
);

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

/** A caption to rate; where people have rated it with `item_id`, `human` and `split`. One that is null was not generated, and is not asked about. */
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
