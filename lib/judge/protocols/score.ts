import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { countWords } from "../../results/count_words.ts";
import { BIAS_TYPES } from "../../results/frames.ts";
import { parseScore, scoreOf } from "../parse/parse_score.ts";
import type { Decoding, Protocol, ReplyVerdict } from "../protocol.ts";
import { type Ask, protocol } from "./protocol.ts";
import { explained } from "../parse/settle_reply.ts";

const SCALE = { low: 1, high: 10 };

/** A score in JSON; strict endpoints know no range, which is for the parser to check. */
const INTEGER = { type: "integer" };

/** Decoding of the score judges: 16,384 tokens, high effort where the model has such a setting, the rest at its defaults. */
export const SCORE_DECODING: Decoding = { max_completion_tokens: 16_384, reasoning_effort: "high" };

const text = z.string().min(1).nullable().default(null);

/**
 * An unbiased input and its perturbed twin with the response to judge, under the names of the MM-JudgeBias release: for either
 * side its instruction ("" where it was taken away) and its image (null for none).
 */
const scoreSample = z.looseObject({
  id: idText,
  bias_type: z.enum(BIAS_TYPES),
  ...{ task_type: text, domain_type: text, difficulty: text, generator: text },
  response: z.string(),
  ...{ unbiased_instruction: z.string(), biased_instruction: z.string() },
  ...{ unbiased_image: text, biased_image: text },
});

type ScoreSample = z.infer<typeof scoreSample>;

/**
 * A score-wise protocol of MM-JudgeBias: the same prompt on the unbiased and on the perturbed input, in two calls that do not
 * know of each other; one row holds both. The frame's status counts every reply without a score as `unparsable` but abstentions.
 */
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
