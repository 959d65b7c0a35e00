import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { Outcomes } from "../outcomes/outcomes.ts";
import { Faults, requireHonest, requireOurs, SEED } from "./rules.ts";
import { type FedFrame, VALID_FRAMES } from "./valid_frames.ts";

/** Frames that go through every metric of their kind. */
const METRIC_FRAMES = 30;

type Metric = (frame: pl.DataFrame) => unknown;

/** Metrics that are asked with nothing but the frame. */
const named = (names: string): Record<string, Metric> =>
  Object.fromEntries(names.split(" ").map((name) => [name, (frame) => core[name as "describe"](frame)]));

/** Every metric, and claims, by the frame that they take, with small numbers of draws. */
const METRICS: Record<FedFrame, Record<string, Metric>> = {
  pairs: {
    ...named(
      "describe bradleyTerry honestLeaderboard longerWins orderConsistency pairSelfPreference " +
        "repeatability slotPreference transitivity unparsedAudit informativenessBias lengthBias " +
        "agreement disagreements effectiveJudges pairAccuracy imageReliance positionRobustness " +
        "formattingPreference verbosityRobustness withSubsets equalizeLengths " +
        "balancedAccuracy biasAtEqualLength biasAudit biasBeyondPeople biasByThreshold biasExceedsLengthBias " +
        "equalizedBias labelError mitigationLowersBias " +
        "prefersOwnAnswers repeatsItself",
    ),
    alternativeAnnotator: (frame) => core.alternativeAnnotator(frame, { epsilon: 0.1 }),
    bradleyTerryHuman: (frame) => core.bradleyTerry(frame, { verdict: "human", by: [] }),
    styleEffects: (frame) => core.styleEffects(frame, { covariates: ["words"] }),
    contrast: (frame) =>
      core.contrast(frame, { outcome: "correct", first: { image: true }, second: { image: false } }),
    contrastUnpaired: (frame) =>
      core.contrast(frame, {
        outcome: "words_a",
        first: { more_informative: "A" },
        second: { more_informative: "B" },
      }),
    varianceComponents: (frame) =>
      core.varianceComponents(frame, { outcome: "words_a", factors: ["item_id", "judge"] }),
    longerWinsWithin: (frame) => core.longerWins(frame, { within: "human" }),
    informativenessBiasDrop: (frame) => core.informativenessBias(frame, { by: [], unparsed: "drop" }),
    labelQueue: (frame) => core.labelQueue(frame, { n: 1, seed: 1 }),
    imageRelianceIds: (frame) => core.imageReliance(frame, { within: "ids" }),
    cdsRatioSweep: (frame) => core.cdsRatioSweep(frame, { ratios: [0, 0.5, 1], draws: 3, seed: 1 }),
    downsample: (frame) => core.downsample(frame, { split: "informativeness", draws: 2, seed: 1 }),
    downsampleLength: (frame) => core.downsample(frame, { split: "length", draws: 2, seed: 1 }),
    downsampleMoments: (frame) => core.downsampleMoments(frame, { split: "informativeness" }),
  },
  labels: { describe: core.describe },
  "score pairs": {
    ...named(
      "describe reliability reliabilitySummary abstentionRatio scoreVariance noiseFloor " +
        "selfEnhancement unnecessaryImageAblation",
    ),
    contrast: (frame) =>
      core.contrast(frame, {
        outcome: "biased",
        first: { prompt: "score" },
        second: { prompt: "reasoning" },
      }),
    varianceComponents: (frame) =>
      core.varianceComponents(frame, { outcome: "unbiased", factors: ["sample_id", "run"] }),
  },
  "caption scores": {
    ...named("describe repeatability saturation preferenceMatrix"),
    contrast: (frame) =>
      core.contrast(frame, {
        outcome: "score",
        first: { setting: "ref_free" },
        second: { setting: "ref_based" },
      }),
    varianceComponents: (frame) =>
      core.varianceComponents(frame, { outcome: "score", factors: ["image_id", "generator", "evaluator"] }),
    meanScores: (frame) => core.meanScores(frame, { setting: "ref_free" }),
    philautia: (frame) => core.philautia(frame, { setting: "ref_free" }),
    philautiaIntervals: (frame) => core.philautiaIntervals(frame, { setting: "ref_free" }),
  },
  ratings: {
    ...named("describe agreementCeiling saturation ratingAgreement"),
    alternativeAnnotator: (frame) => core.alternativeAnnotator(frame, { epsilon: 0.1 }),
  },
  criteria: {
    ...named(
      "describe pluralisticAccuracy tradeoffSensitivity conflictMatchingRate criterionAccuracy " +
        "criteriaMetrics criterionConflicts criterionCorrelation referenceJudges jointLowersTradeoff",
    ),
    contrast: (frame) =>
      core.contrast(frame, { outcome: "words_a", first: { mode: "single" }, second: { mode: "joint" } }),
    compareCriteria: (frame) =>
      core.compareCriteria(frame, { first: { mode: "single" }, second: { mode: "joint" } }),
  },
};

/** Metrics that take no frame of results: arrays, matrices, plans, results of other metrics. */
const NO_FRAME = ("biasConformity biasDeviation calibrationError correctedRate familyPreference standardize")
  .split(" ");

Deno.test("every public metric of a frame is in the table of this test", () => {
  const source = readFileSync(new URL("../../lib/mod.ts", import.meta.url), "utf8");
  const named = [...source.matchAll(/export \{([^}]*)\} from "\.\/metrics\//g)]
    .flatMap(([, list]) => list.split(",").map((name) => name.trim()))
    .filter((name) => name !== "" && !name.startsWith("type "));
  const table = new Set([...Object.values(METRICS).flatMap(Object.keys), ...NO_FRAME]);
  assert.ok(named.length > 40);
  assert.deepEqual(named.filter((name) => !table.has(name)), []);
});

const kinds = Object.keys(VALID_FRAMES) as FedFrame[];

for (const kind of kinds) {
  Deno.test(`any valid frame of ${kind} through every metric: the values kept, an empty cell, or an error that names the column`, () => {
    const faults = new Faults(), outcomes = new Outcomes(`metrics of ${kind}`.replaceAll(" ", "_"));
    const frames = fc.sample(VALID_FRAMES[kind], { seed: SEED, numRuns: METRIC_FRAMES });
    for (const [metric, measure] of Object.entries(METRICS[kind])) {
      const results: unknown[] = [];
      for (const frame of frames) {
        faults.of(metric, frame, () => {
          try {
            results.push(measure(frame));
          } catch (error) {
            results.push(error);
            return requireOurs([kind], error);
          }
          requireHonest(results.at(-1));
        });
      }
      outcomes.of(metric, results);
    }
    faults.report();
    outcomes.hold();
  });
}

/** Metrics that look at no more than the key, or at columns that the caller names. */
const WITHOUT_ROWS = ["describe"];

Deno.test("rows of an unknown origin are refused by every metric, with column and word", () => {
  const files: Record<FedFrame, () => pl.DataFrame> = {
    pairs: () => core.readPairs("data/examples/pairs.csv"),
    labels: () => core.readLabels("data/examples/labels.csv"),
    "score pairs": () => core.readScorePairs("data/examples/score_pairs.csv"),
    "caption scores": () => core.readCaptionScores("data/examples/caption_scores.csv"),
    ratings: () => core.readRatings("data/examples/ratings.csv"),
    criteria: () => core.readCriteria("data/examples/criteria.csv"),
  };
  const silent = kinds.flatMap((kind) => {
    const frame = files[kind]().withColumns(pl.lit("Simulated").alias("provenance"));
    return Object.entries(METRICS[kind]).filter(([name]) => !WITHOUT_ROWS.includes(name)).filter(
      ([, measure]) => {
        try {
          measure(frame);
        } catch (error) {
          return !/in the column provenance, found "Simulated"/.test((error as Error).message);
        }
        return true;
      },
    ).map(([name]) => `${kind}: ${name}`);
  });
  assert.deepEqual(silent, []);
});
