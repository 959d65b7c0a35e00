import type { Protocol, Step } from "../protocol.ts";
import { pairConditions, pairId, type PairSample, pairSample, type Pipeline } from "./pair_sample.ts";
import { pairRows } from "./pair_steps.ts";

/** A pipeline that judges pairs and ends with a judgment. */
export function pairProtocol(
  name: string,
  summary: string,
  pipeline: Pipeline,
  steps: Step<PairSample>[],
): Protocol<PairSample> {
  const names = steps.map((step) => step.name);
  return {
    name,
    summary,
    frame: "pairs",
    sample: pairSample,
    sampleId: pairId,
    options: [],
    conditions: pairConditions,
    decoding: {},
    steps,
    rows: (sample, condition, verdicts, judge) =>
      pairRows(pipeline, names, sample, condition, verdicts, judge),
  };
}
