import { z } from "zod";
import { lastVerdict, pairFacts, pairMessages } from "./pair_steps.ts";
import { parseScore } from "../parse/parse_score.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";
import { runConditions } from "./conditions.ts";
import { pairId, pairSample } from "./pair_sample.ts";

/** The scale of correctness. The paper prints neither prompt nor scale; its means of 3.1–4.4 fit 1–5. */
const SCALE = { low: 1, high: 5 };

/** A pair with the anchors that judges made for it, by the judge's name. */
const anchorSample = pairSample.extend({ anchors: z.record(z.string(), z.string()).default({}) });

/** A checked line. */
export type AnchorSample = z.infer<typeof anchorSample>;

/** The texts of a sample by the names that the paper's Table 5 gives them. */
function textsOf(sample: AnchorSample): Record<string, string> {
  const anchors = Object.entries(sample.anchors).map(([judge, text]) => [`Anchor (${judge})`, text]);
  return { "Answer 1": sample.answer_a, "Answer 2": sample.answer_b, ...Object.fromEntries(anchors) };
}

/**
 * Anchor quality: how correct each answer and each judge's anchor is, on 1–5, one text per call, unlabelled (Table 5).
 * Rows: `item_id, judge, text, run, score, status`; `anchorScores` turns them into the table.
 */
export const anchorQuality: Protocol<AnchorSample> = {
  name: "anchor_quality",
  summary: "How correct each answer and each anchor is, from 1 to 5",
  frame: null,
  sample: anchorSample,
  sampleId: pairId,
  options: [],
  conditions: (options, sample) =>
    Object.keys(textsOf(sample)).flatMap((text) =>
      (sample.image === null ? [false] : options.images ?? [true]).flatMap((image) =>
        runConditions(options, image).map((condition) => ({ ...condition, text }))
      )
    ),
  decoding: {},
  steps: [{
    name: "score",
    promptId: "anchor_quality",
    messages: (sample, condition, prompts) =>
      pairMessages(prompts.anchor_quality, sample, condition, {
        answer: textsOf(sample)[String(condition.text)],
      }),
    parse: (reply) => settleReply(reply, (text) => parseScore(text, SCALE)),
  }],
  rows(sample, { text, run, image }, verdicts, judge) {
    const { status, values } = lastVerdict(["score"], verdicts);
    return [{ ...pairFacts(sample), judge, image, text, run, score: values.score ?? null, status }];
  },
};
