import { countWords } from "../../results/count_words.ts";
import { fillPrompt } from "../fill_prompt.ts";
import { parseScore, scoreOf } from "../parse/parse_score.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Decoding, Protocol, ReplyVerdict, Step } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { type ScoreSample, scoreSample, type Side } from "./score_sample.ts";
import { explained } from "./structured.ts";

/** The judge's scale. */
const SCALE = { low: 1, high: 10 };

/** A score in JSON; strict endpoints know no range, which is for the parser to check. */
const INTEGER = { type: "integer" };

/** Decoding of the score judges: 16,384 tokens, high effort where the model has such a setting, the rest at its defaults. */
export const SCORE_DECODING: Decoding = { max_completion_tokens: 16_384, reasoning_effort: "high" };

/**
 * A score-wise protocol of MM-JudgeBias: the same prompt on the unbiased and on the perturbed input, in two calls that do not
 * know of each other; one row of the `score pairs` frame holds both. How each reply ended stands in `unbiased_reply` and
 * `biased_reply`; the frame's status counts every reply without a score as `unparsable` but abstentions.
 *
 * @param name the prompt's id, and the frame's value of `prompt`
 */
export function scoreProtocol(
  name: "score" | "abstention" | "score_guided" | "constraints" | "reasoning",
  summary: string,
): Protocol<ScoreSample> {
  const scale = { ...SCALE, abstention: name === "abstention" };
  const json = explained(
    "score",
    name === "abstention" ? { anyOf: [INTEGER, { type: "string", enum: ["N/A"] }] } : INTEGER,
    (score) => scoreOf(score, scale),
  );
  const step = (side: Side): Step<ScoreSample> => ({
    name: side,
    promptId: name,
    messages(sample, _condition, prompts) {
      const image = sample[`${side}_image`];
      return fillPrompt(prompts[name], {
        query: sample[`${side}_instruction`],
        response: sample.response,
        image: image === null ? null : { image },
      });
    },
    parse: (reply) => settleReply(reply, (text) => parseScore(text, scale), json.read),
    json,
  });
  return {
    name,
    summary,
    frame: "score pairs",
    sample: scoreSample,
    sampleId: ({ id, bias_type }) => `${id}/${bias_type}`,
    options: [],
    conditions: (options) => runConditions(options),
    decoding: SCORE_DECODING,
    steps: [step("unbiased"), step("biased")],
    rows: (sample, { run }, verdicts, judge) => [{
      judge,
      prompt: name,
      run,
      sample_id: sample.id,
      bias_type: sample.bias_type,
      task_type: sample.task_type,
      domain: sample.domain_type,
      difficulty: sample.difficulty,
      generator: sample.generator,
      unbiased: verdicts.unbiased?.values.score ?? null,
      biased: verdicts.biased?.values.score ?? null,
      unbiased_status: scoreStatus(verdicts.unbiased),
      biased_status: scoreStatus(verdicts.biased),
      words_query: countWords(sample.unbiased_instruction),
      words_query_biased: countWords(sample.biased_instruction),
      words_response: countWords(sample.response),
      unbiased_reply: verdicts.unbiased?.status ?? "missing",
      biased_reply: verdicts.biased?.status ?? "missing",
    }],
  };
}

/** The frame's word for how a score ended. */
function scoreStatus(verdict: ReplyVerdict | undefined): "scored" | "abstained" | "unparsable" | "missing" {
  if (!verdict) return "missing";
  return verdict.status === "ok" ? "scored" : verdict.status === "abstained" ? "abstained" : "unparsable";
}
