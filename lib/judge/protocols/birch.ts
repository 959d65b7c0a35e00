import { parseSections } from "../parse/parse_text.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Step } from "../protocol.ts";
import { pairProtocol } from "./pair_protocol.ts";
import type { PairSample } from "./pair_sample.ts";
import { judgmentStep, pairMessages } from "./pair_steps.ts";

const HEADINGS = {
  revised_a: "Revised Response A",
  revised_b: "Revised Response B",
  merged: "Merged Response",
};

/** The anchor: both answers corrected and merged in one pass (Figure 20). Only the merged answer must be there. */
const anchorStep: Step<PairSample> = {
  name: "anchor",
  promptId: "anchor",
  messages: (sample, condition, prompts) => pairMessages(prompts.anchor, sample, condition),
  parse: (reply) => settleReply(reply, (text) => parseSections(text, HEADINGS, ["merged"])),
};

/**
 * BIRCH: the judge corrects both answers and merges them into an anchor (Figure 20), which is the reference of its
 * judgment (Figure 21): two calls in all. Each order of the answers has an anchor of its own, made in that order.
 */
export const birch = pairProtocol(
  "birch",
  "The judge merges the corrected answers into an anchor, then judges with it as reference",
  "birch",
  [
    anchorStep,
    judgmentStep("reference_judgement", {
      needs: ["anchor"],
      slots: ({ anchor }) => ({ reference: String(anchor.values.merged) }),
    }),
  ],
);
