import type { Protocol } from "../protocol.ts";
import { orderConditions } from "./conditions.ts";
import { pairId, type PairSample, pairSample } from "./pair_sample.ts";
import { judgmentStep, lastVerdict } from "./pair_steps.ts";

/**
 * Informativeness label: which answer is more informative, judged on the texts alone (Figure 18). The image is never shown.
 * Rows are the `labels` frame with `status, run, swapped`: with several runs or both orders the labeller is told apart by
 * them (`gpt-4o run 2 swapped`), for a frame has one label per item and labeller.
 */
export const informativeness: Protocol<PairSample> = {
  name: "informativeness",
  summary: "Which of two answers is more informative, from the texts alone",
  frame: "labels",
  sample: pairSample,
  sampleId: pairId,
  options: [],
  conditions: (options) => orderConditions({ ...options, images: [false] }, false),
  decoding: {},
  steps: [judgmentStep("informativeness")],
  rows(sample, { run, swapped }, verdicts, judge) {
    const { status, values } = lastVerdict(["judgment"], verdicts);
    return [{
      ...(sample.benchmark === undefined ? {} : { benchmark: sample.benchmark }),
      item_id: sample.item_id,
      labeller: `${judge}${run > 1 ? ` run ${run}` : ""}${swapped ? " swapped" : ""}`,
      more_informative: values.choice ?? null,
      run,
      swapped,
      status,
      shown: values.shown ?? null,
    }];
  },
};
