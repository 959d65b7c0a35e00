import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { agreement, disagreements, effectiveJudges } from "judgebias";
import * as core from "judgebias";
import { random } from "@/stats/random.ts";

const row = (frame: pl.DataFrame) => frame.toRecords()[0] as Record<string, number>;

Deno.test("agreement: κ, AC1 and α of the same rows, ties a label of their own, unread replies counted apart", () => {
  const human = ["A", "A", "B", "B", "tie", "A", null], choice = ["A", "B", "B", "B", "tie", null, "A"];
  const pairs = pl.DataFrame({ item_id: human.map((_, i) => String(i)), human, choice });
  const found = row(agreement(pairs, { by: [] }));
  // 5 rows, 4 equal; p_e = (2·1 + 2·3 + 1·1)/25 = 9/25; κ = (.8 − .36)/.64
  assert.deepEqual([found.n, found.n_unread, found.human_a_judge_b, found.human_tie_judge_tie], [5, 2, 1, 1]);
  assert.ok(Math.abs(found.kappa - 0.6875) < 1e-12 && found.agreement === 0.8);
  // π = (.3, .5, .2): p_e = (.21 + .25 + .16)/2 = .31; AC1 = .49/.69
  assert.ok(Math.abs(found.ac1 - 0.49 / 0.69) < 1e-12);
  // α: D_o = 2·1/10; values A 3, B 5, tie 2 of 10: D_e = (90 + 10 − 38 − 10 + 0)/90 → 1 − 9·(1 − .8)/(10·(1 − .38))·…
  assert.ok(Math.abs(found.alpha - (1 - 0.2 / ((100 - 9 - 25 - 4) / 90))) < 1e-12);
  assert.ok(found.low < found.kappa && found.kappa <= found.high && found.ac1_low < found.ac1);
  assert.ok(Number.isNaN(row(agreement(pairs.head(0), { by: [] })).kappa));
});

Deno.test("agreement: a warning names the verdict that few clusters hold", () => {
  const of = (rare: string) => {
    const human = Array.from({ length: 60 }, (_, i) => i < 3 ? rare : i % 2 ? "A" : "B");
    const choice = human.map((verdict, i) => i % 5 ? verdict : "A");
    const pairs = pl.DataFrame({ item_id: human.map((_, i) => String(i)), human, choice });
    return String(row(agreement(pairs, { by: [] })).warning);
  };
  assert.match(of("tie"), /^tie lies in few clusters/);
});

Deno.test("disagreements: rows against people, those that most judges have wrong first; nothing else of the frame is lost", () => {
  const rows = [["1", "x", "B"], ["2", "x", "B"], ["3", "x", "tie"], ["1", "y", "A"], ["2", "y", "B"], [
    "3",
    "y",
    null,
  ]];
  const pairs = pl.DataFrame({
    ...{
      item_id: rows.map(([item]) => item),
      judge: rows.map(([, judge]) => judge),
      choice: rows.map(([, , c]) => c),
    },
    ...{ human: rows.map(() => "A"), note: rows.map((_, i) => `n${i}`) },
  });
  const found = disagreements(pairs);
  assert.deepEqual(
    found.select("item_id", "judge", "n_rows", "n_wrong", "note").rows(),
    [["2", "x", 2, 2, "n1"], ["2", "y", 2, 2, "n4"], ["1", "x", 2, 1, "n0"]],
  );
  assert.equal(disagreements(pairs, { where: { judge: "y" } }).height, 1);
  assert.equal(disagreements(pairs.head(0)).height, 0);
});

/** A panel whose errors are copies of a common one with probability √ρ each. */
function panel(images: number, k: number, rho: number, seed: number) {
  const { uniform } = random(seed), item: string[] = [], judge: string[] = [], choice: string[] = [];
  for (let i = 0; i < images; i++) {
    const common = uniform() < 0.3;
    for (let j = 0; j < k; j++) {
      item.push(String(i));
      judge.push(`j${j}`);
      choice.push((uniform() < Math.sqrt(rho) ? common : uniform() < 0.3) ? "B" : "A");
    }
  }
  return pl.DataFrame({ item_id: item, judge, choice, human: item.map(() => "A") });
}

Deno.test("effectiveJudges: k/(1 + (k − 1)ρ) of simulated panels, in 93 to 98% of their intervals", () => {
  for (const [images, k, rho] of [[60, 5, 0.4], [150, 3, 0.1]]) {
    const truth = k / (1 + (k - 1) * rho), sets = 300;
    let held = 0;
    for (let s = 0; s < sets; s++) {
      const { low, high } = row(effectiveJudges(panel(images, k, rho, s), { by: [] }));
      if (low <= truth && truth <= high) held++;
    }
    const error = 3 * Math.sqrt(0.05 * 0.95 / sets);
    assert.ok(
      held / sets > 0.93 - error && held / sets < 0.98 + error,
      `${images}, ${k}, ${rho}: ${held / sets}`,
    );
  }
});

Deno.test("effectiveJudges: pairs that one judge lacks are left out; where nothing can be told the row says why", () => {
  const pairs = panel(50, 3, 0.2, 1), found = row(effectiveJudges(pairs.slice(1, 149), { by: [] }));
  assert.deepEqual([found.n, found.judges], [49, 3]);
  assert.ok(Math.abs(found.correlation - (3 / found.effective - 1) / 2) < 1e-12);
  const opposite = pl.DataFrame(
    Array.from({ length: 80 }, (_, i) => ({
      ...{ item_id: String(i % 40), judge: i < 40 ? "x" : "y", human: "A" },
      choice: (i % 40 < 20) === i < 40 ? "A" : "B",
    })),
  );
  for (
    const [bad, said] of [
      [pairs.filter(pl.col("judge").eq(pl.lit("j0"))), /fewer than two judges/],
      [pairs.withColumns(pl.lit("A").alias("choice")), /no errors to compare/],
      [pairs.withColumns(pl.lit("B").alias("choice")), /no errors to compare/],
      [opposite, /cancel on every pair/],
    ] as const
  ) {
    const none = row(effectiveJudges(bad, { by: [] }));
    assert.deepEqual([none.effective, none.low, none.high], [NaN, NaN, NaN]);
    assert.match(String(none.warning), said);
  }
});

Deno.test("effectiveJudges: few pairs on which two judges err are warned of, and not with enough of them", () => {
  const told = (images: number, k: number) =>
    row(effectiveJudges(panel(images, k, 0.4, 2), { by: [] })).warning;
  assert.match(String(told(15, 3)), /in \d clusters only: the upper limit is too low/);
  assert.equal(told(150, 3), null);
});

Deno.test("panels, leaderboards, strengths, circles, repeats and ratings take rows by where and clusters by name", () => {
  // Two images hold all items: 4 clusters by default, 2 by `batch`; batches and domains cross.
  const pairs = pl.DataFrame(
    Array.from({ length: 48 }, (_, i) => ({
      item_id: String(i % 12),
      image_id: String(i % 4),
      batch: String(i % 2),
      domain: i % 12 < 6 ? "d" : "e",
      judge: i < 24 ? "j" : "k",
      run: 1 + Math.floor(i / 12) % 2,
      human: i % 3 ? "A" : "B",
      choice: i % 5 ? "A" : "B",
      model_a: ["x", "y", "z"][i % 3],
      model_b: ["y", "z", "x"][i % 3],
      score: i % 7,
      evaluator: "j",
      setting: "s",
      split: "test",
    })),
  );
  const ratings = pairs.select("item_id", "image_id", "batch", "domain", "run", "split", "score")
    .withColumns(pl.Series("human", Array.from({ length: 48 }, (_, i) => (i * 5) % 6)));
  const people = ratings.filter(pl.col("run").eq(pl.lit(1))).withColumns(
    pl.Series("annotator", Array.from({ length: 24 }, (_, i) => i < 12 ? "p" : "q")),
  );
  const first = pairs.filter(pl.col("run").eq(pl.lit(1)));
  const evaluators = ["score"];
  const metrics: [
    string,
    (frame: pl.DataFrame, options: core.MetricOptions) => pl.DataFrame,
    pl.DataFrame,
  ][] = [
    ["honestLeaderboard", core.honestLeaderboard, first],
    ["bradleyTerry", core.bradleyTerry, first],
    ["repeatability", core.repeatability, pairs],
    ["saturation", core.saturation, pairs.drop("human", "choice")],
    ["ratingAgreement", (frame, options) => core.ratingAgreement(frame, { evaluators, ...options }), ratings],
    [
      "agreementCeiling",
      (frame, options) => core.agreementCeiling(frame, { evaluators, ...options }),
      people,
    ],
  ];
  for (const [name, metric, frame] of metrics) {
    const rows = (options: core.MetricOptions) => metric(frame, { by: [], ...options });
    const part = frame.filter(pl.col("domain").eq(pl.lit("d")));
    assert.deepEqual(
      rows({ where: { domain: "d" } }).toRecords(),
      metric(part, { by: [] }).toRecords(),
      name,
    );
    const clusters = (options: core.MetricOptions) => Number(rows(options).toRecords()[0].n_clusters);
    assert.deepEqual([clusters({}), clusters({ clusters: "batch" })], [4, 2], name);
    if (name === "bradleyTerry") {
      assert.throws(
        () => rows({ clusters: ["batch", "domain"] }),
        /bradleyTerry: wanted one column of clusters/,
      );
    } else assert.equal(clusters({ clusters: ["image_id", "domain"] }), 2, name);
  }
});
