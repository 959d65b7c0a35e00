import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { alternativeAnnotator } from "@/metrics/alternative_annotator.ts";
import { calibrationError } from "@/metrics/calibration_error.ts";
import { correctedRate } from "@/metrics/corrected_rate.ts";
import { planLabels } from "@/metrics/plan_labels.ts";
import { repeatability } from "@/metrics/repeatability.ts";
import { benjaminiYekutieli } from "@/stats/multiple_testing.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { random } from "@/stats/random.ts";
import { close } from "../stats/golden.ts";
import golden from "./golden/correction.json" with { type: "json" };
import { pairsFrame, type Values } from "./pairs_fixture.ts";

// Data and expected values: /usr/bin/python3 tests/metrics/golden/correction.py (numpy 1.24.2, scipy 1.10.1, statsmodels 0.13.5)
const { predicted, labelled } = golden.rows;
type Row = Values & { judge: string; warning: string };

Deno.test("correctedRate: PPI with tuned, full and no weight of the judge, and in strata, as by numpy", () => {
  for (const [lambda, wanted] of [[undefined, golden.ppi], [1, golden.ppi1], [0, golden.labels]] as const) {
    const found = correctedRate({ predicted, labelled, method: "ppi", lambda });
    // numpy's limits are ± t standard errors; ours lie further towards the middle, by a hundredth of the width or two.
    close(found.estimate, wanted.estimate, { relative: 1e-9, what: `${lambda}` });
    for (const name of ["low", "high"] as const) {
      close(found[name], wanted[name], { relative: 0.02, what: `${lambda} ${name}` });
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
  close(found.estimate, strata.estimate, { relative: 1e-9 });
  for (const name of ["low", "high"] as const) {
    close(found[name], strata[name], { relative: 0.02, what: name });
  }
});

Deno.test("correctedRate: Rogan and Gladen with the interval of Lang and Reiczigel, as by numpy", () => {
  const found = correctedRate({ predicted, labelled, method: "rogan_gladen" });
  const wanted = golden.rogan_gladen;
  for (const name of ["estimate", "low", "high", "sensitivity", "specificity"] as const) {
    close(found[name], wanted[name], { relative: 1e-9, what: name });
  }
});

Deno.test("correctedRate, ppi: numbers beyond shares keep their limits, those of shares stay from 0 to 1", () => {
  const marks = Array.from({ length: 60 }, (_, i) => 2 + i % 6), known = marks.slice(0, 12);
  const found = correctedRate({
    predicted: marks,
    labelled: { predicted: known, truth: known.map((value, i) => value + 0.5 * (i % 3 - 1)) },
    method: "ppi",
  });
  close(found.estimate, 4.5);
  assert.ok(found.low > 3.9 && found.high > 5, JSON.stringify(found));
  const rare = marks.map((_, i) => i % 20 ? 0 : 1), few = rare.slice(0, 25);
  const truth = few.map((value, i) => i === 3 ? 1 : value);
  assert.equal(correctedRate({ predicted: rare, labelled: { predicted: few, truth }, method: "ppi" }).low, 0);
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
  assert.ok(
    sure.low < sure.estimate - 0.02 && sure.high > sure.estimate + 0.02,
    "no error among 120 is not none",
  );
  assert.match(correctedRate({ predicted, labelled, method: "naive" }).warning, /not corrected/);
  const one = correctedRate({ predicted, labelled: { predicted: [1], truth: [1] }, method: "ppi" });
  assert.ok(Number.isNaN(one.estimate) && /1 labelled row: no correction/.test(one.warning));
  const outside = correctedRate({ predicted: [0, 0, 0, 0], labelled, method: "rogan_gladen" });
  assert.equal(outside.estimate, 0);
  assert.match(outside.warning, /outside 0 to 1/);
});

Deno.test("correctedRate, ppi: as wide with copies of the labelled rows in one cluster as without; other strata are said", () => {
  const rows = Array.from({ length: 60 }, (_, i) => i), verdict = (i: number) => i % 2;
  const truth = (i: number) => i % 6 === 0 ? 1 - verdict(i) : verdict(i);
  const found = (copies: number) => {
    const labelled = rows.flatMap((i) => new Array<number>(copies).fill(i));
    return correctedRate({
      method: "ppi",
      predicted: rows.map(verdict),
      clusters: rows.map((i) => `other ${i}`),
      labelled: {
        predicted: labelled.map(verdict),
        truth: labelled.map(truth),
        clusters: labelled.map(String),
      },
    });
  };
  assert.ok(Math.abs(found(5).low - found(1).low) < 0.02 && found(5).high - found(5).low > 0.15);
  const strata = correctedRate({
    method: "ppi",
    predicted: rows.map(verdict),
    strata: rows.map(() => "a"),
    labelled: {
      predicted: rows.map(verdict),
      truth: rows.map(truth),
      strata: rows.map((i) => i < 50 ? "a" : "b"),
    },
  });
  assert.match(strata.warning, /10 labelled rows are of strata without unlabelled ones/);
});

Deno.test("correctedRate: missing values are counted, wrong shapes and values refused", () => {
  const found = correctedRate({
    predicted: [...predicted, NaN],
    labelled: { predicted: [...labelled.predicted, 1], truth: [...labelled.truth, NaN] },
    method: "ppi",
  });
  assert.deepEqual([found.n, found.n_labelled, found.n_missing], [900, 120, 2]);
  // What a column of Polars holds where a value is missing: null is no 0
  const nulls = correctedRate({
    predicted: [...predicted, null as never],
    labelled: { predicted: [...labelled.predicted, 1], truth: [...labelled.truth, null as never] },
    method: "ppi",
  });
  assert.deepEqual(nulls, found);
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
  for (
    const bad of [{ rate: 0 }, { rate: 1 }, { sensitivity: -1 }, { specificity: 2 }, { halfWidth: 0 }, {
      n: 0,
    }]
  ) {
    assert.throws(() => planLabels({ ...plan, halfWidth: 0.1, ...bad }), RangeError, JSON.stringify(bad));
  }
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
      assert.deepEqual(
        [row.judge, row.winning_rate, row.n, row.n_annotators, row.warning],
        ["j", wanted[epsilon].winning_rate, 60, 3, null],
      );
      close(row.advantage, wanted[epsilon].advantage, { relative: 1e-12 });
      // Theirs is Student's t; ours inverts limits that stay within −1 and 1, and is another number far out.
      close(row.p_adjusted, wanted[epsilon].p_adjusted, { relative: 0.1, absolute: 1e-3, what: epsilon });
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
  const known = calibrationError([0.9, 0.8], [1, 0]);
  for (const missing of [NaN, null as never]) {
    assert.deepEqual(calibrationError([0.9, missing, 0.8, 0.5], [1, 1, 0, missing]), known);
  }
  assert.throws(() => calibrationError([1.2], [1]), /found 1.2/);
  assert.throws(() => calibrationError([0.5], []), TypeError);
});

Deno.test("calibrationError: the correction takes the bias of a calibrated judge out, most of it", () => {
  const generator = random(7), replicates = 200;
  let plain = 0, corrected = 0, zero = 0;
  for (let s = 0; s < replicates; s++) {
    const p = Array.from({ length: 300 }, () => 0.55 + 0.1 * generator.integer(0, 4));
    const found = calibrationError(p, p.map((value) => generator.uniform() < value ? 1 : 0));
    plain += found.ece / replicates;
    corrected += found.corrected / replicates;
    if (found.low === 0) zero++;
  }
  assert.ok(plain > 0.03 && corrected < 0.7 * plain, `${plain} ${corrected}`);
  assert.ok(zero > 0.9 * replicates);
});

Deno.test("krippendorffAlpha: the printed values of Krippendorff's example with missing values", () => {
  const units = Array.from(
    { length: 12 },
    (_, u) => golden.krippendorff.map((observer) => observer[u] ?? NaN),
  );
  const alpha = (difference: "nominal" | "ordinal" | "interval") => krippendorffAlpha(units, { difference });
  // Krippendorff 2011, examples C and following: .743, .815, .849; 40 pairable values in 11 units.
  assert.deepEqual(
    (["nominal", "ordinal", "interval"] as const).map((d) => alpha(d).alpha.toFixed(3)),
    ["0.743", "0.815", "0.849"],
  );
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

Deno.test("repeatability: limits of the runs' share of variance are estimatr's", () => {
  // Rscript run_share.R, in the folder golden: items by themselves, and two per image
  const wanted = [[0.531315528095731, 0.839779283096879], [0.52744712260444, 0.843647688588171]];
  wanted.forEach(([low, high], i) => {
    const frame = pairsFrame(
      golden.runs.choice.flatMap((own, run) =>
        own.map((choice, item) => ({
          item_id: String(item),
          image_id: String(Math.floor(item / (i + 1))),
          run: run + 1,
          choice,
        }))
      ),
    );
    const [row] = repeatability(frame, { by: [] }).toRecords() as Values[];
    // estimatr's delta method; ours moves the components item by item.
    close(row.run_share_low, low, { relative: 0.03, what: `low, ${i + 1} per image` });
    close(row.run_share_high, high, { relative: 0.03, what: `high, ${i + 1} per image` });
  });
});

Deno.test("repeatability: unreadable runs, single runs, and scores", () => {
  const rows = [["1", 1, "A"], ["1", 2, null], ["2", 1, "A"], ["2", 2, "B"], ["3", 1, "A"]] as const;
  const frame = pairsFrame(rows.map(([item_id, run, choice]) => ({ item_id, run, choice })));
  const [row] = repeatability(frame, { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [row.n, row.flip_rate, row.n_single, row.n_unparsed, row.pass_low, row.pass_high],
    [1, 1, 2, 1, 0, 1],
  );
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
  // Two items of three runs have a share; none has limits where one item alone varies.
  const shareOf = (items: number[][]) => {
    const rows = items.flatMap((values, i) =>
      values.map((score, run) => ({
        image_id: String(i),
        generator: "g",
        evaluator: "e",
        setting: "s",
        run,
        score,
      }))
    );
    return repeatability(pl.DataFrame(rows)).toRecords()[0] as Values;
  };
  close(shareOf([[0.1, 0.2, 0.3], [0.7, 0.9, 0.8]]).run_share, 0.01 / (0.01 + 0.53 / 3)); // s² = 0.01; (0.54 − 0.01)/3
  const one = shareOf([[0.2, 0.8, 0.5], ...[0.1, 0.5, 0.9, 0.4, 0.7, 0.3, 0.6].map((v) => [v, v, v])]);
  close(one.run_share, 1 / 6);
  assert.ok(Number.isNaN(one.run_share_low) && Number.isNaN(one.runs_worth));
});
