import fc from "fast-check";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import { jackknifeTotals } from "@/stats/jackknife_totals.ts";
import { splitVote } from "@/stats/split_vote.ts";
import { drawModelPairs } from "../../data/solve/draw_model_pairs.ts";
import { exactMean } from "../../data/solve/exact_mean.ts";
import { drawVotedPairs } from "../../data/solve/draw_voted_pairs.ts";
import { SEED } from "../property/rules.ts";
import { MATCHED_FRAMES } from "../property/valid_frames.ts";
import { total, upTo } from "../stats/golden.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { inferFunction } from "@/stats/infer_function.ts";
import { Outcomes, tried } from "./outcomes.ts";

// What functions of numbers give that take no frame, of studies that are drawn; what is simulated; and what ensembles make of two frames.

/** Numbers of a study of up to forty rows: shares, outcomes, ratings, labels, clusters; now and then one is missing. */
function drawn(seed: number) {
  const { integer, normal, uniform } = stats.random(seed),
    n = 2 + integer(39),
    gaps = seed % 4 === 0 ? 0.1 : 0;
  const list = <T>(draw: () => T) => upTo(n).map(() => uniform() < gaps ? NaN as T : draw());
  const of = [1, 2, 3, 5][seed % 4], scale = [0.2, 1, 1, 30][integer(4)];
  return {
    ...{ n, seed, shares: list(uniform), outcomes: list(() => integer(2)), others: list(() => integer(2)) },
    ...{ x: upTo(n).map(() => Math.round(of * normal())), y: upTo(n).map(() => Math.round(of * normal())) },
    ...{ labels: list(() => "abc"[integer(3)]), again: list(() => "abc"[integer(3)]) },
    clusters: upTo(n).map(() => integer(1 + Math.floor(n / [1, 2, 8][seed % 3]))),
    level: [0.95, 0.8][seed % 2],
    X: upTo(n).map(() => upTo(1 + seed % 3).map(() => scale * normal())),
    bits: upTo(n).map(() => integer(2)),
  };
}
type Drawn = ReturnType<typeof drawn>;
const known = (list: readonly number[]) => list.map((x) => Number.isNaN(x) ? 0 : x);

const CALLS: Record<string, (of: Drawn) => unknown> = {
  holm: ({ shares }) => stats.holm(shares),
  eValue: ({ shares }) => stats.eValue(3 * known(shares)[0] + 0.1),
  benjaminiHochberg: ({ shares }) => stats.benjaminiHochberg(shares),
  bootstrap: ({ x, clusters, seed, level }) =>
    stats.bootstrap({
      ...{ clusters, replicates: 60, seed, level, method: seed % 2 ? "bca" : "percentile" },
      statistic: (rows) => total(Array.from(rows, (row) => x[row] ** 2)) / rows.length,
    }),
  clusterInterval: ({ outcomes, bits, clusters, level, seed }) =>
    stats.clusterInterval({
      ...{ values: known(outcomes), parts: bits, clusters, weights: [1, seed % 3 - 1], level },
      nullValue: 0.3,
    }),
  cohenKappa: ({ labels, again, clusters, level, seed }) =>
    stats.cohenKappa(labels, again, { clusters, level, coefficient: seed % 2 ? "kappa" : "ac1" }),
  elasticNet: ({ X, y, seed }) =>
    stats.elasticNet(X, y, {
      alpha: 0.1,
      l1Ratio: seed % 3 / 2,
      nonNegative: seed % 2 === 0,
      fitIntercept: seed % 5 > 0,
    }),
  elasticNetCV: ({ X, y, seed }) =>
    stats.elasticNetCV(X, y, { l1Ratio: 0.5, alphas: 6, folds: 2 + seed % 3 }),
  kendallTau: ({ x, y, seed }) => stats.kendallTau(x, y, { variant: seed % 2 ? "b" : "c" }),
  kendallInterval: ({ x, y, clusters, level, seed }) =>
    kendallInterval(x, y, { clusters, level, variant: seed % 2 ? "b" : "c" }),
  krippendorffAlpha: ({ x, y, clusters, level, seed }) =>
    krippendorffAlpha(x.map((value, i) => i % 7 ? [value, y[i]] : [value, y[i], x[i - 1] ?? NaN]), {
      ...{ difference: (["nominal", "interval"] as const)[seed % 2], clusters, level },
    }),
  logisticRegression: ({ X, bits, clusters, seed }) =>
    stats.logisticRegression(X, bits, { ...{ intercept: seed % 3 > 0 }, ...seed % 2 ? { clusters } : {} }),
  matchRate: ({ labels, again, level }) => stats.matchRate(labels, again, { level }),
  mcnemar: ({ n, seed }) =>
    stats.mcnemar(n, seed % 40, seed % 3 ? {} : { exact: false, correction: seed % 2 > 0 }),
  permutationTest: ({ x, seed }) =>
    stats.permutationTest<number[]>({
      ...{ data: x, replicates: 50, seed },
      alternative: (["greater", "less", "two-sided"] as const)[seed % 3],
      statistic: ([a, b, ...rest]) => a - b + (rest[0] ?? 0),
      permute: (generator, data) => generator.shuffle(data),
    }),
  wilson: ({ n, seed, level }) => stats.wilson(seed % n, n, { level }),
  inferFunction: ({ x, y, clusters, n }) =>
    inferFunction(
      [x, y].map((values, k) => ({ name: `${k}`, value: (row) => values[row], range: stats.NUMBER })),
      ([a, b]) => a * b - a,
      n,
      clusters,
    ),
  splitVote: ({ x, n }) =>
    splitVote(upTo(n).map((i) => ({ votes: Math.abs(x[i]) % 4, of: 3, judge: i % 2 }))),
  jackknifeTotals: ({ x, n, seed }) =>
    jackknifeTotals({
      ...{ rows: Float64Array.from(x.flatMap((v) => [v, 1])), columns: 2, groups: seed % 2 ? 2 : n },
      statistics: ([sum, count]) => Float64Array.of((sum / count) ** 2),
    }),
  calibrationError: ({ shares, outcomes, clusters, level, seed }) =>
    core.calibrationError(shares, outcomes, { level, bins: 2 + seed % 9, ...seed % 2 ? { clusters } : {} }),
  correctedRate: ({ outcomes, others, bits, clusters, level, seed }) => {
    const own = { predicted: outcomes, clusters: clusters.map((c) => `o${c}`) };
    const strata = (tag: number[]) => seed % 5 === 0 ? { strata: tag } : {};
    return core.correctedRate({
      ...{ method: (["ppi", "rogan_gladen", "naive"] as const)[seed % 3], level },
      ...{ ...own, ...strata(bits), labelled: { predicted: others, truth: bits, clusters, ...strata(bits) } },
    });
  },
  biasDeviation: ({ x, y }) =>
    core.biasDeviation(x.map((v) => 1 + Math.abs(v) % 10), y.map((v) => 1 + Math.abs(v) % 10)),
  biasConformity: ({ x, y }) =>
    core.biasConformity(x.map((v) => 1 + Math.abs(v) % 5), y.map((v) => 1 + Math.abs(v) % 5), {
      maxScore: 5,
    }),
  standardize: ({ X, seed }) =>
    core.standardize(X, seed % 2 ? "columns" : "rows", { robust: seed % 3 === 0, ddof: seed % 2 }),
  familyPreference: ({ x, y }) =>
    core.familyPreference({
      ...{ generators: [..."abcd"], evaluators: [..."abcd"] },
      phiTilde: upTo(4).map((g) => upTo(4).map((e) => (x[(g + e) % x.length] + y[g % y.length]) / 3)),
    }, ["a", "c"]),
  verdictOf: ({ shares, seed }) => {
    const estimate = known(shares)[0] - 0.5, low = estimate - known(shares)[1] / 3, high = estimate + 0.1;
    const claimIs = (["above", "below", "either"] as const)[seed % 3];
    return core.verdictOf({ estimate, low, high, df: seed % 30 + 2, delta: 0.2, nullValue: 0.1, claimIs });
  },
  power: ({ shares, seed }) => {
    const [a, b] = known(shares).map((share) => 0.05 + 0.9 * share), correlation = 0.1;
    const more = seed % 2
      ? { pairsPerImage: [1, 2, 5], icc: 0.3 }
      : { pairsPerImage: 1.7, icc: 0.2, subsetsWithinImage: "constant" as const };
    const design: core.StudyDesign[] = [
      { metric: "ib", accIds: a, accCds: b, cdsShare: 0.3, ...more },
      { metric: "lb", accLonger: a, accShorter: b, shorterShare: 0.4, ...more },
      { metric: "irs", accImage: a, accNoImage: b, correlation, ...more },
      { metric: "bd", difference: a - b, sd: 0.5, ...more },
      {
        ...{ metric: "ib_difference", first: { accIds: a, accCds: b }, second: { accIds: b, accCds: b } },
        ...{ cdsShare: 0.3, correlation, ...more },
      },
    ];
    const options = [{}, { n: 300, alpha: 0.1 }, { power: 0.9 }, { n: [50, 500] }];
    return core.power(design[seed % 5], options[seed % 4] as { power: number });
  },
  simulatePower: ({ shares, seed }) => {
    const [a, b] = known(shares), study = { cdsShare: 0.4, pairsPerImage: 2, icc: 0.3 };
    return core.simulatePower({ metric: "ib", accIds: a, accCds: b, ...study }, {
      n: 40,
      replicates: 10,
      seed,
    });
  },
  simulateModelPairs: ({ seed, shares }) =>
    drawModelPairs({
      ...{ images: 3, runs: 1 + seed % 2, labelled: known(shares)[0], seed, models: { a: 1, b: 0, c: -1 } },
      judges: [{ judge: "a", taste: 0.5, unread: 0.1 }, { judge: "z", longer: 0.4, first: 0.3 }],
    }),
  simulateVotedPairs: ({ seed, shares }) =>
    drawVotedPairs({
      ...{ pairs: 6, people: 1 + seed % 3, correlation: known(shares)[0] / 2, noise: 0.7, seed },
      judges: [{ judge: "j", noise: 2, bias: 0.3 }],
    }),
  exactMean: ({ x, shares }) => {
    const values = Float64Array.from(x, (v) => v / 10);
    exactMean(values, 0.3 + 0.4 * known(shares)[0], { grain: 0.01, fixed: [NaN, 0.5] });
    return values;
  },
  "exactMean of many": ({ seed }) => {
    const { normal } = stats.random(seed), values = Float64Array.from({ length: 150 }, () => normal() / 4);
    const fixed = { fixed: upTo(10 * (seed % 3)).map((i) => i % 4 ? NaN : seed % 2) };
    exactMean(values, seed / 39 - 0.01, { grain: [1e-4, 0.1][seed % 2], ...seed % 5 ? fixed : {} });
    return values;
  },
};

Deno.test("functions of numbers give what is kept of forty studies", () => {
  const outcomes = new Outcomes("numbers"), studies = upTo(40).map((i) => drawn(i + 1));
  for (const [name, call] of Object.entries(CALLS)) {
    const results = studies.map((of) => tried(() => call(of))).map((found) =>
      typeof found === "object" && !Array.isArray(found) && !ArrayBuffer.isView(found) ? found : { found }
    );
    outcomes.of(name, results);
  }
  outcomes.hold();
});

Deno.test("ensembles give what is kept of ratings and captions of one study", () => {
  const outcomes = new Outcomes("ensembles"), setting = "ref_free";
  const frames = fc.sample(MATCHED_FRAMES["ratings and caption scores"], { seed: SEED, numRuns: 25 });
  frames.forEach(([ratings, captions], i) => {
    const criterion = i % 2 ? "tau_c" as const : "tau_b" as const, results: unknown[] = [];
    const of = (name: string, call: () => unknown) => results.push(tried(() => ({ [name]: call() })));
    const [train, validation] = [20, -20].map((n) => n > 0 ? ratings.head(n) : ratings.tail(-n));
    const options = {
      ...{ criterion, nonNegative: i % 3 === 0, folds: 2 + i % 4, maxMembers: i % 5 ? undefined : 1 },
    };
    of("fitPomms", () => core.fitPomms({ train, validation }, options).toJSON());
    of("pommsReport", () => {
      const pomms = core.fitPomms({ train, validation }, options);
      of("pommsPhilautia", () => core.pommsPhilautia(captions, pomms, { setting }));
      of("withPommsScores", () => core.withPommsScores(captions, pomms, { setting }));
      return core.pommsReport(pomms, ratings, { captionScores: captions, setting, level: 0.8 });
    });
    outcomes.of(`study ${i}`, results);
  });
  outcomes.hold();
});
