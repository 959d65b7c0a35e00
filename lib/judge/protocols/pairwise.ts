import { letterInJson, parseSelection } from "../parse/parse_choice.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";
import { pairConditions, pairId, type PairSample, pairSample } from "./pair_sample.ts";
import { canonicalChoice, pairMessages, pairRows } from "./pair_steps.ts";
import { SCORE_DECODING } from "./score_protocol.ts";
import { strictObject } from "./structured.ts";

/**
 * The A/B judgment of MM-JudgeBias (Figure 12), by default in both orders: for position robustness on pairs of good
 * responses, and for verbosity robustness on pairs with `variant: "verbose"` (A the original, B the padded response). A tie
 * is not offered and counts as unparsable. Rows are the `pairs` frame.
 */
export const pairwise: Protocol<PairSample> = {
  name: "pairwise",
  summary: "A or B in both orders, for position and verbosity bias",
  frame: "pairs",
  sample: pairSample,
  sampleId: pairId,
  options: [],
  conditions: (options, sample) => pairConditions({ orders: ["given", "swapped"], ...options }, sample),
  decoding: SCORE_DECODING,
  steps: [{
    name: "judgment",
    promptId: "pairwise",
    messages: (sample, condition, prompts) => pairMessages(prompts.pairwise, sample, condition),
    parse: (reply, _sample, condition) =>
      canonicalChoice(
        settleReply(reply, (text) => parseSelection(text), (value) => letterInJson(value, { tie: false })),
        condition,
      ),
    json: {
      schema: strictObject({
        explanation: { type: "string" },
        selection: { type: "string", enum: ["A", "B"] },
      }),
    },
  }],
  rows: (sample, condition, verdicts, judge) =>
    pairRows("base", ["judgment"], sample, condition, verdicts, judge),
};
