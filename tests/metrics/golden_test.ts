import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { binSpread } from "@/stats/bin_spread.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { holm } from "@/stats/multiple_testing.ts";
import { close } from "../stats/golden.ts";
import corrections from "./golden/correction.json" with { type: "json" };
import models from "./golden/models.json" with { type: "json" };
import verdicts from "./golden/verdicts.json" with { type: "json" };
import { pairsFrame } from "./pairs_fixture.ts";

type Cell = number & string;
type Row = Record<string, Cell>;
const records = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const one = (frame: pl.DataFrame) => records(frame)[0];

/** Compares what is expected of a row by name. */
function holds(row: object, expected: object, tolerance = {}): void {
  for (const [name, value] of Object.entries(expected)) {
    const found = (row as Record<string, number>)[name];
    close(found, value, { relative: 1e-12, absolute: 1e-14, what: name, ...tolerance });
  }
}

/** Columns of rows that the fixture does not know. */
const named = <T extends object>(rows: readonly T[], ...names: (keyof T & string)[]) =>
  names.map((name) => pl.Series(name, rows.map((row) => row[name] as string)));

// The frame and the expected values: /usr/bin/python3 tests/metrics/golden/verdicts.py (pandas 1.5.3, numpy 1.24.2)
const FRAME = pairsFrame(verdicts.rows).withColumns(...named(verdicts.rows, "model"));

Deno.test("slots, orders and lengths: shares, accuracies, gaps, flips, excess within and between models are those of pandas", () => {
  const by = ["judge"];
  const cases = [
    [core.slotPreference(FRAME, { by }), verdicts.slot],
    [core.orderConsistency(FRAME, { by }), verdicts.order],
    [core.longerWins(FRAME, { by, within: "model" }), verdicts.longer],
  ] as [pl.DataFrame, Record<string, object>][];
  for (const [frame, expected] of cases) {
    assert.deepEqual(records(frame).map((row) => row.judge), Object.keys(expected));
    for (const row of records(frame)) holds(row, expected[row.judge]);
  }
});

Deno.test("unparsedAudit: accuracies under the fixed rules are those of pandas, a draw lies between its bounds", () => {
  const rows = records(core.unparsedAudit(FRAME, { by: ["judge"], seed: 3 }));
  assert.equal(rows.length, 10);
  for (const { judge, rule, n, n_unparsed, accuracy } of rows) {
    const expected = verdicts.audit[judge as unknown as "j1"], isDropped = (rule as string) === "dropped";
    assert.equal(n_unparsed, expected.n_unparsed);
    if ((rule as string) === "random") assert.ok(accuracy > expected.worst && accuracy < expected.best);
    else {
      close(accuracy, expected[rule as "wrong"], { what: `${judge} ${rule}` });
      assert.equal(n, isDropped ? expected.n - expected.n_unparsed : expected.n);
    }
  }
});

// /usr/bin/python3 tests/metrics/golden/models.py (statsmodels 0.13.5, scipy 1.10.1, pandas 1.5.3)
const PAIRS = pairsFrame(models.rows).withColumns(...named(models.rows, "model_a", "model_b"));
const only = (judge: string) => PAIRS.filter(pl.col("judge").eq(pl.lit(judge)));

Deno.test("bradleyTerry and styleEffects: strengths, limits and effects are statsmodels', with ties, covariates and clusters", () => {
  for (const judge of ["m1", "m3"] as const) {
    for (const [name, covariates] of [["plain", []], ["controlled", ["words", "first_slot"]]] as const) {
      const expected = models.strength[judge][name];
      const rows = records(core.bradleyTerry(only(judge), { by: [], covariates }));
      assert.equal(rows.length, 5);
      for (const row of rows) {
        holds(row, expected.models[row.model as unknown as "m1"], { relative: 1e-6, absolute: 1e-7 });
      }
      const effects = expected.effects as Record<string, { effect: number; p_value: number }>;
      for (const row of records(core.styleEffects(only(judge), { by: [], covariates }))) {
        holds({ effect: row.effect }, { effect: effects[row.covariate].effect }, { relative: 1e-6 });
        close(row.p_value, effects[row.covariate].p_value, { relative: 1e-5 });
      }
    }
  }
});

Deno.test("bradleyTerry: a reference is 0 and moves the others together; people's verdicts on request; swapped sides change nothing", () => {
  const free = records(core.bradleyTerry(only("m1"), { by: [] }));
  const at = (rows: Row[], model: string) => rows.find((row) => row.model === model)!;
  const ranks = (rows: Row[]) => rows.map((row) => [row.model, row.rank_low, row.rank_high]);
  for (const { model: reference } of free) {
    const fixed = records(core.bradleyTerry(only("m1"), { by: [], reference }));
    assert.deepEqual([at(fixed, reference).strength, at(fixed, reference).low], [0, NaN]);
    for (const { model, strength } of free) {
      close(strength - at(free, reference).strength, at(fixed, model).strength, { absolute: 1e-10 });
    }
    assert.deepEqual(ranks(free), ranks(fixed));
  }
  const turned = { A: "B", B: "A" } as Record<string, string>;
  const mirror = models.rows.filter((row) => row.judge === "m1").map(({ model_a, model_b, ...row }) => ({
    ...{ ...row, model_a: model_b, model_b: model_a },
    choice: row.choice && (turned[row.choice] ?? row.choice),
  }));
  const mirrored = pairsFrame(mirror).withColumns(...named(mirror, "model_a", "model_b"));
  records(core.bradleyTerry(mirrored, { by: [] })).forEach((row, i) =>
    close(row.strength, free[i].strength, { absolute: 1e-9 })
  );
});

Deno.test("own and relatives' answers, circles: as by pandas, and by going through all triples", () => {
  const families = { first: ["m1", "m2"], second: ["m3", "m4"] }, by = ["judge"];
  const cases = [
    [core.pairSelfPreference(PAIRS, { by }), models.own],
    [core.pairSelfPreference(PAIRS, { by, families, self: false }), models.family],
    [core.transitivity(PAIRS, { by }), models.circles],
  ] as [pl.DataFrame, Record<string, object>][];
  for (const [frame, expected] of cases) for (const row of records(frame)) holds(row, expected[row.judge]);
});

Deno.test("honestLeaderboard: paired p-values by the formulas in Python, Holm's and the ranks left open are statsmodels'", () => {
  const pairs = pairsFrame(models.boardRows), rows = records(core.honestLeaderboard(pairs, { by: [] }));
  assert.deepEqual(rows.map((row) => row.judge as string), models.board.map((row) => row.judge));
  rows.forEach((row, i) => {
    const { p_first, judge: _, ...wanted } = models.board[i];
    holds(row, wanted);
    if (p_first === null) assert.ok(Number.isNaN(row.p_first) && row.with_first === 1);
    else close(row.p_first, p_first!, { relative: 1e-9 });
    assert.equal(row.with_first === 0, row.p_first <= 0.05);
  });
  const judges = models.board.map(({ judge }) => judge), [first] = judges;
  const tested = judges.flatMap((second, i) => judges.slice(0, i).map((first) => ({ first, second })));
  const adjusted = holm(tested.map((two) => core.judgesDiffer(pairs, two).pValue));
  rows.slice(1).forEach(({ judge, p_first }) => {
    const at = tested.findIndex((two) => two.first === first && two.second === String(judge));
    close(adjusted[at], p_first, { relative: 1e-12 });
  });
});

const RATINGS = pl.DataFrame({
  ...Object.fromEntries(
    (["item_id", "annotator", "human", "good"] as const).map((name) => [
      name,
      models.ratings.map((row) => row[name]),
    ]),
  ),
  poor: pl.Series("poor", models.ratings.map((row) => row.poor), pl.Float64),
});

Deno.test("agreementCeiling: mean τ and κ with people and between them are scipy's and scikit-learn's, limits those of the jackknife", () => {
  for (const row of records(core.agreementCeiling(RATINGS))) {
    const { jackknife, kappa_jackknife, ...wanted } = models.ceiling[row.evaluator as unknown as "good"];
    holds(row, wanted);
    // t quantile with about 79 degrees of freedom: 1.990; the linearised error is 1–3% below the jackknife's here.
    const cases = [
      [["", "ceiling_", "gap_"], jackknife],
      [["kappa_", "kappa_ceiling_", "kappa_gap_"], kappa_jackknife],
    ] as const;
    for (const [names, errors] of cases) {
      names.forEach((name, k) =>
        close((row[`${name}high`] - row[`${name}low`]) / 3.98, errors[k], { relative: 0.05, what: name })
      );
    }
  }
  const shuffled = core.agreementCeiling(RATINGS.drop("annotator"));
  const tau = (frame: pl.DataFrame) => frame.getColumn("tau").toArray();
  assert.deepEqual(tau(shuffled), tau(core.agreementCeiling(RATINGS)));
});

Deno.test("saturation: the most frequent value is pandas', an item counts once", () => {
  for (const row of records(core.saturation(RATINGS))) {
    holds(row, models.saturation[row.evaluator as unknown as "good"]);
  }
});

// Data and expected values: /usr/bin/python3 tests/metrics/golden/correction.py (numpy 1.24.2, scipy 1.10.1, statsmodels 0.13.5)
const { predicted, labelled } = corrections.rows;

Deno.test("correctedRate: PPI with tuned, full and no weight of the judge, in strata, and with missing values, as by numpy", () => {
  const { strata } = corrections, method = "ppi" as const;
  const inStrata = { strata: strata.predicted, labelled: { ...labelled, strata: strata.labelled } };
  const truth = [...labelled.truth, NaN], more = { predicted: [...labelled.predicted, 1], truth };
  const cases = [
    [{}, corrections.ppi],
    [{ lambda: 1 }, corrections.ppi1],
    [{ lambda: 0 }, corrections.labels],
    [inStrata, { lam: undefined, estimate: strata.estimate, low: strata.low, high: strata.high }],
    [{ predicted: [...predicted, null as never], labelled: more }, corrections.ppi],
  ] as [object, typeof corrections.ppi][];
  for (const [options, { lam, ...wanted }] of cases) {
    const found = core.correctedRate({ predicted, labelled, method, ...options });
    // numpy's limits are ± t standard errors; ours lie further towards the middle, by a hundredth of the width or two.
    holds(found, wanted, { relative: 0.02 });
    close(found.estimate, wanted.estimate, { relative: 1e-9 });
    if (lam !== undefined) close(found.lambda, lam, { relative: 1e-12 });
    assert.deepEqual([found.n, found.n_labelled, found.warning], [900, 120, ""]);
  }
  const sure = { predicted: labelled.truth, truth: labelled.truth };
  const { estimate, low, high } = core.correctedRate({ predicted, labelled: sure, method });
  assert.ok(low < estimate - 0.02 && high > estimate + 0.02, "no error among 120 is not none");
});

Deno.test("correctedRate: Rogan and Gladen with the interval of Lang and Reiczigel, as by numpy; outside 0 to 1 it says so", () => {
  const method = "rogan_gladen" as const;
  holds(core.correctedRate({ predicted, labelled, method }), corrections.rogan_gladen, { relative: 1e-9 });
  const outside = core.correctedRate({ predicted: [0, 0, 0, 0], labelled, method });
  assert.match(`${outside.estimate} ${outside.warning}`, /^0 .*outside 0 to 1/);
});

Deno.test("correctedRate, ppi: as wide with copies of the labelled rows in one cluster as without; other strata are said", () => {
  const rows = Array.from({ length: 60 }, (_, i) => i), verdict = (i: number) => i % 2, method = "ppi";
  const truth = (i: number) => i % 6 === 0 ? 1 - verdict(i) : verdict(i);
  const of = (rows: number[]) => ({ predicted: rows.map(verdict), truth: rows.map(truth) });
  const found = (copies: number) => {
    const own = rows.flatMap((i) => new Array<number>(copies).fill(i));
    const clusters = rows.map((i) => `other ${i}`);
    const labelled = { ...of(own), clusters: own.map(String) };
    return core.correctedRate({ method, predicted: rows.map(verdict), clusters, labelled });
  };
  assert.ok(Math.abs(found(5).low - found(1).low) < 0.02 && found(5).high - found(5).low > 0.15);
  const strata = core.correctedRate({
    ...{ method, predicted: rows.map(verdict), strata: rows.map(() => "a") },
    labelled: { ...of(rows), strata: rows.map((i) => i < 50 ? "a" : "b") },
  });
  assert.match(strata.warning, /10 labelled rows are of strata without unlabelled ones/);
});

const { annotators } = corrections;
const votes = annotators.people.flatMap((votes, p) =>
  votes.map((vote, i) => ({
    ...{ item_id: String(i), annotator: `p${p}`, human: vote ? "A" : "B" },
    ...{ judge: "j", choice: annotators.judge[i] ? "A" : "B" },
  }))
);

Deno.test("alternativeAnnotator: ω, ρ and p on verdicts and on ratings are scipy's and statsmodels'", () => {
  const ratings = annotators.ratings.flatMap((own, p) =>
    own.map((human, i) => ({ item_id: String(i), annotator: `p${p}`, human, j: annotators.score[i] }))
  );
  for (const [rows, wanted] of [[votes, annotators.verdicts], [ratings, annotators.scores]] as const) {
    for (const epsilon of ["0.0", "0.1", "0.2"] as const) {
      const row = one(core.alternativeAnnotator(pl.DataFrame(rows), { epsilon: Number(epsilon) }));
      assert.deepEqual([row.judge, row.n, row.n_annotators, row.warning], ["j", 60, 3, null]);
      const { p_adjusted, each: _, ...rest } = wanted[epsilon];
      holds(row, rest);
      // Theirs is Student's t; ours inverts limits that stay within −1 and 1, and is another number far out.
      close(row.p_adjusted, p_adjusted, { relative: 0.1, absolute: 1e-3, what: epsilon });
      assert.equal(row.winning_rate >= 0.5, row.p_adjusted <= 0.05);
    }
  }
});

Deno.test("alternativeAnnotator: a silent judge loses, lone votes say nothing, few people and items are said", () => {
  const of = (rows: object[]) => core.alternativeAnnotator(pl.DataFrame(rows), { epsilon: 0.2 });
  const none = one(core.alternativeAnnotator(
    pl.DataFrame(votes).withColumn(pl.lit(null).cast(pl.Utf8).alias("choice")),
    { epsilon: 0.2 },
  ));
  assert.deepEqual([none.winning_rate, none.advantage, none.n_unparsed], [0, 0, 60]);
  const few = votes.filter((row) => Number(row.item_id) < 20 && row.annotator !== "p2");
  const { n, warning } = one(of([...few, { ...votes[0], item_id: "alone" }]));
  assert.equal(n, 20);
  assert.equal(warning, "only 2 people: the test wants three; fewer than 30 items of a person");
  assert.throws(() => of([...votes, votes[0]]), /one row per item, person and judge/);
});

Deno.test("calibrationError: ECE and the parts of the Brier score are numpy's and add up", () => {
  const { probabilities, outcomes, ...wanted } = corrections.calibration;
  const found = core.calibrationError(probabilities, outcomes);
  holds(found, wanted, { relative: 1e-10 });
  const { brier, reliability, resolution, uncertainty, within, bins, n } = found;
  close(brier, reliability - resolution + uncertainty + within, { relative: 1e-12 });
  assert.equal(bins.reduce((sum, bin) => sum + bin.n, 0), n);
});

Deno.test("calibrationError: the bins' covariance is clubSandwich's CR3, the p of the joint test numpy's and scipy's", () => {
  // R 4.2.2, clubSandwich 0.5.8: i <- 0:59; g <- i %/% 4; p <- 0.55 + 0.1*((i*7) %% 4); y <- as.numeric(((i*13 + 5*g) %% 10)/10 < p - 0.12);
  // d <- y - p; b <- factor(p); vcovCR(lm(d ~ 0 + b), cluster = g, type = "CR3")
  const wanted = [
    [0.0190476190476190, 0.0088435374149660, -0.0095238095238095, 0.0054421768707483],
    [0.0088435374149660, 0.0190476190476190, -0.0095238095238095, -0.0047619047619048],
    [-0.0095238095238095, -0.0095238095238095, 0.0149659863945578, -0.0027210884353742],
    [0.0054421768707483, -0.0047619047619048, -0.0027210884353742, 0.0088435374149660],
  ];
  const rows = Array.from({ length: 60 }, (_, i) => i), cluster = (i: number) => Math.floor(i / 4);
  const part = (i: number) => i * 7 % 4, probability = (i: number) => 0.55 + 0.1 * part(i);
  const outcome = (i: number, off = 0.12) =>
    (i * 13 + 5 * cluster(i)) % 10 / 10 < probability(i) - off ? 1 : 0;
  const bins = [0, 1, 2, 3].map((k) => {
    const own = rows.filter((i) => part(i) === k);
    return { n: own.length, share: own.reduce((sum, i) => sum + outcome(i), 0) / own.length };
  });
  const gaps = rows.map((i) => outcome(i) - probability(i));
  const { covariance } = binSpread({
    ...{ gaps, bins, parts: rows.map(part), clusters: Int32Array.from(rows, cluster) },
  });
  wanted.forEach((row, b) => row.forEach((value, c) => close(covariance[b][c], value, { relative: 1e-12 })));
  // numpy 1.24.2, scipy 1.10.1, of y <- as.numeric(… < p - 0.3): D = sums of d by cluster and bin; M = D'D/outer(s, s), s² = Σ d² of the bin;
  // λ its eigenvalues; ν = (Σλ)²/Σλ²; stats.f.sf(Σ (Σd)²/Σp(1 − p)/Σλ, ν, ν·14)
  const found = core.calibrationError(rows.map(probability), rows.map((i) => outcome(i, 0.3)), {
    clusters: rows.map(cluster),
  });
  close(found.pValue, 0.021054846648109974, { relative: 1e-9 });
  assert.deepEqual([found.n, found.clusters, found.df], [60, 15, 14]);
});

Deno.test("krippendorffAlpha: the printed values of Krippendorff's example with missing values", () => {
  const units = Array.from(
    { length: 12 },
    (_, u) => corrections.krippendorff.map((observer) => observer[u] ?? NaN),
  );
  // Krippendorff 2011, examples C and following: 40 pairable values in 11 units.
  for (const [difference, printed] of [["nominal", 0.743], ["interval", 0.849]] as const) {
    const { alpha, n, nValues, low, high } = krippendorffAlpha(units, { difference });
    assert.deepEqual([alpha.toFixed(3), n, nValues], [String(printed), 11, 40]);
    assert.ok(low < alpha && alpha < high);
  }
});

Deno.test("repeatability: flips and pass rates are numpy's", () => {
  const { choice, ...wanted } = corrections.runs;
  const frame = pairsFrame(
    choice.flatMap((own, run) =>
      own.map((choice, item) => ({ item_id: String(item), run: run + 1, choice }))
    ),
  );
  const row = one(core.repeatability(frame, { by: [] }));
  holds(row, wanted, { relative: 1e-9 });
  assert.deepEqual([row.n, row.n_runs, row.n_single, row.n_unparsed], [50, 4, 0, 0]);
  assert.ok(row.alpha < 1 - row.flip_rate && row.alpha_low < row.alpha);
  assert.ok(row.low < row.flip_rate && row.flip_rate < row.high);
});
