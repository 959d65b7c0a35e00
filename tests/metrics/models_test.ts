import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { agreementCeiling } from "@/metrics/agreement_ceiling.ts";
import { bradleyTerry, styleEffects } from "@/metrics/bradley_terry.ts";
import { honestLeaderboard } from "@/metrics/honest_leaderboard.ts";
import { pairSelfPreference } from "@/metrics/pair_self_preference.ts";
import { saturation } from "@/metrics/saturation.ts";
import { transitivity } from "@/metrics/transitivity.ts";
import { close } from "../stats/golden.ts";
import golden from "./golden/models.json" with { type: "json" };
import { pairsFrame, type Values } from "./pairs_fixture.ts";

// Frames and expected values: /usr/bin/python3 tests/metrics/golden/models.py (statsmodels 0.13.5, scipy 1.10.1, pandas 1.5.3)
const named = (rows: { model_a: string; model_b: string }[]) => [
  pl.Series("model_a", rows.map((row) => row.model_a)),
  pl.Series("model_b", rows.map((row) => row.model_b)),
];
const PAIRS = pairsFrame(golden.rows).withColumns(...named(golden.rows));
const JUDGES = ["m1", "m3"] as const;
type Row = Values & { judge: string; model: string; evaluator: string; covariate: string; warning: string };
const records = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const only = (judge: string) => PAIRS.filter(pl.col("judge").eq(pl.lit(judge)));

Deno.test("bradleyTerry and styleEffects: strengths, limits and effects are statsmodels', with ties, covariates and clusters", () => {
  for (const judge of JUDGES) {
    for (const [name, covariates] of [["plain", []], ["controlled", ["words", "first_slot"]]] as const) {
      const expected = golden.strength[judge][name];
      const rows = records(bradleyTerry(only(judge), { by: [], covariates }));
      assert.equal(rows.length, 5);
      for (const row of rows) {
        const wanted = expected.models[row.model as "m1"];
        close(row.strength, wanted.strength, {
          relative: 1e-7,
          absolute: 1e-8,
          what: `${judge} ${name} ${row.model}`,
        });
        close(row.low, wanted.low, {
          relative: 1e-6,
          absolute: 1e-7,
          what: `${judge} ${name} ${row.model} low`,
        });
        close(row.high, wanted.high, {
          relative: 1e-6,
          absolute: 1e-7,
          what: `${judge} ${name} ${row.model} high`,
        });
        assert.deepEqual([row.n, row.win_share], [wanted.n, wanted.win_share]);
      }
      for (const row of records(styleEffects(only(judge), { by: [], covariates }))) {
        const wanted =
          (expected.effects as Record<string, { effect: number; p_value: number }>)[row.covariate];
        close(row.effect, wanted.effect, { relative: 1e-6, what: `${judge} ${row.covariate}` });
        close(row.p_value, wanted.p_value, { relative: 1e-5, what: `${judge} ${row.covariate} p` });
      }
    }
  }
});

Deno.test("bradleyTerry: a reference is 0 and moves the others together; people's verdicts on request; swapped sides change nothing", () => {
  const free = records(bradleyTerry(only("m1"), { by: [] }));
  const at = (rows: Row[], model: string) => rows.find((row) => row.model === model)!;
  for (const { model: reference } of free) {
    const fixed = records(bradleyTerry(only("m1"), { by: [], reference: reference as string }));
    assert.deepEqual([at(fixed, reference).strength, at(fixed, reference).low], [0, NaN]);
    for (const { model, strength } of free) {
      close(strength - at(free, reference).strength, at(fixed, model).strength, { absolute: 1e-10 });
    }
    assert.deepEqual(
      free.map(({ model, rank_low, rank_high }) => [model, rank_low, rank_high]),
      fixed.map((row) => [row.model, row.rank_low, row.rank_high]),
    );
  }
  assert.throws(() => bradleyTerry(PAIRS, { reference: "m9" }), /reference among m1.*found m9/);
  const people = records(bradleyTerry(only("m1"), { by: [], verdict: "human" }));
  assert.notDeepEqual(people.map((row) => row.strength), free.map((row) => row.strength));
  const turned = { A: "B", B: "A" } as Record<string, string>;
  const mirror = golden.rows.filter((row) => row.judge === "m1").map((row) => ({
    ...row,
    choice: row.choice && (turned[row.choice] ?? row.choice),
    model_a: row.model_b,
    model_b: row.model_a,
  }));
  const mirrored = records(bradleyTerry(pairsFrame(mirror).withColumns(...named(mirror)), { by: [] }));
  mirrored.forEach((row, i) => close(row.strength, free[i].strength, { absolute: 1e-9 }));
});

Deno.test("bradleyTerry: a model that never lost has no finite strength, and is named", () => {
  const rows = [["x", "y", "A"], ["x", "z", "A"], ["y", "z", "A"], ["z", "y", "A"]].map((
    [model_a, model_b, choice],
  ) => ({ model_a, model_b, choice }));
  const table = records(bradleyTerry(pairsFrame(rows).withColumns(...named(rows)), { by: [] }));
  assert.ok(table.every((row) => Number.isNaN(row.strength) && row.rank_low === 1 && row.rank_high === 3));
  assert.match(table[0].warning, /no finite strengths: x never lost/);
  assert.equal(table[0].model, "x"); // by the raw share of wins, which exists
});

Deno.test("pairSelfPreference: own and relatives' answers as by pandas", () => {
  const families = { first: ["m1", "m2"], second: ["m3", "m4"] };
  const check = (frame: pl.DataFrame, expected: Record<string, Record<string, number>>) => {
    for (const row of records(frame)) {
      for (const [name, value] of Object.entries(expected[row.judge])) {
        close(row[name], value, { what: `${row.judge} ${name}` });
      }
    }
  };
  check(pairSelfPreference(PAIRS, { by: ["judge"] }), golden.own);
  check(pairSelfPreference(PAIRS, { by: ["judge"], families, self: false }), golden.family);
  assert.throws(() => pairSelfPreference(PAIRS, { families: { x: ["m1"], y: ["m1"] } }), /m1 in x and y/);
  const [none] = records(
    pairSelfPreference(only("m1").withColumn(pl.lit("stranger").alias("judge")), { by: [] }),
  );
  assert.deepEqual([none.n_own, none.self_preference, none.low], [0, NaN, NaN]);
});

Deno.test("transitivity: circles are those of going through all triples; by hand", () => {
  for (const row of records(transitivity(PAIRS, { by: ["judge"] }))) {
    const expected = golden.circles[row.judge as "m1"];
    assert.deepEqual([row.n_triples, row.n_cyclic], [expected.n_triples, expected.n_cyclic]);
  }
});

Deno.test("transitivity: all of a tournament, and within questions with limits", () => {
  const circle = [["x", "y"], ["y", "z"], ["z", "x"]];
  const rows = Array.from({ length: 60 }, (_, i) => ({
    item_id: String(i),
    image_id: String(Math.floor(i / 3)),
    model_a: circle[i % 3][0],
    model_b: circle[i % 3][1],
    choice: i < 6 ? "B" : "A",
  }));
  const frame = pairsFrame(rows).withColumns(...named(rows));
  const [all] = records(transitivity(frame, { by: [] }));
  assert.deepEqual([all.share, all.n_triples, all.low], [1, 1, NaN]);
  const [single] = records(transitivity(frame, { by: [], within: "image_id" }));
  assert.deepEqual([single.n_triples, single.n_cyclic], [20, 20]);
  assert.ok(single.low > 0.8);
});

Deno.test("honestLeaderboard: McNemar under Holm and the ranks left open are statsmodels'", () => {
  const rows = records(honestLeaderboard(pairsFrame(golden.boardRows), { by: [] }));
  assert.deepEqual(rows.map((row) => row.judge), golden.board.map((row) => row.judge));
  rows.forEach((row, i) => {
    const wanted = golden.board[i];
    assert.deepEqual(
      [row.accuracy, row.rank_low, row.rank_high],
      [wanted.accuracy, wanted.rank_low, wanted.rank_high],
    );
    if (wanted.p_first === null) assert.ok(Number.isNaN(row.p_first) && row.with_first === 1);
    else close(row.p_first, wanted.p_first!, { relative: 1e-9, what: row.judge });
  });
  const sure = rows.filter((row) => row.with_first === 0).map((row) => row.judge);
  assert.deepEqual(sure, rows.filter((row) => row.p_first <= 0.05).map((row) => row.judge));
});

Deno.test("honestLeaderboard: pairs of one image do not count as independent; judges without a pair in common stay open", () => {
  // x is right and y wrong on all 10 pairs of each of 3 images: 30 disagreements, yet three images.
  const rows = ["x", "y"].flatMap((judge) =>
    Array.from(
      { length: 33 },
      (_, i) => ({
        judge,
        item_id: String(i),
        image_id: i < 30 ? String(i % 3) : `s${i}`,
        choice: judge === "x" === i < 30 ? "A" : "B",
      }),
    )
  );
  const [, second] = records(honestLeaderboard(pairsFrame(rows), { by: [] }));
  const [, alone] = records(
    honestLeaderboard(pairsFrame(rows.map((row) => ({ ...row, image_id: row.item_id }))), { by: [] }),
  );
  assert.ok(second.p_first > 100 * alone.p_first, `${second.p_first} ${alone.p_first}`);
  const apart = rows.map((row) => row.judge === "x" ? row : { ...row, item_id: `y${row.item_id}` });
  const [, other] = records(honestLeaderboard(pairsFrame(apart), { by: [] }));
  assert.deepEqual([other.p_first, other.with_first, other.rank_low, other.n_shared], [NaN, 1, 1, 0]);
  assert.throws(() => honestLeaderboard(pairsFrame([rows[0], rows[0]]), { by: [] }), /one row per .*judge/);
});

const RATINGS = pl.DataFrame({
  item_id: golden.ratings.map((row) => row.item_id),
  annotator: golden.ratings.map((row) => row.annotator),
  human: golden.ratings.map((row) => row.human),
  good: golden.ratings.map((row) => row.good),
  poor: pl.Series("poor", golden.ratings.map((row) => row.poor), pl.Float64),
});

Deno.test("agreementCeiling: mean τ and κ with people and between them are scipy's and scikit-learn's, limits those of the jackknife", () => {
  for (const row of records(agreementCeiling(RATINGS))) {
    const wanted = golden.ceiling[row.evaluator as "good"];
    for (const name of ["tau", "ceiling", "gap", "n", "kappa", "kappa_ceiling", "kappa_gap"] as const) {
      close(row[name], wanted[name], { relative: 1e-12, absolute: 1e-14, what: name });
    }
    ["kappa", "kappa_ceiling", "kappa_gap"].forEach((name, k) =>
      close((row[`${name}_high`] - row[`${name}_low`]) / 3.98, wanted.kappa_jackknife[k], {
        relative: 0.05,
        what: name,
      })
    );
    const half = [row.high - row.low, row.ceiling_high - row.ceiling_low, row.gap_high - row.gap_low].map((
      w,
    ) => w / 2);
    // t quantile with about 79 degrees of freedom: 1.990; the linearised error is 1–3% below the jackknife's here.
    half.forEach((value, k) =>
      close(value / 1.99, wanted.jackknife[k], { relative: 0.05, what: `${row.evaluator} ${k}` })
    );
  }
  const shuffled = agreementCeiling(RATINGS.drop("annotator"));
  assert.deepEqual(shuffled.getColumn("tau").toArray(), agreementCeiling(RATINGS).getColumn("tau").toArray());
});

Deno.test("agreementCeiling: one person has no ceiling, two ratings of one person are refused", () => {
  const single = RATINGS.filter(pl.col("annotator").eq(pl.lit("p0")));
  const [row] = records(agreementCeiling(single));
  assert.deepEqual([row.n, row.ceiling, row.gap], [0, NaN, NaN]);
  assert.throws(() => agreementCeiling(pl.concat([single, single])), /one rating per item and person/);
  // Nobody agrees or disagrees with a person who always says the same.
  const same = single.withColumns(
    pl.lit("same").alias("annotator"),
    pl.lit(3).cast(pl.Float64).alias("human"),
  );
  const human = single.getColumn("human").cast(pl.Float64).alias("human");
  const [both] = records(agreementCeiling(pl.concat([single.withColumns(human), same])));
  assert.ok(both.n > 0 && Number.isFinite(both.tau), `${both.tau}`);
});

Deno.test("agreementCeiling: a judge that is milder than people keeps its τ and loses κ; constants have none", () => {
  const human = Array.from({ length: 60 }, (_, i) => i % 5),
    other = human.map((x, i) => i % 7 === 0 ? (x + 1) % 5 : x);
  const frame = (judge: number[]) =>
    pl.DataFrame({
      item_id: [...human, ...human].map((_, i) => String(i % 60)),
      annotator: [...human, ...human].map((_, i) => i < 60 ? "p" : "q"),
      human: [...human, ...other],
      judge: [...judge, ...judge],
    });
  const [same] = records(agreementCeiling(frame(human))),
    [mild] = records(agreementCeiling(frame(human.map((x) => x + 3))));
  close(mild.tau, same.tau);
  assert.ok(
    same.kappa > same.kappa_ceiling && mild.kappa < 0.3 && mild.kappa_gap_low > 0.3,
    `${mild.kappa_gap_low}`,
  );
  // Σ(x − y)² = 2·Σ(x − x̄)² of x = 0, 1 and y = 1, 0: κ = −1.
  const two = pl.DataFrame({
    item_id: ["1", "1", "2", "2"],
    annotator: ["p", "q", "p", "q"],
    human: [0, 1, 1, 0],
    j: [1, 1, 1, 1],
  });
  const [row] = records(agreementCeiling(two));
  assert.deepEqual([row.kappa_ceiling, row.tau, row.kappa], [-1, NaN, 0]);
});

Deno.test("saturation: the most frequent value is pandas', an item counts once, nothing scored is NaN", () => {
  for (const row of records(saturation(RATINGS))) {
    const wanted = golden.saturation[row.evaluator as "good"];
    assert.deepEqual([row.n, row.n_values], [wanted.n, wanted.n_values]);
    close(row.share, wanted.share);
  }
  const scores = pl.DataFrame({
    image_id: ["1", "2", "3", "4"],
    evaluator: ["j", "j", "j", "k"],
    score: pl.Series("score", [0.5, 0, null, null], pl.Float64),
    reason_repeats: pl.Series("reason_repeats", [1, 4, null, null], pl.Float64),
  });
  const [j, k] = records(saturation(scores));
  assert.deepEqual([j.n, j.share, j.value, j.n_unscored, j.share_copied], [2, 0.5, 0, 1, 0.5]);
  assert.deepEqual([k.n, k.share, k.value, k.n_values, k.share_copied], [0, NaN, NaN, 0, NaN]);
});

Deno.test("strengths where every cluster is alike: no interval and no rank that is certain, in words", () => {
  const ids = Array.from({ length: 20 }, (_, i) => `${i}`), all = (value: string) => ids.map(() => value);
  const games = { item_id: ids, model_a: all("x"), model_b: all("y"), human: all("A"), choice: all("tie") };
  for (const row of bradleyTerry(pl.DataFrame(games), { by: [] }).toRecords()) {
    const { strength, low, high, rank_low, rank_high, warning } = row;
    assert.deepEqual([strength, low, high, rank_low, rank_high], [0, NaN, NaN, 1, 2]);
    assert.equal(warning, "nothing varies over 20 clusters: no interval");
  }
});
