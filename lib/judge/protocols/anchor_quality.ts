import { z } from "zod";
import { parseScore } from "../parse/parse_score.ts";
import { runConditions } from "./conditions.ts";
import { pairFacts, pairId, pairSample, pairSlots } from "./pair.ts";
import { protocol } from "./protocol.ts";

/** The scale of correctness. The paper prints neither prompt nor scale; its means of 3.1–4.4 fit 1–5. */
const SCALE = { low: 1, high: 5 };

/** A pair with the anchors that judges made for it, by the judge's name. */
const anchorSample = pairSample.and(
  z.object({ anchors: z.record(z.string(), z.string()).default({}) }),
);

/** The texts of a sample by the names that the paper's Table 5 gives them. */
function textsOf(sample: z.infer<typeof anchorSample>): Record<string, string> {
  const anchors = Object.entries(sample.anchors).map(([judge, text]) => [`Anchor (${judge})`, text]);
  return { "Answer 1": sample.answer_a, "Answer 2": sample.answer_b, ...Object.fromEntries(anchors) };
}

/**
 * Anchor quality: how correct each answer and each judge's anchor is, on 1–5, one text per call, unlabelled (Table 5).
 * Rows: `item_id, judge, text, run, score, status`; `anchorScores` turns them into the table.
 */
export const anchorQuality = protocol<z.infer<typeof anchorSample>>({
  name: "anchor_quality",
  summary: "How correct each answer and each anchor is, from 1 to 5",
  sample: anchorSample,
  sampleId: pairId,
  conditions: (options, sample) =>
    Object.keys(textsOf(sample)).flatMap((text) =>
      (sample.image === null ? [false] : options.images ?? [true]).flatMap((image) =>
        runConditions(options, image).map((condition) => ({ ...condition, text }))
      )
    ),
  asks: [{
    name: "score",
    prompt: "anchor_quality",
    slots: (sample, condition) => ({
      ...pairSlots(sample, condition),
      answer: textsOf(sample)[String(condition.text)],
    }),
    read: (text) => parseScore(text, SCALE),
  }],
  row: (sample, { score = null }, { judge, image, text, run, status }) => ({
    ...pairFacts(sample),
    ...{ judge, image, text, run, score, status },
  }),
});
