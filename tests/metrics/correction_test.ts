import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { alternativeAnnotator } from "@/metrics/alternative_annotator.ts";
import { calibrationError } from "@/metrics/calibration_error.ts";
import { correctedRate } from "@/metrics/corrected_rate.ts";
import { planLabels } from "@/metrics/plan_labels.ts";
import { repeatability } from "@/metrics/repeatability.ts";
import { benjaminiYekutieli } from "@/stats/benjamini_yekutieli.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { random } from "@/stats/random.ts";
import { inBand } from "../calibration/scenario.ts";
import { close } from "../stats/golden.ts";
import golden from "./golden/correction.json" with { type: "json" };
import { pairsFrame, type Values } from "./pairs_fixture.ts";

// Data and expected values: /usr/bin/python3 tests/metrics/golden/correction.py (numpy 1.24.2, scipy 1.10.1, statsmodels 0.13.5)
const { predicted, labelled } = golden.rows;
type Row = Values & { judge: string; warning: string };

Deno.test("correctedRate: PPI with tuned, full and no weight of the judge, and in strata, as by numpy", () => {
  for (const [lambda, wanted] of [[undefined, golden.ppi], [1, golden.ppi1], [0, golden.labels]] as const) {
    const found = correctedRate({ predicted, labelled, method: "ppi", lambda });
    for (const name of ["estimate", "low", "high"] as const) {
      close(found[name], wanted[name], { relative: 1e-9, what: `${lambda} ${name}` });
    }
    close(found.lambda, wanted.lam, { relative: 1e-12 });
    assert.deepEqual([found.n, found.n_labelled, found.warning], [900, 120, ""]);
  }
  const { strata } = golden;
  const found = correctedRate({
    predicted,
    strata: strata.predicted,
    labelled: { ...labelled, strata: strata.labelled },
    method: "ppi",
  });
  for (const name of ["estimate", "low", "high"] as const) {
    close(found[name], strata[name], { relative: 1e-9, what: name });
  }
});

Deno.test("correctedRate: Rogan and Gladen with the interval of Lang and Reiczigel, as by numpy", () => {
  const found = correctedRate({ predicted, labelled, method: "rogan_gladen" });
  const wanted = golden.rogan_gladen;
  for (const name of ["estimate", "low", "high", "sensitivity", "specificity"] as const) {
    close(found[name], wanted[name], { relative: 1e-9, what: name });
  }
});

Deno.test("correctedRate: says when a judge is too near chance, when few are wrong, and when nothing can be corrected", () => {
  const coin = { predicted: [1, 0, 1, 0, 1, 0, 1, 0], truth: [1, 1, 0, 0, 1, 1, 0, 1] };
  const near = correctedRate({
    predicted: [1, 1, 0],
    labelled: { predicted: [1, 1, 0, 1, 0, 0], truth: [1, 1, 1, 0, 0, 0] },
    method: "rogan_gladen",
  });
  assert.match(near.warning, /sensitivity \+ specificity is 1\.33, and 1 \(pure chance\) is not excluded/);
  const none = correctedRate({ predicted: [1, 1, 0], labelled: coin, method: "rogan_gladen" });
  assert.match(none.warning, /sensitivity \+ specificity is 0\.73: the judge tells nothing/);
  assert.ok(Number.isNaN(none.estimate) && Number.isNaN(none.low));
  const sure = correctedRate({
    predicted,
    labelled: { predicted: labelled.truth, truth: labelled.truth },
    method: "ppi",
  });
  assert.match(sure.warning, /only 0 wrong verdicts among 120/);
  assert.match(correctedRate({ predicted, labelled, method: "naive" }).warning, /not corrected/);
  const one = correctedRate({ predicted, labelled: { predicted: [1], truth: [1] }, method: "ppi" });
  assert.ok(Number.isNaN(one.estimate) && /1 labelled row: no correction/.test(one.warning));
  const outside = correctedRate({ predicted: [0, 0, 0, 0], labelled, method: "rogan_gladen" });
  assert.equal(outside.estimate, 0);
  assert.match(outside.warning, /outside 0 to 1/);
});

Deno.test("correctedRate: missing values are counted, wrong shapes and values refused", () => {
  const found = correctedRate({
    predicted: [...predicted, NaN],
    labelled: { predicted: [...labelled.predicted, 1], truth: [...labelled.truth, NaN] },
    method: "ppi",
  });
  assert.deepEqual([found.n, found.n_labelled, found.n_missing], [900, 120, 2]);
  close(found.estimate, golden.ppi.estimate, { relative: 1e-12 });
  assert.throws(
    () => correctedRate({ predicted, labelled: { predicted: [1], truth: [] }, method: "ppi" }),
    TypeError,
  );
  assert.throws(() => correctedRate({ predicted, strata: predicted, labelled, method: "ppi" }), TypeError);
  assert.throws(
    () => correctedRate({ predicted: [0.5], labelled, method: "rogan_gladen" }),
    /0 or 1 for rogan_gladen/,
  );
  // @ts-expect-error: a method that does not exist
  assert.throws(() => correctedRate({ predicted, labelled, method: "magic" }), /magic/);
});

Deno.test("correctedRate: 95% intervals cover with few labels; clusters count as such; the naive one misses", () => {
  const replicates = 400, generator = random(41), toss = (p: number) => generator.uniform() < p ? 1 : 0;
  const truth = 0.6, hits = { ppi: 0, rogan_gladen: 0, naive: 0, clustered: 0, ignored: 0 };
  const judge = (t: number) => t === 1 ? toss(0.9) : toss(0.35);
  for (let s = 0; s < replicates; s++) {
    const known = Array.from({ length: 60 }, () => toss(truth)),
      unknown = Array.from({ length: 500 }, () => toss(truth));
    const rows = { predicted: unknown.map(judge), labelled: { predicted: known.map(judge), truth: known } };
    for (const method of ["ppi", "rogan_gladen", "naive"] as const) {
      const { low, high } = correctedRate({ ...rows, method });
      if (low <= truth && high >= truth) hits[method]++;
    }
    // Forty labelled clusters of five with the same truth and, four times in five, the same verdict.
    const groups = (count: number) =>
      Array.from({ length: count }, (_, c) => {
        const t = toss(truth), f = judge(t);
        return Array.from({ length: 5 }, () => ({ t, f: generator.uniform() < 0.8 ? f : judge(t), c }));
      }).flat();
    const L = groups(40), U = groups(100);
    const options = {
      predicted: U.map(({ f }) => f),
      labelled: { predicted: L.map(({ f }) => f), truth: L.map(({ t }) => t) },
      method: "ppi" as const,
    };
    const robust = correctedRate({
      ...options,
      clusters: U.map(({ c }) => `u${c}`),
      labelled: { ...options.labelled, clusters: L.map(({ c }) => `l${c}`) },
    });
    if (robust.low <= truth && robust.high >= truth) hits.clustered++;
    const blind = correctedRate(options);
    if (blind.low <= truth && blind.high >= truth) hits.ignored++;
  }
  for (const name of ["ppi", "rogan_gladen", "clustered"] as const) {
    assert.ok(
      inBand(hits[name] / replicates, [0.93, 0.98], replicates),
      `${name}: ${hits[name]} of ${replicates}`,
    );
  }
  assert.ok(
    hits.naive < 0.3 * replicates && hits.ignored < 0.8 * replicates,
    `naive ${hits.naive}, ignored ${hits.ignored}`,
  );
});

Deno.test("planLabels: the planned number gives the planned width, and one label less does not", () => {
  const plan = { rate: 0.6, sensitivity: 0.85, specificity: 0.7, n: 900 };
  const { n_labelled, lambda } = planLabels({ ...plan, halfWidth: 0.06 });
  const q = 0.6 * 0.85 + 0.4 * 0.3, cov = 0.24 * 0.55;
  const width = (m: number) => {
    const l = Math.min(1, cov / ((1 + m / 900) * q * (1 - q)));
    return 1.959964 * Math.sqrt((0.24 - 2 * l * cov + l * l * q * (1 - q)) / m + l * l * q * (1 - q) / 900);
  };
  assert.ok(width(n_labelled) <= 0.06 && width(n_labelled - 1) > 0.06);
  close(lambda, cov / ((1 + n_labelled / 900) * q * (1 - q)), { relative: 1e-9 });
  assert.equal(planLabels({ ...plan, halfWidth: 0.02, method: "rogan_gladen" }).n_labelled, Infinity); // q(1 − q)/900 alone is too much
  const coin = planLabels({ rate: 0.5, sensitivity: 0.5, specificity: 0.5, halfWidth: 0.05 });
  assert.equal(coin.n_labelled, coin.n_labels_only); // a coin saves nothing
  assert.equal(planLabels({ ...plan, halfWidth: 0.06, designEffect: 2 }).n_labels_only, 513); // 2·256.1
  assert.throws(() => planLabels({ ...plan, rate: 1, halfWidth: 0.1 }), RangeError);
});

const { annotators } = golden;
const votes = annotators.people.flatMap((votes, p) =>
  votes.map((vote, i) => ({
    item_id: String(i),
    annotator: `p${p}`,
    human: vote ? "A" : "B",
    judge: "j",
    choice: annotators.judge[i] ? "A" : "B",
  }))
);
const ratings = annotators.ratings.flatMap((own, p) =>
  own.map((human, i) => ({ item_id: String(i), annotator: `p${p}`, human, j: annotators.score[i] }))
);

Deno.test("alternativeAnnotator: ω, ρ and p on verdicts and on ratings are scipy's and statsmodels'", () => {
  for (
    const [frame, wanted] of [[pl.DataFrame(votes), annotators.verdicts], [
      pl.DataFrame(ratings),
      annotators.scores,
    ]] as const
  ) {
    for (const epsilon of ["0.0", "0.1", "0.2"] as const) {
      const [row] = alternativeAnnotator(frame, { epsilon: Number(epsilon) }).toRecords() as Row[];
      assert.deepEqual([row.judge, row.winning_rate, row.n, row.n_annotators, row.warning], [
        "j",
        wanted[epsilon].winning_rate,
        60,
        3,
        null,
      ]);
      close(row.advantage, wanted[epsilon].advantage, { relative: 1e-12 });
      close(row.p_adjusted, wanted[epsilon].p_adjusted, { relative: 1e-9, what: epsilon });
      assert.equal(row.winning_rate >= 0.5, row.p_adjusted <= 0.05);
    }
  }
});

Deno.test("alternativeAnnotator: a silent judge loses, lone votes say nothing, few people and items are said", () => {
  const silent = alternativeAnnotator(
    pl.DataFrame(votes).withColumn(pl.lit(null).cast(pl.Utf8).alias("choice")),
    { epsilon: 0.2 },
  );
  const [none] = silent.toRecords() as Row[];
  assert.deepEqual([none.winning_rate, none.advantage, none.n_unparsed], [0, 0, 60]);
  const few = votes.filter((row) => Number(row.item_id) < 20 && row.annotator !== "p2");
  const [row] = alternativeAnnotator(pl.DataFrame([...few, { ...votes[0], item_id: "alone" }]), {
    epsilon: 0.2,
  }).toRecords() as Row[];
  assert.deepEqual([row.n, row.warning], [
    20,
    "only 2 people: the test wants three; fewer than 30 items of a person",
  ]);
  assert.throws(
    () => alternativeAnnotator(pl.DataFrame([...votes, votes[0]]), { epsilon: 0.2 }),
    /one row per item, person and judge/,
  );
  assert.throws(() => alternativeAnnotator(pl.DataFrame(votes), { epsilon: 1 }), RangeError);
});

Deno.test("benjaminiYekutieli: statsmodels' values, NaN aside", () => {
  // statsmodels.stats.multitest.multipletests([.01, .02, .03, .2], method="fdr_by")[1] (0.13.5)
  const wanted = [0.08333333333333333, 0.08333333333333333, 0.08333333333333333, 0.41666666666666663];
  benjaminiYekutieli([0.01, NaN, 0.02, 0.03, 0.2]).filter((p) => !Number.isNaN(p)).forEach((p, i) =>
    close(p, wanted[i], { relative: 1e-12 })
  );
  assert.deepEqual(benjaminiYekutieli([0.9, 0.8]), [1, 1]);
});

Deno.test("calibrationError: ECE and the parts of the Brier score are numpy's and add up", () => {
  const { probabilities, outcomes, ...wanted } = golden.calibration;
  const found = calibrationError(probabilities, outcomes);
  for (const [name, value] of Object.entries(wanted)) {
    close(found[name as "ece"], value, { relative: 1e-10, absolute: 1e-14, what: name });
  }
  close(found.brier, found.reliability - found.resolution + found.uncertainty + found.within, {
    relative: 1e-12,
  });
  assert.equal(found.bins.reduce((sum, bin) => sum + bin.n, 0), found.n);
});

Deno.test("calibrationError: edges of bins, empty input, bad values", () => {
  assert.deepEqual(calibrationError([0.1, 0.10001], [0, 0]).bins.map((bin) => bin.n), [1, 1]); // 0.1 closes the first
  assert.deepEqual(calibrationError([0, 1], [0, 1]).ece, 0);
  const none = calibrationError([NaN], [1]);
  assert.deepEqual([none.n, none.ece, none.low, none.brier], [0, NaN, NaN, NaN]);
  assert.throws(() => calibrationError([1.2], [1]), /found 1.2/);
  assert.throws(() => calibrationError([0.5], []), TypeError);
});

Deno.test("calibrationError: the interval covers and the correction takes the bias out, calibrated or not", () => {
  const generator = random(7), replicates = 400;
  for (
    const [name, off, least] of [["overconfident", 0.15, 0.93], ["slightly", 0.05, 0.93], [
      "calibrated",
      0,
      0.93,
    ]] as const
  ) {
    let covered = 0, plain = 0, corrected = 0;
    for (let s = 0; s < replicates; s++) {
      const p = Array.from({ length: 300 }, () => 0.55 + 0.1 * generator.integer(0, 4));
      const y = p.map((value) => generator.uniform() < value - off ? 1 : 0);
      const found = calibrationError(p, y);
      if (found.low <= off + 1e-12 && found.high >= off) covered++;
      plain += found.ece / replicates;
      corrected += found.corrected / replicates;
    }
    assert.ok(inBand(covered / replicates, [least, 1], replicates), `${name}: ${covered} of ${replicates}`);
    assert.ok(Math.abs(corrected - off) < Math.abs(plain - off) + 2e-3, `${name}: ${plain} ${corrected}`);
  }
});

Deno.test("krippendorffAlpha: the printed values of Krippendorff's example with missing values", () => {
  const units = Array.from(
    { length: 12 },
    (_, u) => golden.krippendorff.map((observer) => observer[u] ?? NaN),
  );
  const alpha = (difference: "nominal" | "ordinal" | "interval") => krippendorffAlpha(units, { difference });
  // Krippendorff 2011, examples C and following: .743, .815, .849; 40 pairable values in 11 units.
  assert.deepEqual((["nominal", "ordinal", "interval"] as const).map((d) => alpha(d).alpha.toFixed(3)), [
    "0.743",
    "0.815",
    "0.849",
  ]);
  assert.deepEqual([alpha("nominal").n, alpha("nominal").nValues], [11, 40]);
  assert.ok(alpha("nominal").low < 0.743 && alpha("nominal").high > 0.743);
  assert.ok(Number.isNaN(krippendorffAlpha([[1, 1], [1, 1]], { difference: "nominal" }).alpha));
  assert.deepEqual(krippendorffAlpha([[1], [NaN, 2]], { difference: "interval" }).n, 0);
});

Deno.test("repeatability: flips, pass rates and components of variance are numpy's", () => {
  const { choice, ...wanted } = golden.runs;
  const frame = pairsFrame(
    choice.flatMap((own, run) =>
      own.map((value, item) => ({ item_id: String(item), run: run + 1, choice: value }))
    ),
  );
  const [row] = repeatability(frame, { by: [] }).toRecords() as Values[];
  for (const [name, value] of Object.entries(wanted)) close(row[name], value, { relative: 1e-9, what: name });
  assert.deepEqual([row.n, row.n_runs, row.n_single, row.n_unparsed], [50, 4, 0, 0]);
  assert.ok(
    row.alpha < 1 - row.flip_rate && row.alpha_low < row.alpha && row.low < row.flip_rate &&
      row.high > row.flip_rate,
  );
});

Deno.test("repeatability: unreadable runs, single runs, and scores", () => {
  const rows = [["1", 1, "A"], ["1", 2, null], ["2", 1, "A"], ["2", 2, "B"], ["3", 1, "A"]] as const;
  const frame = pairsFrame(rows.map(([item_id, run, choice]) => ({ item_id, run, choice })));
  const [row] = repeatability(frame, { by: [] }).toRecords() as Values[];
  assert.deepEqual([row.n, row.flip_rate, row.n_single, row.n_unparsed, row.pass_low, row.pass_high], [
    1,
    1,
    2,
    1,
    0,
    1,
  ]);
  const scores = pl.DataFrame({
    image_id: ["1", "1", "2", "2"],
    generator: ["g", "g", "g", "g"],
    evaluator: ["e", "e", "e", "e"],
    setting: ["ref_free", "ref_free", "ref_free", "ref_free"],
    run: [1, 2, 1, 2],
    score: [0.4, 0.6, 0.9, 0.9],
  });
  const [own] = repeatability(scores).toRecords() as Values[];
  assert.deepEqual([own.n, own.flip_rate, own.pass_low, own.pass_high], [2, 0.5, 0.5, 1]);
  assert.throws(() => repeatability(scores.drop("run")), /run/);
});
