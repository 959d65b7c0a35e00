import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import assert from "node:assert/strict";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { random } from "@/stats/random.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { pairedLabels } from "@/stats/label_codes.ts";
import { levelQuantile, wilson } from "@/stats/wilson.ts";
import { close } from "./golden.ts";
import { sure, trialsOf, wilsonLimits } from "./mover.ts";

Deno.test("cohenKappa keeps its digits where a label is rare", () => {
  // mpmath 1.2.1, 40 digits, of the formula of Fleiss, Cohen and Everitt for [[99996, 1], [1, 2]]:
  //   κ 0.666656666366657666, limits 0.231099314120469262 and 1.10221401861284607 (clipped to 1)
  // statsmodels 0.13.5: cohens_kappa([[99996, 1], [1, 2]]) has 0.666656666366447, ten digits of it
  const a: string[] = new Array(100_000).fill("common"), b = a.slice();
  a[0] = b[1] = "rare";
  a[2] =
    a[3] =
    b[2] =
    b[3] =
      "rare";
  const found = cohenKappa(a, b);
  close(found.kappa, 0.666656666366657666, { relative: 1e-14 });
  const n = 100_000, theirs = (0.666656666366657666 - 0.231099314120469262) / levelQuantile(0.95);
  close(found.standardError * Math.sqrt((n - 1) / n), theirs, { relative: 1e-8 });
  assert.ok(found.high < 1 && found.low < 0.231); // symmetric in Fisher's z
  assert.match(found.warning, /^rare lies in few clusters/);
});

Deno.test("cohenKappa: against a rater of one label only κ is 0, with limits by the number of pairs", () => {
  const b = Array.from({ length: 7756 }, (_, i) => i % 3 ? "A" : "B");
  const { kappa, low, high } = cohenKappa(new Array(7756).fill("A"), b);
  assert.equal(kappa, 0);
  assert.ok(low < 0 && low > -0.03 && high > 0 && high < 0.03, `${low} … ${high}`);
});

Deno.test("cohenKappa: limits are Wilson's of a number in [−1, 1] with the trials that its error is worth, at any level", () => {
  const a = [..."AABBABABBAABBABBAAAB"], b = [..."AABBABBABAABBABBABAB"];
  for (const level of [0.5, 0.95, 0.99]) {
    const { kappa, low, high, standardError, df, pValue } = cohenKappa(a, b, { level });
    const mean = (1 + kappa) / 2, trials = trialsOf(mean, standardError / 2);
    const wanted = wilsonLimits({ mean, trials, df }, level);
    close(low, 2 * wanted.low - 1, { relative: 1e-11 });
    close(high, 2 * wanted.high - 1, { relative: 1e-11 });
    assert.equal(pValue < 1 - level, low > 0);
  }
  for (const level of [0, 1, NaN]) assert.throws(() => cohenKappa(a, b, { level }), RangeError);
});

Deno.test("wilson: ends are exactly 0 and 1 for every n, and infinitely many trials are none", () => {
  for (let n = 1; n <= 400; n++) {
    for (const level of [0.8, 0.95, 0.999]) {
      assert.equal(wilson(0, n, { level }).low, 0);
      assert.equal(wilson(n, n, { level }).high, 1);
    }
  }
  assert.throws(() => wilson(1, Infinity), RangeError);
  assert.throws(() => wilson(Infinity, Infinity), RangeError);
  // z = 1 at the level Φ(1) − Φ(−1); k = 1 of 2: (½ + ¼ ± √(⅛ + 1/16))/(1 + ½)
  const level = 0.6826894921370859;
  close(levelQuantile(level), 1);
  close(wilson(1, 2, { level }).low, (0.75 - Math.sqrt(3 / 16)) / 1.5);
  close(wilson(1, 2, { level }).high, (0.75 + Math.sqrt(3 / 16)) / 1.5);
});

Deno.test("pairedLabels: which labels are missing, order, and the name of the action in errors", () => {
  const found = pairedLabels("match", [0, "", false, null, undefined, NaN, "x"], [
    false,
    0,
    "",
    1,
    1,
    1,
    null,
  ]);
  assert.deepEqual(found, { pairs: [[0, false], ["", 0], [false, ""]], rows: [0, 1, 2], nMissing: 4 });
  assert.deepEqual(pairedLabels("match", [], []), { pairs: [], rows: [], nMissing: 0 });
  assert.throws(() => pairedLabels("match", [1], []), {
    name: "TypeError",
    message: "match: wanted as many labels from both raters, found 1 and 0",
  });
});

Deno.test("cohenKappa: full agreement has an interval, as far as its pairs go", () => {
  const a = Array.from({ length: 40 }, (_, i) => i % 2 ? "A" : "B");
  const { kappa, low, high } = cohenKappa(a, a);
  assert.deepEqual([kappa, high], [1, 1]);
  close(low, 2 * wilsonLimits(sure(1, 40)).low - 1); // p_e = ½
  const none = cohenKappa(["A", "B"], ["B", "A"]);
  assert.ok(none.kappa === -1 && none.low === -1 && none.high > 0);
  const ten = Array.from({ length: 40 }, (_, i) => i % 4); // clusters make it less certain
  assert.ok(cohenKappa(a, a, { clusters: ten }).low < low);
});

Deno.test("cohenKappa: the error of κ and AC1 is that of the pairs' influence, by weights from the definition", () => {
  const generator = random(4), labels = ["x", "y", "z"];
  const a = Array.from({ length: 60 }, () => labels[generator.integer(3)]);
  const b = a.map((label) => generator.uniform() < 0.6 ? label : labels[generator.integer(3)]);
  const group = a.map((_, i) => i % 17);
  const weighted = (w: number[], kind: "kappa" | "ac1") => {
    const all = w.reduce((sum, x) => sum + x, 0);
    const share = (of: string[], label: string) =>
      of.reduce((sum, x, i) => sum + (x === label ? w[i] : 0), 0) / all;
    const agreed = a.reduce((sum, x, i) => sum + (x === b[i] ? w[i] : 0), 0) / all;
    const chance = labels.reduce((sum, label) => {
      const p = share(a, label), q = share(b, label), middle = (p + q) / 2;
      return sum + (kind === "kappa" ? p * q : middle * (1 - middle) / 2);
    }, 0);
    return (agreed - chance) / (1 - chance);
  };
  for (const kind of ["kappa", "ac1"] as const) {
    const found = cohenKappa(a, b, { coefficient: kind, clusters: group });
    close(found.kappa, weighted(a.map(() => 1), kind), { relative: 1e-12 });
    const sums = new Array(17).fill(0), sizes = new Array(17).fill(0), step = 1e-5;
    a.forEach((_, i) => {
      const shifted = (by: number) => weighted(a.map((_, k) => k === i ? 1 + by : 1), kind);
      sums[group[i]] += (shifted(step) - shifted(-step)) / (2 * step);
      sizes[group[i]]++;
    });
    const squares = sums.reduce((sum, u, g) => sum + u * u / (1 - sizes[g] / 60), 0);
    close(found.standardError, Math.sqrt(squares), { relative: 1e-6, what: kind });
    assert.equal(found.clusters, 17);
  }
  assert.throws(() => cohenKappa(a, b, { clusters: [1] }), TypeError);
});

Deno.test("AC1: rare labels leave it where agreement is, κ falls; one label only is nothing", () => {
  const a = [...new Array(95).fill("A"), ...new Array(5).fill("B")], b = [...a].reverse();
  const { kappa: ac1 } = cohenKappa(a, b, { coefficient: "ac1" }), { kappa } = cohenKappa(a, b);
  close(ac1, (0.9 - 0.095) / 0.905); // p_o = 0.9, p_e = 2·0.05·0.95
  assert.ok(kappa < 0 && ac1 > 0.88);
  assert.ok(Number.isNaN(cohenKappa(["A", "A"], ["A", "A"], { coefficient: "ac1" }).kappa));
});

Deno.test("κ and τ: where all that goes wrong lies in few clusters, the limit towards the middle rests on their number", () => {
  // 15 clusters of 5, in one of them one or two wrong: others like it may not have been drawn, as for a share.
  const clusters = Array.from({ length: 75 }, (_, i) => Math.floor(i / 5));
  const x = clusters.map((_, i) => i * 7 % 5), y = x.map((value, i) => i < 2 ? 4 - value : value);
  const furthest = (found: number) =>
    2 * wilsonLimits({ mean: (found + 1) / 2, trials: 15, df: Infinity }).low - 1;
  const tau = kendallInterval(x, y, { clusters }), kappa = cohenKappa(x, y, { clusters });
  close(tau.low, furthest(tau.tau), { relative: 1e-9 });
  close(kappa.low, furthest(kappa.kappa), { relative: 1e-9 });
});

Deno.test("cohenKappa: a label that fills a few clusters is warned of, one that is spread over them is not", () => {
  // 40 clusters of 6; 24 rows are B for the first rater: four whole clusters, or a row here and there.
  const clusters = Array.from({ length: 240 }, (_, i) => Math.floor(i / 6));
  const second = clusters.map((_, i) => i % 5 === 0 ? "B" : "A");
  const words = (isB: (i: number) => boolean) =>
    cohenKappa(clusters.map((_, i) => isB(i) ? "B" : "A"), second, { clusters }).warning;
  assert.match(words((i) => clusters[i] % 10 === 3), /^B lies in few clusters \(as if 4.0 equal ones\)/);
  assert.equal(words((i) => i % 10 === 3), "");
  // Twelve rows of B in ten clusters: few, and no fewer than chance leaves. In the other rater's eyes three are: too few to tell.
  assert.equal(words((i) => i % 20 === 3), "");
  const rare = clusters.map((_, i) => i % 80 === 3 ? "B" : "A");
  assert.match(cohenKappa(rare, rare, { clusters }).warning, /^B lies in few clusters \(as if 3.0/);
  assert.equal(cohenKappa(rare, rare, { clusters, coefficient: "ac1" }).warning, "");
});

Deno.test("krippendorffAlpha: units of one cluster are left out together; all of them alike in all clusters leave an interval", () => {
  const units = Array.from({ length: 24 }, (_, i) => [i % 3, i % 5 === 0 ? 0 : i % 3]);
  const nominal = { difference: "nominal" } as const;
  const plain = krippendorffAlpha(units, nominal), copies = units.flatMap((unit) => [unit, unit, unit]);
  assert.deepEqual(krippendorffAlpha(units, { ...nominal, clusters: [...units.keys()] }), plain);
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const clustered = krippendorffAlpha(copies, {
    ...nominal,
    clusters: copies.map((_, i) => Math.floor(i / 3)),
  });
  // Three times the same is no more than once; taken for independent, it looked 1.7 times as sure.
  assert.ok(Math.abs(width(clustered) / width(plain) - 1) < 0.05, `${width(clustered)} ${width(plain)}`);
  assert.ok(width(krippendorffAlpha(copies, nominal)) < 0.65 * width(plain));
  const sure = krippendorffAlpha(units.map(([value]) => [value, value]), nominal);
  assert.ok(sure.alpha === 1 && sure.high === 1 && sure.low < 0.8, `${sure.low}`);
  assert.throws(() => krippendorffAlpha(units, { ...nominal, clusters: [1] }), TypeError);
  // Without the cluster that holds all variation there is no α.
  const { alpha, low, high } = krippendorffAlpha([[1, 1], [1, 1], [1, 1], [1, 2], [2, 2]], {
    ...nominal,
    clusters: [0, 0, 1, 2, 2],
  });
  assert.deepEqual([alpha > 0, low, high], [true, NaN, NaN]);
});
