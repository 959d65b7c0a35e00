import { pairProtocol } from "./pair_protocol.ts";
import { freeTextStep, judgmentStep } from "./pair_steps.ts";

/**
 * Standard Ref: the judge answers the query itself (Figure 19), and its answer is the reference of its judgment (Figure
 * 21). Without the image neither step sees it. One reference serves both orders.
 */
export const standardRef = pairProtocol(
  "standard_ref",
  "The judge answers the query, then judges with its answer as reference",
  "standard_ref",
  [
    freeTextStep("reference", "reference", { key: (_, { image, run }) => `image ${image}, run ${run}` }),
    judgmentStep("reference_judgement", {
      needs: ["reference"],
      slots: ({ reference }) => ({ reference: String(reference.values.text) }),
    }),
  ],
);
