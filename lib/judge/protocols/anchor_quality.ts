import { z } from "zod";
import { parseScore } from "../parse/parse_score.ts";
import { pairFacts, pairSlots } from "./pair.ts";
import { pairId, pairSample } from "./pair_sample.ts";
import { runConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";

/** The scale of correctness. The paper prints neither prompt nor scale; its means of 3.1–4.4 fit 1–5. */
const SCALE = { low: 1, high: 5 };

/** A pair with the anchors that judges made for it, by the judge's name. */
const anchorSample = pairSample.and(z.object({ anchors: z.record(z.string(), z.string()).optional() }));

type AnchorSample = z.infer<typeof anchorSample>;

function textsOf({ answer_a, answer_b, anchors = {} }: AnchorSample): Record<string, string> {
  const named = Object.entries(anchors).map(([judge, text]) => [`Anchor (${judge})`, text]);
  return { "Answer 1": answer_a, "Answer 2": answer_b, ...Object.fromEntries(named) };
}

/** How correct each answer and each judge's anchor is, one text per call, unlabelled (Table 5): means by judge and text are its scores. */
export const anchorQuality = protocol<AnchorSample>({
  name: "anchor_quality",
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
