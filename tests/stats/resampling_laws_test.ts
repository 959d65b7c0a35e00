import assert from "node:assert/strict";
import { bootstrap } from "@/stats/bootstrap.ts";
import { jackknifeTotals } from "@/stats/jackknife_totals.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { random } from "@/stats/random.ts";
import { close, mean, near, total, upTo } from "./golden.ts";

Deno.test("hypergeometric: counts up to 1e9 keep mean and variance", () => {
  const generator = random(4), draws = 4000;
  for (const [good, bad, drawn] of [[5e8, 5e8, 1000], [3e8, 7e8, 400], [20, 999_999_980, 5e8]]) {
    const values = upTo(draws).map(() => generator.hypergeometric(good, bad, drawn));
    // Mean n·p, variance n·p·(1 − p)·(N − n)/(N − 1)
    const all = good + bad,
      p = good / all,
      centre = drawn * p,
      variance = centre * (1 - p) * (all - drawn) / (all - 1);
    near(mean(values), centre, 4 * Math.sqrt(variance / draws));
    near(mean(values.map((v) => (v - centre) ** 2)) / variance, 1, 4 * Math.sqrt(2 / draws));
  }
});

Deno.test("random: every bit of the seed changes the first word; integers follow numpy's half-open convention; shuffle leaves its argument alone and keeps its kind", () => {
  // The first 32 bits alone: later ones would hide a seed whose upper half comes in too late.
  const flipped = (seed: number, bit: number) =>
    seed + (Math.floor(seed / 2 ** bit) % 2 === 0 ? 1 : -1) * 2 ** bit;
  for (const start of [0, 5, 2 ** 31 + 9]) {
    const seeds = [start, ...upTo(53).map((bit) => flipped(start, bit))];
    assert.equal(new Set(seeds.map((seed) => random(seed).integer(2 ** 32))).size, 54, `from ${start}`);
  }
  const generator = random(3), seen = new Set(upTo(200).map(() => generator.integer(-2, 3)));
  assert.deepEqual([...seen].sort((a, b) => a - b), [-2, -1, 0, 1, 2]);
  const values = Float64Array.of(1, 2, 3, 4, 5), shuffled = random(1).shuffle(values);
  assert.ok(shuffled instanceof Float64Array && shuffled !== values);
  assert.deepEqual([[...values], [...shuffled].sort()], [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]);
});

/** The mean of the chosen rows, added up in the order in which they come. */
const meanOf = (values: number[]) => (rows: ArrayLike<number>) =>
  mean(Array.from(rows, (row) => values[row]));
const percentile = { method: "percentile" } as const, bca = { method: "bca" } as const;

Deno.test("bootstrap takes hundreds of thousands of rows, and one huge cluster among many small ones", () => {
  const rows = 200_000, size = (r: Int32Array) => r.length;
  const plain = bootstrap({ rows, statistic: size, replicates: 2, seed: 1, ...percentile });
  assert.deepEqual([plain.estimate, plain.low], [rows, NaN]);
  // 999 clusters of one row and one of 30,000: a replicate has 1000 + k·29,999 rows, k times the huge one.
  const clusters = upTo(30_999).map((i) => Math.min(i, 999)), seen = new Set<number>();
  const statistic = (r: Int32Array) => {
    seen.add((r.length - 1000) / 29_999);
    return r.length;
  };
  bootstrap({ clusters, statistic, replicates: 60, seed: 3, ...percentile });
  assert.ok(seen.size >= 3 && [...seen].every(Number.isInteger), [...seen].join());
});

Deno.test("bootstrap: BCa sees ties that rounding hides, whatever the order of the rows and the unit", () => {
  // The mean of 0.1 is 0.1 however often it is drawn; sums of 5 to 25 of them differ in the last bits.
  const clusters = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4], alike = meanOf(clusters.map(() => 0.1));
  for (const seed of [1, 2, 3]) {
    const { low, high } = bootstrap({ clusters, statistic: alike, replicates: 199, seed, ...bca });
    assert.deepEqual([low, high], [NaN, NaN]); // all replicates alike: no limits
  }
  const values = [0.1, 0.7, 0.3, 1.9, 0.2, 4.3];
  const limits = (scale: number, statistic: (rows: Int32Array) => number) => {
    const { low, high } = bootstrap({ rows: 6, statistic, replicates: 999, seed: 5, ...bca });
    return [low / scale, high / scale];
  };
  const reference = limits(1, meanOf(values));
  for (const scale of [1, 1e-9, 3e7]) {
    const scaled = meanOf(values.map((v) => v * scale));
    for (const statistic of [scaled, (rows: Int32Array) => scaled(rows.toReversed())]) {
      limits(scale, statistic).forEach((limit, k) => close(limit, reference[k], { relative: 1e-9 }));
    }
  }
});

Deno.test("bootstrap: infinite replicates count, NaN ones are left out and counted; no limits where the jackknife is infinite or the estimate beyond all replicates", () => {
  // Odds of 1 and 0: infinite where all drawn rows are 1, as when the only 0 is left out
  const share = meanOf([1, 1, 1, 0]), odds = (rows: Int32Array) => share(rows) / (1 - share(rows));
  const of = (statistic: (rows: Int32Array) => number, more: object = {}) =>
    bootstrap({ rows: 6, statistic, replicates: 400, seed: 1, ...percentile, ...more });
  const found = of(odds, { rows: 4, replicates: 500, ...bca }),
    { low } = of(odds, { rows: 4, replicates: 500 });
  assert.deepEqual([found.estimate, found.undefinedReplicates, found.low, found.high], [3, 0, NaN, NaN]);
  assert.ok(low >= 0 && low < 3, `${low}`);
  for (const way of [percentile, bca]) {
    let calls = 0;
    const first = of(() => calls++ === 0 ? NaN : calls, way);
    assert.deepEqual([first.estimate, first.low, first.high], [NaN, NaN, NaN]);
  }
  // Undefined where row 0 is drawn first: the rest keeps its quantiles and its spread, 0.
  const some = of((rows) => rows[0] === 0 ? NaN : 7), none = of(() => NaN);
  assert.ok(Number.isNaN(some.estimate) && some.undefinedReplicates > 0 && some.standardError === 0);
  assert.deepEqual([none.standardError, none.low, none.undefinedReplicates], [NaN, NaN, 400]);
  // How many different rows: 6 in the data, all six different in 6!/6⁶ = 1.5% of replicates, more in none
  const distinct = (rows: Int32Array) => new Set(rows).size;
  const below = of(distinct, { replicates: 20, seed: 2, ...bca });
  assert.deepEqual([below.estimate, below.low, below.high], [6, NaN, NaN]);
  assert.deepEqual(of(share, { rows: 4, ...bca }), of(share, { rows: 4, ...bca }));
  assert.notEqual(of(share, { rows: 4 }).standardError, of(share, { rows: 4, seed: 4 }).standardError);
  assert.throws(() => of(distinct, { clusters: [1] }), TypeError);
  assert.throws(() => of(distinct, { rows: undefined }), TypeError);
  const levels = [0, 1, -0.5, NaN].map((level) => ({ ...bca, level }));
  const bad = [...levels, { rows: 0 }, { rows: undefined, clusters: [] }, { replicates: 1 }, {
    method: "basic",
  }];
  for (const more of bad) assert.throws(() => of(distinct, more), RangeError, JSON.stringify(more));
});

Deno.test("permutationTest: p counts the observed arrangement and ties, whatever the unit; infinite statistics tie with themselves; wrong use is refused", () => {
  const orders = { data: 5, statistic: (x: number) => x, replicates: 99, seed: 1 };
  const p = (more: object) =>
    permutationTest({ ...orders, permute: () => 1, alternative: "greater", ...more } as never).pValue;
  const given = [{}, { alternative: "less" }, { permute: () => -7, alternative: "two-sided" }, { data: NaN }];
  assert.deepEqual(given.map(p), [0.01, 1, 1, NaN]);
  // Turns 1, 2, 3, 4: two are larger; (1 + 2)/(1 + 4)
  let turn = 0;
  const turning = {
    data: 0,
    statistic: (x: number) => x === 0 ? 5 : x % 2 === 0 ? 9 : 1,
    permute: () => ++turn,
  };
  assert.equal(p({ ...turning, replicates: 4 }), 3 / 5);
  const shuffle = (generator: { shuffle: (x: number[]) => number[] }, data: number[]) =>
    generator.shuffle(data);
  // 0.1 + 0.2 + 0.3 depends on the order of the terms: every rearrangement ties.
  assert.equal(
    p({ data: [0.1, 0.2, 0.3], statistic: ([a, b, c]: number[]) => a + b + c, permute: shuffle }),
    1,
  );
  // {1 … 4} against {5 … 8}: 2 of the 70 splits are as extreme
  const split = (scale: number) =>
    p({
      ...{ data: upTo(8).map((x) => (x + 1) * scale), permute: shuffle, replicates: 999 },
      ...{ statistic: (x: number[]) => total(x.slice(4)) - total(x.slice(0, 4)), alternative: "two-sided" },
    });
  assert.ok(split(1) > 0 && split(1) < 0.06, `${split(1)}`); // 2/70 = 0.029 and three Monte-Carlo errors of 0.005, and a little
  for (const scale of [1e-14, 0.1, 1e9, 1e200]) assert.equal(split(scale), split(1), `${scale}`);
  const ratio = ([a, b]: number[]) => b / a;
  near(p({ data: [0, 1], statistic: ratio, permute: shuffle, replicates: 999 }), 0.5, 0.05);
  const bad = [{ permute: () => NaN }, ...[0, 1.5, NaN].map((replicates) => ({ replicates }))];
  assert.throws(() => p({ alternative: "both" }), RangeError);
  for (const more of bad) assert.throws(() => p(more), RangeError, JSON.stringify(more));
});

Deno.test("at a fixed seed the order of rows changes no bootstrap", () => {
  const generator = random(12);
  const rows = upTo(60).map((i) => ({ cluster: i % 13, value: Math.round(10 * generator.normal()) }));
  const shuffled = [...generator.shuffle(Int32Array.from(rows.keys()))].map((i) => rows[i]);
  const [wanted, ...others] = [rows, rows.toReversed(), shuffled].map((list) => {
    const clusters = list.map(({ cluster }) => cluster), statistic = meanOf(list.map(({ value }) => value));
    return [bca, percentile].flatMap((way) => {
      const { low, high } = bootstrap({ clusters, statistic, replicates: 300, seed: 4, ...way });
      return [low, high];
    });
  });
  for (const other of others) other.forEach((value, k) => near(value, wanted[k]));
});

Deno.test("jackknifeTotals: bias of the plug-in variance goes, groups of unequal sizes by hand", () => {
  // Plug-in variance Σx²/n − mean²; corrected it is the sample variance with n − 1 (Efron and Tibshirani 1993, 10.5).
  const rows = Float64Array.from([1, 4, 4, 9, 2].flatMap((value) => [value, value * value, 1]));
  const of = (statistics: (totals: Float64Array) => Float64Array, groups?: number) =>
    jackknifeTotals({ rows, columns: 3, statistics, groups });
  const variance = of(([sum, squares, n]) => Float64Array.of(squares / n - (sum / n) ** 2));
  // mean 4, squares 9 + 0 + 0 + 25 + 4 = 38: 38/5 and 38/4.
  near(variance.estimate[0], 7.6);
  near(variance.corrected[0], 9.5);
  // Mean in groups {1, 4}, {4, 9, 2}: θ = 4, left out 5 and 2.5; pseudo-values 2.5·4 − 1.5·5 = 2.5 and 5/3·4 − 2/3·2.5 = 5.
  // Corrected .4·2.5 + .6·5 = 4; variance ½·(1.5²/1.5 + 1²/(2/3)) = 1.5.
  const statistics = ([sum, , n]: Float64Array) => Float64Array.of(sum / n), grouped = of(statistics, 2);
  near(grouped.corrected[0], 4);
  near(grouped.standardError[0], Math.sqrt(1.5));
  assert.ok(Number.isNaN(of(statistics, 1).standardError[0]));
  assert.throws(() => of(statistics, 6), /1 to 5 groups, found 6/);
  assert.throws(() => jackknifeTotals({ rows: new Float64Array(0), columns: 1, statistics }), /found 0/);
});
