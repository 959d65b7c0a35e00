import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { calibrationError } from "@/mod.ts";
import { report } from "@/report/mod.ts";
import { binSpread } from "@/stats/bin_spread.ts";
import { random } from "@/stats/random.ts";
import { close } from "../stats/golden.ts";

/** Sixty rows in fifteen clusters of four, in four bins; a judge that is twelve points too sure. */
const rows = Array.from({ length: 60 }, (_, i) => {
  const cluster = Math.floor(i / 4), probability = 0.55 + 0.1 * (i * 7 % 4);
  return { cluster, probability, outcome: (i * 13 + 5 * cluster) % 10 / 10 < probability - 0.12 ? 1 : 0 };
});
const probabilities = rows.map(({ probability }) => probability), outcomes = rows.map((row) => row.outcome);
const clusters = rows.map(({ cluster }) => cluster);

Deno.test("calibrationError: the bins' covariance is clubSandwich's CR3, the p of the joint test numpy's and scipy's", () => {
  // R 4.2.2, clubSandwich 0.5.8: i <- 0:59; g <- i %/% 4; p <- 0.55 + 0.1*((i*7) %% 4); y <- as.numeric(((i*13 + 5*g) %% 10)/10 < p - 0.12);
  // d <- y - p; b <- factor(p); vcovCR(lm(d ~ 0 + b), cluster = g, type = "CR3")
  const wanted = [
    [0.0190476190476190, 0.0088435374149660, -0.0095238095238095, 0.0054421768707483],
    [0.0088435374149660, 0.0190476190476190, -0.0095238095238095, -0.0047619047619048],
    [-0.0095238095238095, -0.0095238095238095, 0.0149659863945578, -0.0027210884353742],
    [0.0054421768707483, -0.0047619047619048, -0.0027210884353742, 0.0088435374149660],
  ];
  const bins = [0, 1, 2, 3].map((k) => {
    const own = rows.filter((_, i) => i * 7 % 4 === k);
    return { n: own.length, share: own.reduce((sum, { outcome }) => sum + outcome, 0) / own.length };
  });
  const { covariance } = binSpread({
    gaps: rows.map(({ probability, outcome }) => outcome - probability),
    parts: rows.map((_, i) => i * 7 % 4),
    clusters: Int32Array.from(clusters),
    bins,
  });
  wanted.forEach((row, b) => row.forEach((value, c) => close(covariance[b][c], value, { relative: 1e-12 })));
  // numpy 1.24.2, scipy 1.10.1: D = sums of d by cluster and bin; M = D'D/outer(s, s), s² = Σ d² of the bin; λ its eigenvalues; ν = (Σλ)²/Σλ²;
  // stats.f.sf(Σ (Σd)²/Σp(1 − p)/Σλ, ν, ν·14)
  // of y <- as.numeric(… < p - 0.3)
  const surer = rows.map(({ probability, cluster }, i) =>
    (i * 13 + 5 * cluster) % 10 / 10 < probability - 0.3 ? 1 : 0
  );
  const found = calibrationError(probabilities, surer, { clusters });
  close(found.pValue, 0.021054846648109974, { relative: 1e-9 });
  assert.deepEqual([found.n, found.clusters, found.df], [60, 15, 14]);
});

Deno.test("calibrationError: p is below 5% where the lower limit leaves 0, and only there; one miss of a sure judge is no proof", () => {
  let rejected = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const { uniform } = random(seed), shift = seed % 3 / 8;
    const probability = Array.from({ length: 60 }, () => 0.5 + uniform() / 2);
    const outcome = probability.map((p) => uniform() < p - shift ? 1 : 0);
    const { low, pValue } = calibrationError(probability, outcome);
    assert.equal(pValue < 0.05, low > 0, `p ${pValue} beside a lower limit of ${low} (seed ${seed})`);
    if (low > 0) rejected++;
  }
  assert.ok(rejected > 90 && rejected < 250, `${rejected}`);
  const { low, pValue } = calibrationError(new Array(20).fill(1), [0, ...new Array(19).fill(1)]);
  assert.ok(low === 0 && pValue > 0.2, `p ${pValue} beside ${low}`);
});

const copied = <T>(list: readonly T[], times: number) =>
  list.flatMap((value) => Array.from({ length: times }, () => value));

Deno.test("calibrationError: five copies of every row change neither interval nor p, and without clusters they do", () => {
  const one = calibrationError(probabilities, outcomes, { clusters });
  const five = calibrationError(copied(probabilities, 5), copied(outcomes, 5), {
    clusters: copied(clusters, 5),
  });
  for (const name of ["ece", "low", "high", "corrected", "brier", "pValue", "df"] as const) {
    close(five[name], one[name], { relative: 1e-9, absolute: 1e-12, what: name });
  }
  five.bins.forEach(({ low, high, clusters }, b) => {
    close(low, one.bins[b].low, { relative: 1e-9 });
    close(high, one.bins[b].high, { relative: 1e-9 });
    assert.equal(clusters, one.bins[b].clusters);
  });
  const blind = calibrationError(copied(probabilities, 5), copied(outcomes, 5));
  assert.ok(blind.pValue < one.pValue / 2 && blind.high - blind.low < one.high - one.low);
});

Deno.test("calibrationError: rows by themselves are clusters of one; labels may be texts; one cluster has no interval", () => {
  const own = Array.from(rows.keys());
  const { bins, ...alone } = calibrationError(probabilities, outcomes, { clusters: own.map(String) });
  const { bins: others, ...plain } = calibrationError(probabilities, outcomes);
  assert.deepEqual(alone, plain);
  assert.deepEqual(bins, others);
  const single = calibrationError(probabilities, outcomes, { clusters: own.map(() => 7) });
  assert.deepEqual([single.low, single.high, single.pValue, single.clusters], [NaN, NaN, NaN, 1]);
  assert.match(single.warning, /1\.0 effective of 1 clusters/);
  assert.throws(
    () => calibrationError([0.5], [1], { clusters: [1, 2] }),
    /wanted a cluster for each of 1 rows, found 2/,
  );
  assert.equal(plain.warning, "");
});

Deno.test("report: copies as runs and as people's votes make no judge miscalibrated", async () => {
  const draw = random(4);
  const calls = Array.from({ length: 60 }, (_, i) => {
    const confidence = 0.55 + 0.1 * (i % 5);
    return {
      item_id: `q${i}`,
      judge: "j",
      human: "A",
      choice: draw.uniform() < confidence - 0.1 ? "A" : "B",
      confidence,
      run: 1,
      annotator: "p0",
    };
  });
  const lineOf = async (frame: pl.DataFrame) => {
    const { json } = await report(frame, { silent: true, questions: ["confidence"] });
    return json.lines.find(({ question }) => question === "confidence")!;
  };
  const one = await lineOf(pl.DataFrame(calls));
  assert.deepEqual([one.verdict, one.n, one.clusters], ["undecided", 60, 60]);
  for (const column of ["run", "annotator"]) {
    const five = await lineOf(
      pl.DataFrame(
        calls.flatMap((row) =>
          Array.from({ length: 5 }, (_, k) => ({ ...row, [column]: column === "run" ? k + 1 : `p${k}` }))
        ),
      ),
    );
    assert.deepEqual([five.verdict, five.n, five.clusters, five.warning], ["undecided", 300, 60, ""], column);
    for (const name of ["low", "high", "p"] as const) {
      close(Number(five[name]), Number(one[name]), { relative: 1e-9, absolute: 1e-12, what: name });
    }
  }
  const all = copied(calls, 5);
  const blind = calibrationError(
    all.map((row) => row.confidence),
    all.map((row) => row.choice === "A" ? 1 : 0),
  );
  assert.ok(blind.low > 0 && blind.pValue < 0.001); // what the same rows said before
});

Deno.test("calibrationError: gaps that cancel in every cluster speak for calibration, and leave an interval", () => {
  const found = calibrationError([0.5, 0.5, 0.5, 0.5], [1, 0, 1, 0], { clusters: [1, 1, 2, 2] });
  assert.deepEqual([found.ece, found.pValue, found.low], [0, 1, 0]);
  assert.ok(found.high > 0.1, `${found.high}`);
});
