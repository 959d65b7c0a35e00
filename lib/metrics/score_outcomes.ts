import type pl from "nodejs-polars";
import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { columnNumbers, combineFactors, factor, frameCodes } from "../results/factor.ts";
import { grouped, lazily } from "../stats/grouped.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { type ClusterColumns, frameClusters } from "./pair_rows.ts";
import { type Metric, metric } from "./metric.ts";
import type { By, MetricOptions } from "./metric_types.ts";

export const MAX_SCORE = 10;

export type ScoreOutcomes = ReturnType<typeof scoreOutcomes>;

/**
 * A frame's columns as typed arrays. `unbiased_status`, `biased_status` and `run` may be absent: what has a score was scored, what has none is missing,
 * and all is one run. `anyScore` takes scores outside 1 … 10 as they are, as the authors' code does.
 */
export function scoreOutcomes(
  action: string,
  frame: pl.DataFrame,
  { anyScore = false, clusters: columns }: { anyScore?: boolean; clusters?: ClusterColumns } = {},
) {
  const needs = ["sample_id", "bias_type", "unbiased", "biased"];
  requireValidFrame(action, "score pairs", frame, { needs, except: anyScore ? needs.slice(2) : [] });
  const height = frame.height;
  const [unbiased, biased] = ["unbiased", "biased"].map((side) => {
    const scores = columnNumbers(frame.getColumn(side));
    // Null is no score; NaN is one only for code that does not look.
    const has = anyScore
      ? Uint8Array.from(frame.getColumn(side).toArray(), (score) => score === null ? 0 : 1)
      : Uint8Array.from(scores, (score) => score === score ? 1 : 0);
    return { scores, has };
  });
  const run = frame.columns.includes("run")
    ? factor(frame.getColumn("run"))
    : { codes: new Int32Array(height), levels: height > 0 ? [1] : [] };
  // A sample is its data set and its id, the same over runs and perturbations.
  const sample = frameCodes(frame, ["benchmark", "sample_id"]);
  const types = factor(frame.getColumn("bias_type"));
  const places = types.levels.map((level) => BIAS_TAXONOMY.findIndex(({ type }) => type === level));
  const outcomes = lazily({
    height,
    /** Place of the bias type in `BIAS_TAXONOMY`; −1 for the control `blank_image`. */
    type: Int8Array.from(types.codes, (code) => places[code]),
    ...{ unbiased: unbiased.scores, biased: biased.scores, hasUnbiased: unbiased.has, hasBiased: biased.has },
    ...{ sample: sample.codes, run: run.codes, runs: run.levels.length },
  }, {
    before: () => statusColumn(frame, "unbiased_status", unbiased.has),
    after: () => statusColumn(frame, "biased_status", biased.has),
    abstained: (): Uint8Array => {
      const { before, after } = outcomes;
      return before.abstained.map((is, i) => is | after.abstained[i]);
    },
    clusters: () => frameClusters(frame, columns).codes,
    /** Code of judge, prompt, sample and bias type: what has one row per run. */
    unit() {
      const { codes, size } = frameCodes(frame, ["judge", "prompt", "bias_type", "condition"]);
      return combineFactors([{ codes, size, levels: [] }, { ...sample, levels: [] }], height).codes;
    },
  });
  return outcomes;
}

function statusColumn(frame: pl.DataFrame, column: string, has: Uint8Array) {
  if (!frame.columns.includes(column)) return { abstained: new Uint8Array(has.length), judged: has };
  const { codes, levels } = factor(frame.getColumn(column));
  const abstained = levels.indexOf("abstained"), missing = levels.indexOf("missing");
  return {
    abstained: Uint8Array.from(codes, (code) => code === abstained ? 1 : 0),
    judged: Uint8Array.from(codes, (code) => code === missing || levels[code] === null ? 0 : 1),
  };
}

export function scoreMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { own, anyScore = false }: { own?: readonly string[]; anyScore?: boolean } = {},
): Metric<ScoreOutcomes, Groups> {
  return metric(action, called, given, options, {
    own,
    read: (frame, clusters) => scoreOutcomes(action, frame, { anyScore, clusters }),
    groups: ["judge", "prompt"],
  });
}

export type RepeatedScores = ReturnType<typeof repeatedScores>;

/** The unbiased scores by sample and run; `blank_image` rows, whose unbiased side repeats another row's, are passed over. Groups of several judges pool their units. */
export function repeatedScores({ type, run, unit, unbiased }: ScoreOutcomes, rows: Int32Array) {
  const used = rows.filter((row) => type[row] >= 0);
  const present = [...new Set(used.map((row) => run[row]))].sort((a, b) => a - b);
  const places = new Map(present.map((run, place) => [run, place]));
  const samples = [...grouped(used, (row) => unit[row]).values()].map((own) => {
    const scores = new Array<number>(present.length).fill(NaN);
    for (const row of own) scores[places.get(run[row])!] = unbiased[row];
    return { row: own[0], scores };
  });
  const complete = samples.filter(({ scores }) => !scores.some(Number.isNaN));
  return { samples, complete, runs: present.length, incomplete: samples.length - complete.length };
}
