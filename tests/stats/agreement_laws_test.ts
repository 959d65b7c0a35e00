import assert from "node:assert/strict";
import fc from "fast-check";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { kendallInterval, kendallTau } from "@/stats/kendall.ts";
import { krippendorffAlpha } from "@/stats/krippendorff_alpha.ts";
import { random } from "@/stats/random.ts";
import { denseRanks } from "@/stats/ranks.ts";
import { wilson } from "@/stats/wilson.ts";
import { close, total, upTo } from "./golden.ts";
import { type Share, sure, trialsOf, wilsonLimits } from "./mover.ts";

/** Limits of κ and τ, which lie from −1 to 1, are those of a share. */
const fromShare = (share: Share, level?: number) => {
  const { low, high } = wilsonLimits(share, level);
  return { low: 2 * low - 1, high: 2 * high - 1 };
};

Deno.test("wilson: ends are exactly 0 and 1 for every n", () => {
  for (let n = 1; n <= 400; n++) {
    for (const level of [0.8, 0.95, 0.999]) {
      assert.deepEqual([wilson(0, n, { level }).low, wilson(n, n, { level }).high], [0, 1]);
    }
  }
});

Deno.test("cohenKappa: limits are Wilson's of a number in [−1, 1] with the trials that its error is worth, at any level; clusters make it less certain", () => {
  const a = [..."AABBABABBAABBABBAAAB"], b = [..."AABBABBABAABBABBABAB"];
  for (const level of [0.5, 0.95, 0.99]) {
    const { kappa, low, high, standardError, df, pValue } = cohenKappa(a, b, { level }),
      share = (1 + kappa) / 2;
    const wanted = fromShare({ mean: share, trials: trialsOf(share, standardError / 2), df }, level);
    close(low, wanted.low, { relative: 1e-11 });
    close(high, wanted.high, { relative: 1e-11 });
    assert.equal(pValue < 1 - level, low > 0);
  }
  const even = upTo(40).map((i) => "AB"[i % 2]), clusters = upTo(40).map((i) => i % 4);
  assert.ok(cohenKappa(even, even, { clusters }).low < cohenKappa(even, even).low);
  // Against a rater of one label only κ is 0, with limits by the number of pairs.
  const many = upTo(7756),
    { kappa, low, high } = cohenKappa(many.map(() => "A"), many.map((i) => i % 3 ? "A" : "B"));
  assert.ok(kappa === 0 && low < 0 && low > -0.03 && high > 0 && high < 0.03, `${low} … ${high}`);
});

/** What a small weight more on each row does to a statistic with weights on the rows, summed by cluster. */
function influence(n: number, cluster: (row: number) => number, weighted: (w: number[]) => number): number[] {
  const step = 1e-5, sums: number[] = [];
  const shifted = (row: number, by: number) => weighted(upTo(n).map((k) => k === row ? 1 + by : 1));
  for (let i = 0; i < n; i++) {
    sums[cluster(i)] = (sums[cluster(i)] ?? 0) + (shifted(i, step) - shifted(i, -step)) / (2 * step);
  }
  return sums;
}

Deno.test("cohenKappa: the error of κ and AC1 is that of the pairs' influence, by weights from the definition", () => {
  const generator = random(4), labels = ["x", "y", "z"], n = 60;
  const a = upTo(n).map(() => labels[generator.integer(3)]);
  const b = a.map((label) => generator.uniform() < 0.6 ? label : labels[generator.integer(3)]);
  const clusters = a.map((_, i) => i % 17),
    sizes = upTo(17).map((g) => clusters.filter((c) => c === g).length);
  for (const coefficient of ["kappa", "ac1"] as const) {
    const weighted = (w: number[]) => {
      const share = (is: (i: number) => boolean) => total(w.filter((_, i) => is(i))) / total(w);
      const chance = total(labels.map((label) => {
        const p = share((i) => a[i] === label), q = share((i) => b[i] === label), middle = (p + q) / 2;
        return coefficient === "kappa" ? p * q : middle * (1 - middle) / 2;
      }));
      return (share((i) => a[i] === b[i]) - chance) / (1 - chance);
    };
    const found = cohenKappa(a, b, { coefficient, clusters });
    close(found.kappa, weighted(a.map(() => 1)), { relative: 1e-12 });
    const squares = influence(n, (i) => clusters[i], weighted).map((u, g) => u * u / (1 - sizes[g] / n));
    close(found.standardError, Math.sqrt(total(squares)), { relative: 1e-6, what: coefficient });
    assert.equal(found.clusters, 17);
  }
});

Deno.test("kendallInterval is that of the rows' influence, taken from the definition of τ by pairs", () => {
  // Twelve images with four captions each: image and caption both move scores, on coarse scales.
  const { normal } = random(3), n = 48, x: number[] = [], y: number[] = [];
  for (let image = 0; image < 12; image++) {
    const shared = normal(), other = normal();
    for (let k = 0; k < 4; k++) {
      const quality = shared + normal();
      x.push(Math.round(2 * (quality + other + normal())));
      y.push(Math.round(quality + 0.5 * normal()));
    }
  }
  const levels = Math.min(new Set(x).size, new Set(y).size), clusters = x.map((_, i) => i >> 2);
  for (const variant of ["b", "c"] as const) {
    const found = kendallInterval(x, y, { variant, clusters });
    close(found.tau, kendallTau(x, y, { variant }).tau);
    const weighted = (w: number[]) => {
      let score = 0, a = 0, b = 0, all = 0;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const [p, q] = [Math.sign(x[i] - x[j]), Math.sign(y[i] - y[j])], weight = w[i] * w[j];
          [score, a, b, all] = [score + weight * p * q, a + weight * p * p, b + weight * q * q, all + weight];
        }
      }
      return variant === "b" ? score / Math.sqrt(a * b) : score / all * levels / (levels - 1);
    };
    // CR2: twelve equal clusters, each an eleventh of the rest
    const squares = influence(n, (i) => i >> 2, weighted).map((value) => value * value);
    const error = Math.sqrt(12 / 11 * total(squares)), share = (1 + found.tau) / 2;
    close(found.standardError, error, { relative: 1e-6, what: variant });
    close(found.df, 11, { relative: 1e-9 });
    const wanted = fromShare({ mean: share, trials: trialsOf(share, error / 2), df: 11 });
    close(found.high, wanted.high, { relative: 1e-5 });
    close(found.low, wanted.low, { relative: 1e-5, absolute: 1e-6 });
    assert.equal(found.pValue < 0.05, found.low > 0);
  }
});

Deno.test("κ and τ: where all that goes wrong lies in few clusters, the limit towards the middle rests on their number; so it does where nothing varies", () => {
  // 15 clusters of 5, in one of them two wrong: others like it may not have been drawn, as for a share.
  const clusters = upTo(75).map((i) => Math.floor(i / 5));
  const x = clusters.map((_, i) => i * 7 % 5), y = x.map((value, i) => i < 2 ? 4 - value : value);
  const furthest = (found: number) => fromShare({ mean: (found + 1) / 2, trials: 15, df: Infinity }).low;
  const tau = kendallInterval(x, y, { clusters }), kappa = cohenKappa(x, y, { clusters });
  close(tau.low, furthest(tau.tau), { relative: 1e-9 });
  close(kappa.low, furthest(kappa.kappa), { relative: 1e-9 });
  // One row of each of 40 clusters out of order.
  const rows = upTo(200), ordered = rows.map((i) => i % 5), forty = rows.map((i) => Math.floor(i / 5));
  const off = ordered.map((v, i) => i % 5 === 0 ? (v + 2) % 5 : v);
  const found = kendallInterval(ordered, off, { clusters: forty });
  assert.match(
    found.warning,
    /^the 40 clusters show no spread: the interval comes from their number alone$/,
  );
  const wanted = fromShare(sure((1 + found.tau) / 2, 40));
  close(found.low, wanted.low, { relative: 1e-9 });
  close(found.high, wanted.high, { relative: 1e-9 });
  assert.equal(kendallInterval(ordered, ordered, { clusters: forty }).warning, "");
});

Deno.test("kendallInterval: equal ratings with ties have an interval also where rounding makes τ-b less than 1", () => {
  // score/√a/√a with a no square: some of these differ from 1 in the last bit.
  const off = [31, 37, 43, 61, 71].map((n) => upTo(n).map((i) => Math.floor(i * i / 7) % 5))
    .filter((x) => kendallTau(x, x).tau !== 1);
  assert.ok(off.length > 0); // else this shows nothing
  for (const x of off) {
    const { low, high, tau } = kendallInterval(x, x, { clusters: x.map((_, i) => i % 15) });
    assert.ok(tau === 1 && low < 0.7 && high === 1);
  }
});

Deno.test("cohenKappa: a label that fills a few clusters is warned of, one that is spread over them is not", () => {
  // 40 clusters of 6; 24 rows are B for the first rater: four whole clusters, or a row here and there.
  const clusters = upTo(240).map((i) => Math.floor(i / 6)),
    second = clusters.map((_, i) => i % 5 === 0 ? "B" : "A");
  const words = (isB: (i: number) => boolean, other = second, coefficient: "kappa" | "ac1" = "kappa") => {
    const first = clusters.map((_, i) => isB(i) ? "B" : "A");
    return cohenKappa(first, other, { clusters, coefficient }).warning;
  };
  assert.match(words((i) => clusters[i] % 10 === 3), /^B lies in few clusters \(worth 4.0 of equal size\)/);
  assert.equal(words((i) => i % 10 === 3), "");
  // Twelve rows of B in ten clusters: few, and no fewer than chance leaves. In the other rater's eyes three are: too few to tell.
  assert.equal(words((i) => i % 20 === 3), "");
  const isRare = (i: number) => i % 80 === 3, rare = clusters.map((_, i) => isRare(i) ? "B" : "A");
  assert.match(words(isRare, rare), /^B lies in few clusters \(worth 3.0/);
  assert.match(words(() => false, rare), /^B lies in few clusters \(worth 3.0/, "of the rater who says it");
  assert.equal(words(isRare, rare, "ac1"), "");
});

Deno.test("krippendorffAlpha: units of one cluster are left out together; all of them alike in all clusters leave an interval", () => {
  const units = upTo(24).map((i) => [i % 3, i % 5 === 0 ? 0 : i % 3]),
    copies = units.flatMap((unit) => [unit, unit, unit]);
  const alpha = (own: number[][], clusters?: number[]) =>
    krippendorffAlpha(own, { difference: "nominal", clusters });
  const width = ({ low, high }: { low: number; high: number }) => high - low, plain = alpha(units);
  assert.deepEqual(alpha(units, [...units.keys()]), plain);
  // Three times the same is no more than once; taken for independent, it looked 1.7 times as sure.
  const clustered = alpha(copies, copies.map((_, i) => Math.floor(i / 3)));
  assert.ok(Math.abs(width(clustered) / width(plain) - 1) < 0.05, `${width(clustered)} ${width(plain)}`);
  assert.ok(width(alpha(copies)) < 0.65 * width(plain));
  const alike = alpha(units.map(([value]) => [value, value]));
  assert.ok(alike.alpha === 1 && alike.high === 1 && alike.low < 0.8, `${alike.low}`);
});

/** τ-b and τ-c by their definition: every pair of rows compared. */
function textbookTau(x: number[], y: number[]): { b: number; c: number } {
  let score = 0, untiedX = 0, untiedY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.sign(x[i] - x[j]), b = Math.sign(y[i] - y[j]);
      score += a * b;
      untiedX += a * a;
      untiedY += b * b;
    }
  }
  const levels = Math.min(new Set(x).size, new Set(y).size);
  return { b: score / Math.sqrt(untiedX * untiedY), c: 2 * score / (x.length ** 2 * (levels - 1) / levels) };
}

Deno.test("τ equals its definition on any columns, lopsided ties among them; ranks sort like the language does", () => {
  const number = fc.double({ noNaN: true });
  const value = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(0), fc.constant(-0), number);
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 60 }), (rows) => {
      const x = rows.map(([a]) => a), y = rows.map(([, b]) => b), expected = textbookTau(x, y);
      const tau = (own: number[], other: number[], variant: "b" | "c") =>
        kendallTau(own, other, { variant }).tau;
      if ([x, y].some((own) => new Set(own.map((v) => v + 0)).size < 2)) {
        return assert.ok(Number.isNaN(kendallTau(x, y).tau) && Number.isNaN(kendallTau(x, y).pValue));
      }
      close(tau(x, y, "b"), expected.b, { relative: 1e-12, absolute: 1e-15 });
      const c = tau(x, y, "c");
      if (!x.includes(-0) && !y.includes(-0)) close(c, Math.min(1, expected.c), { relative: 1e-12 });
      // Reversing one order turns the sign, exchanging the two changes nothing.
      close(tau(x, y.map((v) => -v), "c"), -c, { relative: 1e-12 });
      close(tau(y, x, "c"), c, { relative: 1e-12 });
    }),
    { numRuns: 300, seed: 5 },
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), (values) => {
      const { ranks, order, levels } = denseRanks(values);
      const distinct = [...new Set(values.map((value) => value + 0))].sort((a, b) => a - b);
      assert.equal(levels, distinct.length);
      assert.deepEqual([...ranks], values.map((value) => distinct.indexOf(value + 0)));
      for (let k = 1; k < order.length; k++) {
        const [i, j] = [order[k - 1], order[k]];
        assert.ok(ranks[i] < ranks[j] || (ranks[i] === ranks[j] && i < j));
      }
    }),
    { numRuns: 200, seed: 8 },
  );
});

Deno.test("τ of more pairs than 2³² counts every one; exact p-values are shares of all orders, enumerated", () => {
  // y = x but for its reversed last half: C = pairs − D, D = (n/2)(n/2 − 1)/2.
  const many = 120_000, half = many / 2, all = many * (many - 1) / 2;
  const x = Float64Array.from({ length: many }, (_, i) => i);
  const y = Float64Array.from(x, (i) => i < half ? i : half + many - 1 - i);
  close(kendallTau(x, y).tau, (all - half * (half - 1)) / all, { relative: 1e-15 });
  const orders = (n: number): number[][] =>
    n === 0 ? [[]] : orders(n - 1).flatMap((rest) => upTo(n).map((at) => rest.toSpliced(at, 0, n)));
  const inversions = (order: number[]) =>
    total(order.map((value, i) => order.slice(i + 1).filter((later) => later < value).length));
  for (const n of [3, 5, 7]) {
    const every = orders(n), counts = every.map(inversions), pairs = n * (n - 1) / 2;
    for (let k = 0; k < pairs / 2; k++) {
      const extreme = counts.filter((found) => found <= k || found >= pairs - k).length;
      const { pValue } = kendallTau(every[counts.indexOf(k)], upTo(n));
      close(pValue, extreme / counts.length, { relative: 1e-14 });
    }
  }
});
