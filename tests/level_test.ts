import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import { pairsFrame, randomRows } from "./metrics/pairs_fixture.ts";
import { randomScores, scoresFrame } from "./metrics/scores_fixture.ts";
import { Outcomes } from "./outcomes/outcomes.ts";
import { isFrame } from "@/results/frame.ts";
import { behindOf } from "@/progress/computed_behind.ts";
import { random } from "@/stats/random.ts";
import { withSettings } from "@/simulate/solution.ts";
import { drawCaptionScores } from "../data/solve/draw_caption_scores.ts";

const example = core.readPairs("data/examples/pairs.csv");
const criteria = core.readCriteria("data/examples/criteria.csv");
const ratings = core.readRatings("data/examples/ratings.csv");
const scores = scoresFrame(randomScores({ seed: 4, samples: 160, runs: 2, judges: 2 }));
const runs = pl.concat([
  example,
  example.withColumns(pl.col("run").add(1).cast(pl.Int32), example.getColumn("human").alias("choice")),
]);
// Pairs that every hypothesis about pairs can be asked of: with and without image, two pipelines, lengthened.
const asked = pairsFrame(
  [{}, { image: false }, { pipeline: "birch" }, { variant: "length_equalized" }].flatMap((way, w) => {
    const choices = randomRows({ seed: 50 + w, n: 400 });
    return randomRows({ seed: 7, n: 400 }).map((row, i) => ({
      ...row,
      choice: choices[i].choice,
      ...way,
      ...w === 3 ? { words_a: 31, words_b: 30 } : {},
    }));
  }),
);

// Games of three models, each of several verdicts per image.
const games = pl.DataFrame(Array.from({ length: 240 }, (_, i) => ({
  ...{ item_id: String(i), image_id: String(i % 40), judge: "j", human: "A" },
  ...{ model_a: "xyz"[i % 3], model_b: "xyz"[(i + 1) % 3] },
  ...{ words_a: 10 + (i * 11) % 17, words_b: 10 + (i * 5) % 13 },
  choice: (i * i + 3 * (i % 40)) % 7 < 4 ? "A" : "B",
})));
const own = games.withColumns(
  pl.lit("j").alias("model_a"),
  pl.Series("human", games.getColumn("choice").toArray().map((_, i) => "AB"[i % 2])),
);
// Answers made longer, shown in both orders.
const verbose = pairsFrame([false, true].flatMap((swapped, s) => {
  const choices = randomRows({ seed: 60 + s, n: 120 });
  return randomRows({ seed: 9, n: 120 }).map((row, i) => ({
    ...row,
    ...{ choice: choices[i].choice, human: row.human ?? "A", variant: "verbose", swapped },
  }));
}));
const grid = withSettings(drawCaptionScores({ images: 120 }));
const judge = "simulated-judge-a";
const people = pl.DataFrame(Array.from({ length: 120 }, (_, i) => ({
  ...{ item_id: String(i >> 1), annotator: "pq"[i & 1], human: ((i >> 1) * 7 + 3 * (i & 1)) % 5 },
  judge: ((i >> 1) * 7 + (i >> 3)) % 6,
})));
const draw = random(12);
const labelled = Array.from({ length: 300 }, () => {
  const truth = draw.uniform() < 0.6 ? 1 : 0;
  return { truth, predicted: draw.uniform() < 0.8 ? truth : 1 - truth };
});
const predicted = labelled.map((row) => row.predicted), truth = labelled.map((row) => row.truth);
const probabilities = labelled.map((row) => 0.2 + 0.5 * row.truth + 0.2 * draw.uniform());
const clusters = truth.map((_, i) => i >> 1);
const letters = (values: readonly number[]) => values.map((value) => "AB"[value]);

/** Calls of functions by their names. */
const of = (frame: pl.DataFrame, names: string, options = {}) =>
  Object.fromEntries(
    names.split(" ").map((name) => [
      name,
      (level?: number) => core[name as "lengthBias"](frame, { ...options, level }),
    ]),
  );

/** Every public function whose result has an interval at a level of its own choice. */
const LEVEL: Record<string, (level?: number) => unknown> = {
  ...of(
    scores,
    "abstentionRatio noiseFloor reliability reliabilitySummary scoreVariance selfEnhancement unnecessaryImageAblation",
  ),
  ...of(
    example,
    "imageReliance informativenessBias lengthBias longerWins orderConsistency agreement pairAccuracy slotPreference unparsedAudit",
  ),
  ...of(criteria, "criterionAccuracy criterionConflicts criterionCorrelation"),
  ...of(verbose, "positionRobustness verbosityRobustness"),
  ...of(ratings, "ratingAgreement saturation"),
  ...of(criteria, "criteriaMetrics conflictMatchingRate pluralisticAccuracy tradeoffSensitivity", { by: [] }),
  ...of(games, "bradleyTerry", { by: [] }),
  ...of(example, "honestLeaderboard", { by: [] }),
  ...of(own, "pairSelfPreference", { by: [] }),
  agreementCeiling: (level) => core.agreementCeiling(people, { level }),
  biasByThreshold: (level) => core.biasByThreshold(asked, { thresholds: [10, null], level }),
  calibrationError: (level) => core.calibrationError(probabilities, predicted, { level }),
  cdsRatioSweep: (level) => core.cdsRatioSweep(example, { ratios: [0.5], draws: 5, seed: 1, level }),
  compareCriteria: (level) =>
    core.compareCriteria(criteria, {
      by: [],
      first: { judge, mode: "joint" },
      second: { judge, mode: "single" },
      level,
    }),
  ownMetric: (level) => core.ownMetric(example, { means: { a: ({ choice }) => choice === "A" }, level }),
  contrast: (level) =>
    core.contrast(example, { outcome: "correct", first: { image: true }, second: { image: false }, level }),
  correctedRate: (level) =>
    core.correctedRate({ predicted, labelled: { predicted, truth }, method: "rogan_gladen", level }),
  philautiaIntervals: (level) => core.philautiaIntervals(grid, { setting: "ref_free", level }),
  repeatability: (level) => core.repeatability(runs, { level }),
  styleEffects: (level) => core.styleEffects(games, { by: [], covariates: ["words"], level }),
  varianceComponents: (level) =>
    core.varianceComponents(games, { outcome: "words_a", factors: ["image_id", "model_a"], level }),
  bootstrap: (level) =>
    stats.bootstrap({
      rows: 300,
      statistic: (rows) => rows.reduce((sum, row) => sum + predicted[row], 0),
      replicates: 400,
      seed: 1,
      method: "bca",
      level,
    }),
  clusterInterval: (level) =>
    stats.clusterInterval({
      values: predicted,
      parts: truth.map((_, i) => i % 2),
      clusters,
      weights: [1, -1],
      level,
    }),
  cohenKappa: (level) => stats.cohenKappa(letters(predicted), letters(truth), { level }),
  matchRate: (level) => stats.matchRate(letters(predicted), letters(truth), { level }),
  wilson: (level) => stats.wilson(30, 70, { level }),
};

/** Every hypothesis: its interval is at level 1 − alpha. */
const ALPHA: Record<string, (alpha?: number) => core.HypothesisResult | core.SensitivityRow> = {
  ...Object.fromEntries(
    "biasAtEqualLength biasExceedsLengthBias equalizedBias labelError mitigationLowersBias"
      .split(" ").map((name) => [
        name,
        (alpha?: number) => core[name as "biasAtEqualLength"](asked, { alpha }),
      ]),
  ),
  deviationExceedsNoise: (alpha) =>
    core.deviationExceedsNoise(core.only(scores, { judge: "judge-0" }), { alpha }),
  familySelfPreference: (alpha) =>
    core.familySelfPreference(grid, {
      setting: "ref_free",
      members: core.PHILAUTIA_MODELS.slice(0, 2).map((name) => `set to ${name}`),
      alpha,
    }).sensitivity[0],
  jointLowersTradeoff: (alpha) => core.jointLowersTradeoff(core.only(criteria, { judge }), { alpha }),
  judgesDiffer: (alpha) => core.judgesDiffer(scores, { first: "judge-0", second: "judge-1", alpha }),
  meanSelfPreference: (alpha) =>
    core.meanSelfPreference(grid, { setting: "ref_free", replicates: 50, alpha }).sensitivity[0],
  selfPreference: (alpha) =>
    core.selfPreference(grid, { setting: "ref_free", model: `set to ${core.PHILAUTIA_MODELS[0]}`, alpha })
      .sensitivity[0],
};

/** Widths of all intervals in a frame, an object or a list: columns low and high, x_low and x_high; not of ranks. */
function widths(result: unknown): number[] {
  const frame = result as pl.DataFrame; // which has no prototype that could be asked for
  const rows = typeof frame.toRecords === "function" ? frame.toRecords() : [result].flat();
  const numbers = (value: unknown): number[] => [value].flat(3) as number[];
  return (rows as Record<string, unknown>[]).flatMap((row) =>
    Object.keys(row).filter((name) => /(^|_)low$/.test(name) && !name.startsWith("rank_")).flatMap((name) => {
      const low = numbers(row[name]);
      return numbers(row[name.replace(/low$/, "high")]).map((high, i) => high - low[i]);
    })
  );
}

Deno.test("every interval and every hypothesis gives what is kept", () => {
  const outcomes = new Outcomes("levels");
  for (const [name, called] of Object.entries({ ...LEVEL, ...ALPHA })) outcomes.of(name, [called()]);
  outcomes.hold();
});

for (const [name, called] of [...Object.entries(LEVEL), ...Object.entries(ALPHA)]) {
  Deno.test(`${name}: the interval has the level that is asked for, 95% by default`, () => {
    const isTest = name in ALPHA;
    const at = (level?: number) => widths(called(level === undefined || !isTest ? level : 1 - level));
    const [narrow, usual, named, wide] = [0.8, undefined, 0.95, 0.99].map(at);
    // A table tells pictures and files its level (most told none: 90% limits were called 95%).
    const table = isTest ? undefined : called(0.8);
    if (isFrame(table)) assert.equal(behindOf(table)?.level, 0.8);
    assert.deepEqual(usual, named);
    const known = [...usual.keys()].filter((i) => usual[i] > 0 && Number.isFinite(usual[i]));
    assert.ok(known.length > 0, "no interval");
    // Limits at the edge of what a share can be (0 and 1 together) do not move.
    for (const i of known) assert.ok(narrow[i] <= usual[i] && usual[i] <= wide[i], `interval ${i}`);
    assert.ok(
      known.filter((i) => narrow[i] < usual[i] && usual[i] < wide[i]).length > known.length / 2,
      "no interval moves",
    );
  });
}

/** What has an interval that is not of its own choice: given to it, of rows that name their own, of tests of another alpha, or of a share of simulated studies. */
const OTHERS = ["biasAudit", "hypothesisTable", "power", "simulatePower", "verdictOf"];

Deno.test("no public function that documents an interval is missing above", () => {
  const names = readFileSync("lib/mod.ts", "utf8").matchAll(
    /export \{([^}]*)\} from "\.\/((?:metrics|hypotheses|ensemble)\/\w+\.ts)"/g,
  );
  const documented = [...names].flatMap(([, list, file]) => {
    const code = readFileSync(`lib/${file}`, "utf8");
    return list.split(",").map((name) => name.trim()).filter((name) => {
      const at = code.search(new RegExp(`export function ${name}[(<]`));
      return at > 0 && /\blow\b|_low\b/.test(code.slice(code.lastIndexOf("/**", at), at));
    });
  });
  assert.ok(documented.length > 40);
  const missing = documented.filter((name) => !(name in LEVEL || name in ALPHA || OTHERS.includes(name)))
    .join(", ");
  assert.equal(missing, "", `${missing}: write it in LEVEL of this file (of a claim in ALPHA), with a frame`);
});

/** Estimates whose p-value is that of their interval: no joint tests, no permutations. */
const TESTED: Record<
  string,
  (alpha?: number) => { low: number; high: number; pValue: number; nullValue?: number }
> = {
  ...Object.fromEntries(
    "biasAtEqualLength deviationExceedsNoise equalizedBias"
      .split(" ").map((name) => [name, ALPHA[name]]),
  ),
  judgesDiffer: (alpha) =>
    core.judgesDiffer(core.only(scores, { bias_type: "response_dominance" }), {
      ...{ first: "judge-0", second: "judge-1", alpha },
    }),
  labelError: (alpha) => core.labelError(pairsFrame(randomRows({ seed: 53, n: 400 })), { alpha }),
  contrast: (alpha = 0.05) => LEVEL.contrast(1 - alpha) as core.Contrast,
  clusterInterval: (alpha = 0.05) =>
    LEVEL.clusterInterval(1 - alpha) as ReturnType<typeof stats.clusterInterval>,
  styleEffects: (alpha = 0.05) => {
    const [row] = (LEVEL.styleEffects(1 - alpha) as pl.DataFrame).toRecords() as Record<string, number>[];
    return { low: row.low, high: row.high, pValue: row.p_value };
  },
};

for (const [name, test] of Object.entries(TESTED)) {
  Deno.test(`${name}: the test at alpha and the interval at level 1 − alpha agree`, () => {
    const { pValue } = test();
    assert.ok(pValue > 1e-12 && pValue < 0.49, `p = ${pValue} tells nothing`);
    const holdsNull = (alpha: number) => {
      const { low, high, nullValue = 0 } = test(alpha);
      return low <= nullValue && nullValue <= high;
    };
    assert.ok(holdsNull(pValue * 0.99), "p above alpha: the interval holds the null value");
    assert.ok(!holdsNull(pValue * 1.01), "p below alpha: it does not");
  });
}
