import { parseSections, parseWhole } from "../parse/parse_text.ts";
import type { Protocol } from "../protocol.ts";
import { judgeTold, orderConditions } from "./conditions.ts";
import { judgment, pairConditions, pairProtocol, type PairSample, pairSlots } from "./pair.ts";

import { SCORE_DECODING } from "./score.ts";

/** Base: image, query and both answers in one call (informativeness paper, 2.4). Decoding: the paper states none. */
export const base = pairProtocol({
  name: "base",
  summary: "Pairwise judgment of two answers in one call",
  asks: [judgment("base")],
});

/**
 * Image Caption: the judge describes the image, then judges with its description at hand. The description is always made
 * from the image; without the image the judgment has the description in its place. One description serves both orders.
 */
export const imageCaption = pairProtocol({
  name: "image_caption",
  summary: "The judge describes the image, then judges with the description",
  pipeline: "image_caption",
  asks: [
    {
      name: "caption",
      prompt: "caption",
      key: (_, { run }) => `run ${run}`,
      slots: (sample, condition) => pairSlots(sample, { ...condition, image: true }),
      read: parseWhole,
    },
    judgment("image_caption", {
      needs: ["caption"],
      slots: ({ caption }) => ({ caption: String(caption.values.text) }),
    }),
  ],
});

/**
 * Standard Ref: the judge answers the query itself (Figure 19), and its answer is the reference of its judgment (Figure
 * 21). Without the image neither step sees it. One reference serves both orders.
 */
export const standardRef = pairProtocol({
  name: "standard_ref",
  summary: "The judge answers the query, then judges with its answer as reference",
  pipeline: "standard_ref",
  asks: [
    {
      name: "reference",
      prompt: "reference",
      key: (_, { image, run }) => `image ${image}, run ${run}`,
      slots: pairSlots,
      read: parseWhole,
    },
    judgment("reference_judgement", {
      needs: ["reference"],
      slots: ({ reference }) => ({ reference: String(reference.values.text) }),
    }),
  ],
});

const HEADINGS = {
  revised_a: "Revised Response A",
  revised_b: "Revised Response B",
  merged: "Merged Response",
};

/**
 * BIRCH: the judge corrects both answers and merges them into an anchor in one pass (Figure 20; only the merged answer must
 * be there), which is the reference of its judgment (Figure 21): two calls in all. Each order of the answers has an anchor
 * of its own, made in that order.
 */
export const birch = pairProtocol({
  name: "birch",
  summary: "The judge merges the corrected answers into an anchor, then judges with it as reference",
  pipeline: "birch",
  asks: [
    {
      name: "anchor",
      prompt: "anchor",
      slots: pairSlots,
      read: (text) => parseSections(text, HEADINGS, ["merged"]),
    },
    judgment("reference_judgement", {
      needs: ["anchor"],
      slots: ({ anchor }) => ({ reference: String(anchor.values.merged) }),
    }),
  ],
});

/**
 * The A/B judgment of MM-JudgeBias (Figure 12), by default in both orders: for position robustness on pairs of good
 * responses, and for verbosity robustness on pairs with `variant: "verbose"` (A the original, B the padded response). A tie
 * is not offered and counts as unparsable. Rows are the `pairs` frame.
 */
export const pairwise = pairProtocol({
  name: "pairwise",
  summary: "A or B in both orders, for position and verbosity bias",
  conditions: (options, sample) => pairConditions({ orders: ["given", "swapped"], ...options }, sample),
  decoding: SCORE_DECODING,
  asks: [judgment("pairwise", { heading: "selection" })],
});

/**
 * Informativeness label: which answer is more informative, judged on the texts alone (Figure 18). The image is never shown.
 * Rows are the `labels` frame with `status, run, swapped`: with several runs or both orders the labeller is told apart by
 * them (`gpt-4o run 2 swapped`), for a frame has one label per item and labeller.
 */
export const informativeness: Protocol<PairSample> = pairProtocol({
  name: "informativeness",
  summary: "Which of two answers is more informative, from the texts alone",
  frame: "labels",
  conditions: (options) => orderConditions({ ...options, images: [false] }, false),
  asks: [judgment("informativeness")],
  row: ({ benchmark, item_id }, { choice = null, shown = null }, about) => ({
    ...(benchmark === undefined ? {} : { benchmark }),
    item_id,
    labeller: judgeTold(about),
    more_informative: choice,
    run: about.run,
    swapped: about.swapped,
    status: about.status,
    shown,
  }),
});
