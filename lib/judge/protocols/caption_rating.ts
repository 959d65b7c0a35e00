import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { fillPrompt, type SlotValue } from "../fill_prompt.ts";
import { expectedScore } from "../parse/expected_score.ts";
import { finalScore, parseFinalScore } from "../parse/parse_final_score.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Decoding, Protocol, Reply, ReplyVerdict } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { explained } from "./structured.ts";

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

/** A checked line. */
export type CaptionSample = z.infer<typeof captionSample>;

/** The mean of one or several ratings; null without any. */
function mean(human: number | number[]): number | null {
  const all = [human].flat();
  return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** Decoding of the evaluators: temperature 1, top-p 1, and the log-probabilities that the expected score needs. */
const CAPTION_DECODING: Decoding = { temperature: 1, top_p: 1, logprobs: true, top_logprobs: 20 };

/** The score as JSON, behind the reasons. */
const JSON_SCORE = explained("final_score", { type: "integer" }, finalScore);

/** The plain score and, from the log-probabilities, the expected one. */
function readScore(reply: Reply): ReplyVerdict {
  const verdict = settleReply(reply, parseFinalScore, JSON_SCORE.read);
  if (verdict.status !== "ok") return verdict;
  const parsed = Number(verdict.values.parsed);
  return { status: "ok", values: { parsed, ...expectedScore(reply.tokens, parsed) } };
}

/**
 * Rating of captions on 0–100 with or without references. Rows are the `caption scores` frame in [0, 1]: `parsed` is the
 * integer as written, `expected` the probability-weighted score, `score` = `expected` where there is one, else `parsed`;
 * then `mass` (the probability that `expected` rests on), `status`, and where people have rated the caption `human`, their mean,
 * and `humans`, their ratings as a list's JSON text.
 */
function captionRating(
  name: string,
  setting: "ref_based" | "ref_free",
  summary: string,
): Protocol<CaptionSample> {
  const isRated = ({ human, item_id }: CaptionSample) => human !== undefined || item_id !== undefined;
  const sample = setting === "ref_free"
    ? captionSample
    : captionSample.refine(({ references }) => references.length > 0, "at least one reference caption");
  return {
    name,
    summary,
    frame: "caption scores",
    sample,
    sampleId: ({ item_id, image_id, generator }) => item_id ?? `${image_id}/${generator}`,
    options: [],
    conditions: (options, { caption }) => caption === null ? [] : runConditions(options),
    decoding: CAPTION_DECODING,
    steps: [{
      name: "score",
      promptId: name,
      messages(sample, _condition, prompts) {
        const slots: Record<string, SlotValue> = {
          image: { image: sample.image },
          caption: sample.caption!,
        };
        if (setting === "ref_based") slots.references = sample.references.join("\n");
        return fillPrompt(prompts[name], slots);
      },
      parse: readScore,
      json: JSON_SCORE,
    }],
    rows(sample, { run }, { score }, judge) {
      const parsed = score?.values.parsed ?? null, expected = score?.values.expected ?? null;
      const share = (value: unknown) => typeof value === "number" ? value / 100 : null;
      return [{
        image_id: sample.image_id,
        generator: sample.generator,
        evaluator: judge,
        setting,
        run,
        score: share(expected ?? parsed),
        parsed: share(parsed),
        expected: share(expected),
        mass: score?.values.mass ?? null,
        status: score?.status ?? "missing",
        ...(isRated(sample)
          ? {
            item_id: sample.item_id ?? `${sample.image_id}/${sample.generator}`,
            human: mean(sample.human ?? []),
            humans: JSON.stringify([sample.human ?? []].flat()),
            split: sample.split ?? "test",
          }
          : {}),
      }];
    },
  };
}

/** Ratings with the human references (Appendix C of the paper on model preference bias). */
export const captionRefBased = captionRating(
  "caption_ref_based",
  "ref_based",
  "Rating of a caption from 0 to 100 against references and image",
);

/** Ratings from the image alone. */
export const captionRefFree = captionRating(
  "caption_ref_free",
  "ref_free",
  "Rating of a caption from 0 to 100 against the image",
);
