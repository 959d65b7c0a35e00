import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import type pl from "nodejs-polars";
import * as core from "judgebias";
import { figures, renderFigure } from "judgebias/figures";
import { FEATURES, frameFeatures } from "@/results/frame_features.ts";
import { FRAMES } from "@/results/frames.ts";
import { type FedFrame, VALID_FRAMES } from "./property_frames.ts";

/** The same frames in every run; change it to look at others. */
const SEED = 20261121;
/** Frames that go through every metric of their kind, and through every figure that they can feed. */
const METRIC_FRAMES = 30, FIGURE_FRAMES = 2, FIGURE_TRIES = 12;
/** Frames among which those are looked for that can feed a figure. */
const CANDIDATES = 400;

type Metric = (frame: pl.DataFrame) => unknown;

/** Every metric by the frame that it takes, with small numbers of draws. */
const METRICS: Record<FedFrame, Record<string, Metric>> = {
  pairs: {
    describe: core.describe,
    alternativeAnnotator: (frame) => core.alternativeAnnotator(frame, { epsilon: 0.1 }),
    bradleyTerry: core.bradleyTerry,
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
    honestLeaderboard: core.honestLeaderboard,
    longerWins: core.longerWins,
    longerWinsWithin: (frame) => core.longerWins(frame, { within: "human" }),
    orderConsistency: core.orderConsistency,
    pairSelfPreference: core.pairSelfPreference,
    repeatability: core.repeatability,
    slotPreference: core.slotPreference,
    transitivity: (frame) => core.transitivity(frame, { replicates: 20 }),
    unparsedAudit: core.unparsedAudit,
    informativenessBias: core.informativenessBias,
    informativenessBiasDrop: (frame) => core.informativenessBias(frame, { by: [], unparsed: "drop" }),
    lengthBias: core.lengthBias,
    pairAccuracy: core.pairAccuracy,
    imageReliance: core.imageReliance,
    imageRelianceIds: (frame) => core.imageReliance(frame, { within: "ids" }),
    positionRobustness: core.positionRobustness,
    verbosityRobustness: core.verbosityRobustness,
    withSubsets: core.withSubsets,
    equalizeLengths: (frame) => core.equalizeLengths(frame),
    cdsRatioSweep: (frame) => core.cdsRatioSweep(frame, { ratios: [0, 0.5, 1], draws: 3, seed: 1 }),
    downsample: (frame) => core.downsample(frame, { split: "informativeness", draws: 2, seed: 1 }),
    downsampleLength: (frame) => core.downsample(frame, { split: "length", draws: 2, seed: 1 }),
    downsampleMoments: (frame) => core.downsampleMoments(frame, { split: "informativeness" }),
  },
  labels: { describe: core.describe },
  "score pairs": {
    describe: core.describe,
    contrast: (frame) =>
      core.contrast(frame, {
        outcome: "biased",
        first: { prompt: "score" },
        second: { prompt: "reasoning" },
      }),
    varianceComponents: (frame) =>
      core.varianceComponents(frame, { outcome: "unbiased", factors: ["sample_id", "run"] }),
    reliability: core.reliability,
    reliabilitySummary: core.reliabilitySummary,
    abstentionRatio: core.abstentionRatio,
    scoreVariance: core.scoreVariance,
    noiseFloor: core.noiseFloor,
    selfEnhancement: core.selfEnhancement,
    unnecessaryImageAblation: core.unnecessaryImageAblation,
  },
  "caption scores": {
    describe: core.describe,
    contrast: (frame) =>
      core.contrast(frame, {
        outcome: "score",
        first: { setting: "ref_free" },
        second: { setting: "ref_based" },
      }),
    varianceComponents: (frame) =>
      core.varianceComponents(frame, { outcome: "score", factors: ["image_id", "generator", "evaluator"] }),
    noisyEvaluators: (frame) => core.noisyEvaluators(frame, { setting: "ref_free" }),
    philautiaEstimators: (frame) => core.philautiaEstimators(frame, { setting: "ref_free" }),
    repeatability: core.repeatability,
    saturation: core.saturation,
    preferenceMatrix: (frame) => core.preferenceMatrix(frame),
    meanScores: (frame) => core.meanScores(frame, { setting: "ref_free" }),
    philautia: (frame) => core.philautia(frame, { setting: "ref_free" }),
    philautiaIntervals: (frame) => core.philautiaIntervals(frame, { setting: "ref_free" }),
  },
  ratings: {
    describe: core.describe,
    agreementCeiling: (frame) => core.agreementCeiling(frame),
    alternativeAnnotator: (frame) => core.alternativeAnnotator(frame, { epsilon: 0.1 }),
    saturation: core.saturation,
    ratingAgreement: core.ratingAgreement,
  },
  criteria: {
    describe: core.describe,
    contrast: (frame) =>
      core.contrast(frame, { outcome: "words_a", first: { mode: "single" }, second: { mode: "joint" } }),
    pluralisticAccuracy: core.pluralisticAccuracy,
    tradeoffSensitivity: core.tradeoffSensitivity,
    conflictMatchingRate: core.conflictMatchingRate,
    criterionAccuracy: core.criterionAccuracy,
    criterionAverage: core.criterionAverage,
    criteriaMetrics: core.criteriaMetrics,
    criterionConflicts: core.criterionConflicts,
    criterionCorrelation: core.criterionCorrelation,
    referenceJudges: core.referenceJudges,
    pairComposition: core.pairComposition,
    responseLengths: core.responseLengths,
    compareCriteria: (frame) =>
      core.compareCriteria(frame, {
        first: { mode: "single" },
        second: { mode: "joint" },
        replicates: 20,
        seed: 1,
      }),
  },
};

/** Metrics that take no frame of results: arrays, matrices, plans, results of other metrics. */
const NO_FRAME = [
  "biasConformity",
  "biasDeviation",
  "calibrationError",
  "columnDistance",
  "correctedRate",
  "doubleCentre",
  "familyPreference",
  "planLabels",
  "robustStandardize",
  "selfPreferencePermutation",
  "standardize",
];

/** Estimates that a group without units cannot have. */
const ESTIMATES = ["accuracy", "ib", "lb", "irs", "value", "robustness", "mean", "ratio", "tau_b"];

/** What the errors of ours may speak of: a column of the frame, what figures ask of it, or the rows themselves. */
function names(kinds: readonly FedFrame[], message: string): boolean {
  const words = [
    ...kinds.flatMap((kind) => Object.keys(FRAMES[kind].columns)),
    ...Object.values(FEATURES).map(({ label }) => label),
  ];
  // Matrices have evaluators as columns and generators as rows; a name may begin with a space.
  return /\b(column|row) +\S/.test(message) || words.some((word) => message.includes(word));
}

/** Throws unless an error is one of ours, in the house's form, and says which column it is about. */
function requireOurs(kinds: readonly FedFrame[], error: unknown): void {
  const { name: kind, message } = error as Error;
  const isOurs = ["RangeError", "TypeError", "ResultsError"].includes(kind) && /: wanted /.test(message);
  assert.ok(isOurs, `wanted a value, an empty cell or an error of ours, found ${(error as Error).stack}`);
  assert.ok(names(kinds, message), `wanted an error that names the column, found ${message}`);
}

/** Throws where a result holds an infinite number, or an estimate of nothing. */
function requireHonest(result: unknown): void {
  const isFrame = typeof (result as pl.DataFrame)?.toRecords === "function";
  if (!isFrame) {
    assert.ok(
      !JSON.stringify(result, (_, value) => Math.abs(value) === Infinity ? "∞" : value)?.includes("∞"),
    );
    return;
  }
  for (const row of (result as pl.DataFrame).toRecords()) {
    for (const [column, value] of Object.entries(row)) {
      assert.ok(Math.abs(Number(value)) !== Infinity, `${column} is ${value}`);
      if (row.n !== 0 || !ESTIMATES.includes(column)) continue;
      assert.ok(value === null || Number.isNaN(value), `${column} is ${value} with n = 0`);
    }
  }
}

Deno.test("every public metric of a frame is in the table of this test", () => {
  const source = readFileSync(new URL("../lib/mod.ts", import.meta.url), "utf8");
  const named = [...source.matchAll(/export \{([^}]*)\} from "\.\/metrics\//g)]
    .flatMap(([, list]) => list.split(",").map((name) => name.trim()))
    .filter((name) => name !== "" && !name.startsWith("type "));
  const table = new Set([...Object.values(METRICS).flatMap(Object.keys), ...NO_FRAME]);
  assert.ok(named.length > 40);
  assert.deepEqual(named.filter((name) => !table.has(name)), []);
});

const kinds = Object.keys(VALID_FRAMES) as FedFrame[];

for (const kind of kinds) {
  Deno.test(`any valid frame of ${kind} through every metric: a value, an empty cell, or an error that names the column`, () => {
    const faults = new Faults();
    for (const frame of fc.sample(VALID_FRAMES[kind], { seed: SEED, numRuns: METRIC_FRAMES })) {
      for (const [metric, measure] of Object.entries(METRICS[kind])) {
        faults.of(metric, frame, () => {
          let result: unknown;
          try {
            result = measure(frame);
          } catch (error) {
            return requireOurs([kind], error);
          }
          requireHonest(result);
        });
      }
    }
    faults.report();
  });
}

/** The frames that figures can be fed with: mostly one, a few want two. */
const feeds = [
  ...new Set(figures.filter(({ frames }) => frames.length > 0).map(({ frames }) => frames.join(" and "))),
];

for (const feed of feeds) {
  Deno.test(`any valid frame of ${feed} through every figure that it can feed: a picture without NaN, or an error that names the column`, async () => {
    const fed = figures.filter(({ frames }) => frames.join(" and ") === feed);
    const drawn = new Set<string>(), faults = new Faults();
    const names = feed.split(" and ") as FedFrame[];
    const samples = names.map((name) => fc.sample(VALID_FRAMES[name], { seed: SEED, numRuns: CANDIDATES }));
    // Features are looked up once per frame: a million Polars objects take Deno minutes to collect.
    const given = samples[0].map((_, i) => ({
      frames: samples.map((sample) => sample[i]),
      features: new Set(samples.flatMap((sample) => [...frameFeatures(sample[i])])),
    }));
    for (const { id, needs } of fed) {
      const own = given.filter(({ features }) => needs.every((need) => features.has(need)));
      let pictures = 0;
      for (const { frames } of own.slice(0, FIGURE_TRIES)) {
        if (pictures === FIGURE_FRAMES) break;
        let rendered: { svg: string } | null = null, error: unknown;
        try {
          const results = Object.fromEntries(names.map((name, i) => [name, frames[i]]));
          rendered = await renderFigure(id, { results });
          pictures++;
          drawn.add(id);
        } catch (caught) {
          error = caught;
        }
        faults.of(id, frames[0], () => {
          if (!rendered) return requireOurs(names, error);
          const bad = /[^<>]{0,60}\b(NaN|undefined|Infinity)\b[^<>]{0,60}/.exec(rendered.svg);
          assert.ok(!bad, `wanted a picture of numbers, found ${bad?.[0]}`);
        });
      }
    }
    faults.report();
    // Frames drawn apart from each other share too few names and images for figures of two.
    if (names.length > 1) return;
    // The frames are no good where nothing can be drawn of them.
    const never = fed.filter(({ id }) => !drawn.has(id)).map(({ id }) => id);
    assert.ok(never.length <= fed.length / 4, `never drawn: ${never.join(", ")}`);
  });
}

/** What failed and how, each with the smallest frame on which it did. */
class Faults {
  readonly #found = new Map<string, { message: string; frame: pl.DataFrame; count: number }>();

  of(name: string, frame: pl.DataFrame, check: () => void): void {
    try {
      check();
    } catch (error) {
      const { message } = error as Error, key = `${name}: ${message.split("\n")[0]}`;
      const known = this.#found.get(key), isSmaller = !known || frame.height < known.frame.height;
      this.#found.set(key, { ...(isSmaller ? { message, frame } : known), count: (known?.count ?? 0) + 1 });
    }
  }

  report(): void {
    if (this.#found.size === 0) return;
    const texts = [...this.#found].map(([name, { message, frame, count }]) =>
      `${name} (${count} frames)${message.slice(message.indexOf("\n"))}\non ${frame.height} rows:\n${
        frame.head(6).writeCSV()
      }`
    );
    throw new assert.AssertionError({ message: `seed ${SEED}: ${texts.length} fail\n${texts.join("\n")}` });
  }
}
