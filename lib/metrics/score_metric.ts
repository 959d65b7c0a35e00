import type pl from "nodejs-polars";
import { type Metric, metric } from "./metric.ts";
import type { MetricOptions } from "./metric_table.ts";
import { type ScoreOutcomes, scoreOutcomes } from "./score_outcomes.ts";

/** `metric` of score pairs; `anyScore` takes scores outside 1 … 10 as they are, as the authors' code does. */
export function scoreMetric(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  { own, anyScore = false }: { own?: readonly string[]; anyScore?: boolean } = {},
): Metric<ScoreOutcomes> {
  return metric(action, given, options, {
    own,
    read: (frame, clusters) => scoreOutcomes(action, frame, { anyScore, clusters }),
    groups: ["judge", "prompt"],
  });
}
