import assert from "node:assert/strict";
import { kendallInterval, kendallTau } from "@/stats/kendall.ts";
import { random } from "@/stats/random.ts";
import { close } from "./golden.ts";
import { sure as alike, trialsOf, wilsonLimits } from "./mover.ts";

/** Images with several captions each: image and caption both move scores, on coarse scales. */
function draw(generator: ReturnType<typeof random>, images: number, captions: number) {
  const x: number[] = [], y: number[] = [], image: number[] = [];
  for (let g = 0; g < images; g++) {
    const shared = generator.normal(), other = generator.normal();
    for (let k = 0; k < captions; k++) {
      const quality = shared + generator.normal();
      x.push(Math.round(2 * (quality + other + generator.normal())));
      y.push(Math.round(quality + 0.5 * generator.normal()));
      image.push(g);
    }
  }
  return { x, y, image };
}

Deno.test("the interval is that of the rows' influence, taken from the definition of τ by pairs", () => {
  const { x, y, image } = draw(random(3), 12, 4), n = x.length;
  for (const variant of ["b", "c"] as const) {
    const found = kendallInterval(x, y, { variant, clusters: image });
    close(found.tau, kendallTau(x, y, { variant }).tau);
    // τ with weights on the rows, and what a small weight more on each does to it.
    const levels = Math.min(new Set(x).size, new Set(y).size);
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
    const step = 1e-5, sums = new Array(12).fill(0);
    for (let i = 0; i < n; i++) {
      const shifted = (by: number) => weighted(x.map((_, k) => k === i ? 1 + by : 1));
      sums[image[i]] += (shifted(step) - shifted(-step)) / (2 * step);
    }
    // CR2: twelve equal clusters, each an eleventh of the rest
    const error = Math.sqrt(12 / 11 * sums.reduce((sum, value) => sum + value * value, 0));
    close(found.standardError, error, { relative: 1e-6, what: variant });
    close(found.df, 11, { relative: 1e-9 });
    const mean = (1 + found.tau) / 2;
    const wanted = wilsonLimits({ mean, trials: trialsOf(mean, error / 2), df: 11 });
    close(found.high, 2 * wanted.high - 1, { relative: 1e-5 });
    close(found.low, 2 * wanted.low - 1, { relative: 1e-5, absolute: 1e-6 });
    assert.equal(found.pValue < 0.05, found.low > 0);
  }
});

Deno.test("constant, perfect, single-cluster and bad input", () => {
  assert.ok(Number.isNaN(kendallInterval([1, 1, 1], [1, 2, 3]).low));
  const sure = kendallInterval([1, 2, 3, 4, 5], [4, 5, 6, 7, 8]);
  close(sure.tau, 1);
  assert.deepEqual([sure.high, sure.n, sure.clusters], [1, 5, 5]);
  close(sure.low, 2 * wilsonLimits(alike(1, 5)).low - 1); // five rows in order prove little, three less
  assert.ok(kendallInterval([1, 2, 3], [6, 5, 4]).high > 0);
  const one = kendallInterval([1, 2, 3], [4, 6, 5], { clusters: ["a", "a", "a"] });
  assert.ok(one.tau > 0 && Number.isNaN(one.low) && one.clusters === 1);
  assert.throws(() => kendallInterval([1, 2], [1, 2], { clusters: [1] }), TypeError);
  assert.throws(() => kendallInterval([1, 2], [1, 2], { level: 1 }), RangeError);
  assert.throws(() => kendallInterval([1, NaN], [1, 2]), /kendallInterval: wanted numbers in x/);
});

Deno.test("kendallInterval: equal ratings with ties have an interval also where rounding makes τ-b less than 1", () => {
  // score/√a/√a with a no square: some of these differ from 1 in the last bit.
  const off = [31, 37, 43, 61, 71].map((n) => Array.from({ length: n }, (_, i) => Math.floor(i * i / 7) % 5))
    .map((x) => ({ x, ...kendallInterval(x, x, { clusters: x.map((_, i) => i % 15) }) }))
    .filter(({ tau }) => tau !== 1);
  assert.ok(off.length > 0); // else this shows nothing
  for (const { low, high, tau } of off) {
    assert.ok(Math.abs(tau - 1) < 1e-15 && low < 0.7 && high === 1, `${low} ${high}`);
  }
});

Deno.test("kendallInterval: one row of each cluster out of order leaves limits by the number of clusters", () => {
  const x = Array.from({ length: 200 }, (_, i) => i % 5), clusters = x.map((_, i) => Math.floor(i / 5));
  const y = x.map((v, i) => i % 5 === 0 ? (v + 2) % 5 : v),
    { tau, low, high, warning } = kendallInterval(x, y, { clusters });
  assert.match(warning, /^nothing varies over 40 clusters/);
  const wanted = wilsonLimits(alike((1 + tau) / 2, 40));
  close(low, 2 * wanted.low - 1, { relative: 1e-9 });
  close(high, 2 * wanted.high - 1, { relative: 1e-9 });
  assert.equal(kendallInterval(x, x, { clusters }).warning, "");
});
