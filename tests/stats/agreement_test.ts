import assert from "node:assert/strict";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { matchRate } from "@/stats/match_rate.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { wilson } from "@/stats/wilson.ts";

function near(actual: number, expected: number, tolerance = 1e-12) {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} for ${expected}`);
}

Deno.test("wilson: statsmodels' values, the ends, no trials", () => {
  // statsmodels 0.13.5: proportion_confint(k, n, method="wilson")
  const golden = [
    [8, 10, 0.49016247153664183, 0.9433178485456247],
    [0, 20, 0, 0.1611251580528194],
    [20, 20, 0.8388748419471804, 1],
    [5154, 7756, 0.6539307030306777, 0.6749419954055919],
  ];
  for (const [k, n, low, high] of golden) {
    near(wilson(k, n).low, low);
    near(wilson(k, n).high, high);
  }
  assert.deepEqual(wilson(0, 0), { estimate: NaN, low: NaN, high: NaN, n: 0 });
  assert.ok(wilson(5, 10, { level: 0.99 }).low < wilson(5, 10).low);
  for (const [k, n] of [[-1, 3], [4, 3], [NaN, 3]]) assert.throws(() => wilson(k, n), RangeError);
  assert.throws(() => wilson(1, 3, { level: 1 }), RangeError);
});

Deno.test("mcnemar: statsmodels' values, exact and asymptotic", () => {
  // statsmodels 0.13.5: mcnemar([[0, b], [c, 0]], exact=True).pvalue
  const exact = [[1, 5, 0.21875], [10, 14, 0.5412561893463135], [30, 70, 7.85013964559367e-05], [
    200,
    260,
    0.0058839224731039984,
  ]];
  for (const [b, c, p] of exact) near(mcnemar(b, c, { exact: true }).pValue, p, 1e-13);
  // mcnemar([[0, b], [c, 0]], exact=False, correction=True)
  near(mcnemar(30, 70, { exact: false }).statistic, 15.21);
  near(mcnemar(30, 70, { exact: false }).pValue, 9.619268803520536e-05, 1e-16);
  near(mcnemar(200, 260, { exact: false }).pValue, 0.005943374521940561, 1e-14);
  near(mcnemar(30, 70, { exact: false, correction: false }).pValue, 6.334248366623988e-05, 1e-16);
});

Deno.test("mcnemar: the correction never exceeds the difference, no disagreement, symmetry, defaults", () => {
  assert.deepEqual(mcnemar(40, 40, { exact: false }), {
    statistic: 0,
    pValue: 1,
    n: 80,
    method: "chi-square",
  });
  assert.deepEqual(mcnemar(0, 0), { statistic: 0, pValue: 1, n: 0, method: "exact" });
  assert.equal(mcnemar(0, 0, { exact: false }).pValue, 1);
  assert.equal(mcnemar(3, 9).pValue, mcnemar(9, 3).pValue);
  assert.equal(mcnemar(120, 130).method, "exact");
  for (const [b, c] of [[-1, 2], [1.5, 2], [NaN, 1]]) assert.throws(() => mcnemar(b, c), RangeError);
});

Deno.test("cohenKappa: statsmodels' value and interval for three labels", () => {
  // statsmodels 0.13.5: cohens_kappa([[20, 5, 1], [3, 15, 4], [2, 6, 30]]) → kappa, kappa_low, kappa_upp
  const table = [[20, 5, 1], [3, 15, 4], [2, 6, 30]];
  const a: string[] = [], b: string[] = [];
  table.forEach((row, i) =>
    row.forEach((count, j) => {
      for (let k = 0; k < count; k++) {
        a.push("xyz"[i]);
        b.push("xyz"[j]);
      }
    })
  );
  const { kappa, standardError, low, high, n } = cohenKappa(a, b);
  near(kappa, 0.6271676300578035);
  const theirs = (0.7638653570666589 - 0.49046990304894805) / (2 * 1.959963984540054);
  near(standardError * Math.sqrt(85 / 86), theirs);
  assert.ok(low < 0.4905 && high < 0.7639); // Wilson's of a number in [−1, 1]
  assert.equal(n, 86);
});

Deno.test("cohenKappa and matchRate: missing labels, one label only, nothing, unequal lengths", () => {
  const partly = cohenKappa(["A", null, "B", NaN, "A"], ["A", "A", "B", "B", undefined]);
  assert.deepEqual([partly.kappa, partly.n, partly.nMissing], [1, 2, 3]);
  assert.ok(Number.isNaN(cohenKappa(["A", "A"], ["A", "A"]).kappa), "chance agreement is 1");
  assert.equal(cohenKappa(["A", "B"], ["B", "A"]).kappa, -1);
  assert.ok(Number.isNaN(cohenKappa([], []).kappa) && Number.isNaN(matchRate([], []).rate));
  assert.throws(() => cohenKappa(["A"], []), TypeError);
  assert.throws(() => matchRate(["A"], []), TypeError);
  assert.equal(matchRate([1, 2, 3, 4], [1, 2, 3, 5]).rate, 0.75);
});
