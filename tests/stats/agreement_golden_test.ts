import assert from "node:assert/strict";
import { levelQuantile } from "@/stats/wilson.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { matchRate } from "@/stats/match_rate.ts";
import { wilson } from "@/stats/wilson.ts";
import { close, golden } from "./golden.ts";

// python3 tests/stats/golden/agreement.py > tests/stats/golden/agreement.json (statsmodels 0.13.5)
const expected = golden<{
  kappa: { table: number[][]; kappa: number; low: number; high: number }[];
  wilson: [number, number, number, number, number][];
}>("agreement");

Deno.test("wilson agrees with statsmodels at three levels, and stays in [0, 1] where statsmodels does not", () => {
  for (const [k, n, level, low, high] of expected.wilson) {
    const found = wilson(k, n, { level });
    close(found.low, low, { relative: 1e-11, absolute: 1e-15, what: `low of ${k}/${n}` });
    close(found.high, high, { relative: 1e-11, what: `high of ${k}/${n}` });
    assert.ok(found.low >= 0 && found.high <= 1);
    assert.deepEqual([found.estimate, found.n], [k / n, n]);
    const mirrored = wilson(n - k, n, { level });
    close(mirrored.high, 1 - found.low, { relative: 1e-14, absolute: 1e-15, what: "mirrored" });
  }
});

/** The two raters' labels behind a table of counts, in the order of its cells. */
function labels(table: number[][]): { a: string[]; b: number[] | string[] } {
  const a: string[] = [], b: string[] = [];
  table.forEach((row, i) =>
    row.forEach((count, j) => {
      for (let k = 0; k < count; k++) {
        a.push(`label ${i}`);
        b.push(`label ${j}`);
      }
    })
  );
  return { a, b };
}

Deno.test("cohenKappa agrees with statsmodels, and so does its standard error", () => {
  for (const { table, kappa, low, high } of expected.kappa) {
    const { a, b } = labels(table);
    const found = cohenKappa(a, b);
    close(found.kappa, kappa, { relative: 1e-11, what: "kappa" });
    // statsmodels divides by n, the small-sample correction of pairs that are their own clusters by n − 1.
    const theirs = (high - low) / (2 * levelQuantile(0.95));
    close(found.standardError * Math.sqrt((found.n - 1) / found.n), theirs, {
      relative: 1e-8,
      absolute: 1e-9,
      what: "error",
    });
    const swapped = cohenKappa(b, a);
    close(swapped.kappa, kappa, { relative: 1e-11, what: "raters swapped" });
    close(swapped.high, found.high, { relative: 1e-11, what: "raters swapped" });
    assert.deepEqual([found.n, found.nMissing], [a.length, 0]);
    close(matchRate(a, b).rate, found.agreement);
  }
});

Deno.test("cohenKappa: one rater with one label only is 0, both with the same is NaN, missing pairs leave", () => {
  assert.equal(cohenKappa(["A", "A", "A"], ["A", "B", "A"]).kappa, 0); // p_o = p_e = 2/3
  assert.equal(cohenKappa(["A", "A"], ["B", "B"]).kappa, 0); // p_o = p_e = 0
  assert.ok(Number.isNaN(cohenKappa(["A", null], ["A", "B"]).kappa));
  // Only the pairs (1, 1), (2, 2), (1, 2) remain: p_o = 2/3, p_e = 2/3·1/3 + 1/3·2/3 = 4/9, κ = (2/9)/(5/9) = 2/5
  const { kappa, n, nMissing } = cohenKappa([1, NaN, 2, null, 1, 2], [1, 1, 2, 2, 2, null]);
  close(kappa, 0.4);
  assert.deepEqual([n, nMissing], [3, 3]);
});

Deno.test("matchRate is wilson of the equal pairs; kinds of labels are told apart", () => {
  const { rate, low, high, n, nMissing } = matchRate(["A", "B", "A", null, "B"], ["A", "B", "B", "A", "B"], {
    level: 0.9,
  });
  const share = wilson(3, 4, { level: 0.9 });
  assert.deepEqual([rate, low, high, n, nMissing], [0.75, share.low, share.high, 4, 1]);
  assert.equal(matchRate(["1"], [1]).rate, 0);
});
