import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import { letGo, requireShown } from "../property/rules.ts";
import { Outcomes } from "../outcomes/outcomes.ts";
import * as alike from "./alike.ts";

// No spread is no certainty: with all outcomes alike, in one, two or three clusters, no interval is a point or lies beside its estimate, no p
// is 0, and nothing is supported, contradicted or absent.

type Call = (clusters: number) => unknown;

/** Of every public function that gives an interval, a p or a verdict: calls on outcomes that are alike. */
const CALLS: Record<string, Call | Call[]> = {
  ...ofPairs(
    "bradleyTerry honestLeaderboard imageReliance informativenessBias lengthBias longerWins orderConsistency pairAccuracy " +
      "positionRobustness repeatability slotPreference transitivity unparsedAudit biasAtEqualLength " +
      "biasAudit biasByThreshold biasExceedsLengthBias equalizedBias labelError " +
      "longerAnswerWins mitigationLowersBias pairSelfPreference prefersOwnAnswers repeatsItself " +
      "verbosityRobustness agreement",
  ),
  ...pairsWith({
    biasBeyondPeople: (pairs) => core.biasBeyondPeople(pairs.withColumns(pl.lit("p").alias("annotator"))),
    cdsRatioSweep: (pairs) => core.cdsRatioSweep(pairs, { ratios: [0.5], draws: 3, seed: 1 }),
    styleEffects: (pairs) => core.styleEffects(pairs, { covariates: ["words"] }),
    varianceComponents: (pairs) =>
      core.varianceComponents(
        pairs.withColumns(pl.col("choice").eq(pl.lit("A")).cast(pl.Float64).alias("first")),
        { outcome: "first", factors: ["item_id"] },
      ),
    ownMetric: (pairs) => core.ownMetric(pairs, { means: { a: ({ choice }) => choice === "A" } }),
    contrast: (pairs) =>
      core.contrast(plain(pairs), { outcome: "correct", first: { judge: "x" }, second: { judge: "m1" } }),
    judgesDiffer: (pairs) => core.judgesDiffer(pairs, { first: "x", second: "m1" }),
  }),
  // Slow, and made of what others ask with every habit.
  ...pairsWith({
    hypothesisTable: (pairs) =>
      core.hypothesisTable(pairs, [core.repeatsItself, core.longerAnswerWins, core.labelError], {
        by: ["judge"],
      }),
    alternativeAnnotator: (pairs) =>
      core.alternativeAnnotator(
        pl.concat(
          ["p", "q", "r"].map((annotator) => plain(pairs).withColumns(pl.lit(annotator).alias("annotator"))),
        ).drop("image_id").filter(pl.col("item_id").isIn(["i0", "i1", "i2"])),
        { epsilon: 0.2 },
      ),
  }, ["right", "first"]),
  ...ofScores(
    "abstentionRatio noiseFloor reliability reliabilitySummary scoreVariance selfEnhancement deviationExceedsNoise",
  ),
  unnecessaryImageAblation: (n) => core.unnecessaryImageAblation(alike.alikeScores(n, 3)),
  philautiaIntervals: (n) => core.philautiaIntervals(alike.alikeCaptions(n), { setting: "ref_free" }),
  selfPreference: (n) => core.selfPreference(alike.alikeCaptions(n), { setting: "ref_free", model: "a" }),
  meanSelfPreference: (n) => core.meanSelfPreference(alike.alikeCaptions(n), { setting: "ref_free" }),
  familySelfPreference: (n) =>
    core.familySelfPreference(alike.alikeCaptions(n), { setting: "ref_free", members: ["a", "b"] }),
  saturation: (n) => core.saturation(alike.alikeRatings(n)),
  agreementCeiling: (n) => core.agreementCeiling(alike.alikeRatings(n)),
  ratingAgreement: (n) => core.ratingAgreement(alike.alikeRatings(n), { by: [] }),
  ...ofCriteria(
    "conflictMatchingRate criteriaMetrics criterionAccuracy criterionConflicts criterionCorrelation pluralisticAccuracy " +
      "tradeoffSensitivity jointLowersTradeoff",
  ),
  compareCriteria: (n) =>
    core.compareCriteria(alike.alikeCriteria(4 * n, n), {
      first: { mode: "joint" },
      second: { mode: "single" },
    }),
  calibrationError: [0.1, 0.5, 0.9].flatMap((p) =>
    [[1, 0], [1, 1], [0, 0]].map((outcomes): Call => (n) =>
      core.calibrationError(
        new Array(2 * n).fill(p),
        Array.from({ length: 2 * n }, (_, i) => outcomes[i % 2]),
        { clusters: Array.from({ length: 2 * n }, (_, i) => i >> 1) },
      )
    )
  ),
  correctedRate: (["naive", "rogan_gladen", "ppi"] as const).flatMap((method) =>
    [0, 1].map((value): Call => (n) =>
      core.correctedRate({
        method,
        predicted: new Array(n).fill(value),
        labelled: { predicted: new Array(n).fill(value), truth: new Array(n).fill(value) },
      })
    )
  ),
  verdictOf: () => core.verdictOf({ estimate: 0.3, low: 0.3, high: 0.3, delta: 0.05 }),
  // Against the other end: a share of which ones were seen is no 0, however few.
  infer: (n) =>
    stats.infer([{ name: "x", weight: 1, value: () => 1 }], n, [...new Array(n).keys()], { nullValue: 0.5 }),
  clusterInterval: [0, 0.5, 1].flatMap((value) =>
    [true, false].map((share): Call => (n) =>
      stats.clusterInterval({ ...rows(n, value, share), nullValue: 0.5 })
    )
  ),
  cohenKappa: (n) => stats.cohenKappa(sequence(n), sequence(n)),
  mcnemar: (n) => stats.mcnemar(n, 0),
  wilson: [(n) => stats.wilson(0, n), (n) => stats.wilson(n, n)],
};

/** Public functions without an interval or verdict of their own, or of models and tests of which nothing is alike. */
const WITHOUT = new Set(
  ("ResultsError ShownText biasConformity biasDeviation canonicalCriterion describe downsample " +
    "downsampleMoments equalizeLengths familyPreference findingTable findings fitPomms help inspectFile only " +
    "philautia pommsPhilautia pommsReport power " +
    "preferenceMatrix progress publishedTable readCaptionScores readCriteria readLabels readPairs readPomms readRatings readReport readResults " +
    "readScorePairs referenceJudges " +
    "show simulatePower splitRatings standardize withPommsScores withSubsets writeFrame writePomms " +
    "benjaminiHochberg bootstrap eValue elasticNet elasticNetCV holm " +
    "kendallTau logisticRegression matchRate permutationTest random " +
    "labelQueue").split(" "),
);

Deno.test("every public function is listed: with calls on outcomes that are alike, or as one without an interval or verdict", () => {
  const names = [core, stats].flatMap((door) =>
    Object.entries(door).filter(([, value]) => typeof value === "function").map(([name]) => name)
  );
  const missing = names.filter((name) => !(name in CALLS) && !WITHOUT.has(name)).join(", ");
  assert.equal(
    missing,
    "",
    `${missing}: write it in CALLS of this file, or in WITHOUT, without an interval or a p`,
  );
  assert.deepEqual([...Object.keys(CALLS), ...WITHOUT].filter((name) => !names.includes(name)), []);
});

const outcomes = new Outcomes("alike");

for (const [name, calls] of Object.entries(CALLS)) {
  Deno.test(`${name}: outcomes that are alike, in one to three clusters, prove nothing`, async () => {
    await letGo();
    const results: unknown[] = [];
    const refused: string[] = [];
    for (const call of [calls].flat()) {
      for (const clusters of [1, 2, 3]) {
        try {
          results.push(call(clusters));
        } catch (error) {
          if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
          assert.match(error.message, /: wanted /, error.stack);
          refused.push(error.message);
          continue;
        }
        provesNothing(results.at(-1), `${name}, ${clusters} clusters`);
      }
    }
    assert.ok(results.length > 0, [...new Set(refused)].join("\n"));
    outcomes.of(name, [...results, refused.length]);
  });
}

Deno.test("outcomes that are alike give what is kept", () => outcomes.hold());

/** Walks through what a function returned: rows of a frame, results, their sensitivity. */
function provesNothing(found: unknown, where: string): void {
  const rows = (found as { toRecords?: unknown } | null)?.toRecords;
  if (typeof rows === "function") return provesNothing(rows.call(found), where);
  if (Array.isArray(found)) return found.forEach((one) => provesNothing(one, where));
  if (typeof found !== "object" || found === null) return;
  const row = found as Record<string, unknown>, keys = Object.keys(row);
  const text = `${where}: ${JSON.stringify(row).slice(0, 600)}`;
  if ("hypothesis" in row && "assumptions" in row) requireShown(found as core.HypothesisResult);
  for (const key of keys) {
    const value = row[key];
    if (key === "verdict") assert.ok(["undecided", "untestable"].includes(String(value)), text);
    if (/^p(_|$)|^p[A-Z]/.test(key) && typeof value === "number") {
      assert.ok(!(value < 1e-3), `${key} ${text}`);
    }
    const [, prefix] = /^(|.*_)low$/.exec(key) ?? [];
    if (prefix !== undefined && !key.startsWith("rank") && !key.startsWith("pass")) {
      const [low, high] = [row[key], row[`${prefix}high`]];
      const own = prefix.slice(0, -1), name = prefix === "" ? estimateOf(keys) : NAMED[own] ?? own;
      assert.ok(
        name in row,
        `${where}: limits("${own}", …) has no column ${own}: name it as its estimate, or in NAMED`,
      );
      const estimate = row[name];
      if (typeof low !== "number" || typeof high !== "number" || Number.isNaN(low + high)) continue;
      assert.ok(low < high, `${key}: a point. ${text}`);
      if (typeof estimate !== "number" || Number.isNaN(estimate)) continue;
      assert.ok(low - 1e-12 <= estimate && estimate <= high + 1e-12, `${key}: beside its estimate. ${text}`);
    }
    if (typeof value === "object") provesNothing(value, `${where}, ${key}`);
  }
}

/** Estimates whose limits have another name. */
const NAMED: Record<string, string> = { bc: "bc_ceiling", first: "first_when_inconsistent" };

/** What plain `low` and `high` are of: an estimate by name, else the column before them. */
function estimateOf(keys: readonly string[]): string {
  const named = "estimate corrected share overall robustness bd_floor ib lb accuracy value".split(" ")
    .find((name) => keys.includes(name));
  return named ?? keys[keys.indexOf("low") - 1];
}

function plain(pairs: pl.DataFrame): pl.DataFrame {
  return pairs.filter(
    pl.col("image").and(pl.col("pipeline").eq(pl.lit("base"))).and(pl.col("variant").eq(pl.lit("original")))
      .and(pl.col("swapped").not()).and(pl.col("run").eq(1)),
  );
}

function sequence(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function rows(n: number, value: number, share: boolean) {
  const values = new Array<number>(2 * n).fill(value);
  return { values, parts: values.map(() => 0), clusters: values.map((_, i) => i >> 1), weights: [1], share };
}

/** Every habit of the judge x beside a judge m1, who is always right, or always as x is; each frame is made once for all calls. */
function pairsWith(
  calls: Record<string, (pairs: pl.DataFrame) => unknown>,
  habits: readonly alike.Habit[] = alike.HABITS,
): Record<string, Call[]> {
  const frames = habits.flatMap((x) => [
    once((n) => alike.alikePairs(n, { x, m1: "right" })),
    once((n) => alike.alikePairs(n, { x, m1: x })),
    once((n) => plain(alike.alikePairs(n, { m1: x }))),
  ]);
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, frames.map((frame): Call => (n) => call(frame(n)))]),
  );
}

function once(made: (clusters: number) => pl.DataFrame): (clusters: number) => pl.DataFrame {
  const known: pl.DataFrame[] = [];
  return (clusters) => known[clusters] ??= made(clusters);
}

type Loose = Record<string, (frame: pl.DataFrame) => unknown>;

function ofPairs(names: string) {
  return pairsWith(
    Object.fromEntries(names.split(" ").map((name) => [name, (core as unknown as Loose)[name]])),
  );
}

function ofScores(names: string): Record<string, Call[]> {
  return Object.fromEntries(
    names.split(" ").map((name) => [
      name,
      [3, 8].map((biased): Call => (n) => (core as unknown as Loose)[name](alike.alikeScores(n, biased))),
    ]),
  );
}

function ofCriteria(names: string): Record<string, Call> {
  return Object.fromEntries(
    names.split(" ").map((
      name,
    ) => [name, (n) => (core as unknown as Loose)[name](alike.alikeCriteria(4 * n, n))]),
  );
}

Deno.test("claims on lengths: a judge that follows a rule, in two or three clusters, proves nothing", () => {
  const rules: Record<string, (i: number) => boolean> = {
    "always A": () => true,
    "always B": () => false,
    "the more informative": (i) => i % 4 < 2,
    "the longer": (i) => i % 8 < 4,
  };
  for (const n of [2, 8, 24, 40]) {
    for (const clusters of [2, 3]) {
      for (const [rule, picksA] of Object.entries(rules)) {
        const rows = Array.from({ length: n }, (_, i) => ({
          ...{ item_id: `i${i}`, image_id: `m${i % clusters}`, judge: "j", swapped: i % 3 === 0 },
          ...{ human: i % 2 ? "A" : "B", choice: picksA(i) ? "A" : "B" },
          more_informative: i % 4 < 2 ? "A" : "B",
          ...{ words_a: 20 + (i % 8 < 4 ? 15 : -7) + (i * 7) % 5, words_b: 20 + (i * 3) % 6 },
        }));
        const pairs = core.readPairs(rows);
        const { atZero, ...atEqualLength } = core.biasAtEqualLength(pairs);
        for (const found of [core.biasExceedsLengthBias(pairs), atEqualLength, atZero]) {
          const { hypothesis, verdict, low, high, pValue } = found;
          const what =
            `${hypothesis}, ${n} pairs in ${clusters} clusters, ${rule}: ${verdict} [${low}, ${high}], p = ${pValue}`;
          assert.ok(["undecided", "untestable"].includes(verdict), what);
          assert.ok(low !== high && pValue !== 0, what);
        }
      }
    }
  }
});
