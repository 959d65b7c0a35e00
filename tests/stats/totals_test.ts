import assert from "node:assert/strict";
import { bootstrapTotals } from "@/stats/bootstrap_totals.ts";
import { jackknifeTotals } from "@/stats/jackknife_totals.ts";
import { random } from "@/stats/random.ts";

/** How often each of n units is drawn, by replicate: the sums of unit vectors. */
function draws(n: number, replicates: number, seed: number): number[][] {
  const rows = Float64Array.from({ length: n * n }, (_, k) => Math.floor(k / n) === k % n ? 1 : 0);
  const totals = bootstrapTotals({ rows, columns: n, replicates, seed });
  return Array.from({ length: replicates }, (_, r) => [...totals.subarray(r * n, (r + 1) * n)]);
}

Deno.test("bootstrapTotals: sums are those of the draws, for sizes that fill no table and more columns than a tile", () => {
  for (const n of [1, 2, 5, 9, 23]) {
    for (const columns of [1, 16, 35]) {
      const generator = random(n),
        rows = Float64Array.from({ length: n * columns }, () => generator.normal());
      const totals = bootstrapTotals({ rows, columns, replicates: 40, seed: 3 });
      draws(n, 40, 3).forEach((counts, r) => {
        assert.equal(counts.reduce((sum, count) => sum + count, 0), n);
        for (let c = 0; c < columns; c++) {
          const plain = counts.reduce((sum, count, i) => sum + count * rows[i * columns + c], 0);
          assert.ok(Math.abs(totals[r * columns + c] - plain) < 1e-11);
        }
      });
    }
  }
});

Deno.test("bootstrapTotals: draws are multinomial, also beyond three of a unit", () => {
  const n = 50, replicates = 4000;
  const counts = draws(n, replicates, 1).flat();
  const share = (times: number) => counts.filter((count) => count === times).length / counts.length;
  // Binomial(50, 1/50): P(0) = 0.98^50 = .36417, P(1) = 50·(1/50)·0.98^49 = .37160, P(4) = .01453, P(5) = .00273.
  for (const [times, probability] of [[0, 0.36417], [1, 0.3716], [4, 0.01453], [5, 0.00273]]) {
    assert.ok(
      Math.abs(share(times) - probability) < 4 * Math.sqrt(probability / counts.length),
      String(times),
    );
  }
  assert.deepEqual(draws(7, 3, 9), draws(7, 3, 9));
  assert.notDeepEqual(draws(7, 3, 9), draws(7, 3, 10));
  assert.throws(
    () => bootstrapTotals({ rows: new Float64Array(0), columns: 2, replicates: 5, seed: 1 }),
    /found none/,
  );
  assert.throws(
    () => bootstrapTotals({ rows: Float64Array.of(1), columns: 1, replicates: 0, seed: 1 }),
    /found 0/,
  );
});

Deno.test("jackknifeTotals: bias of the plug-in variance goes, groups of unequal sizes by hand", () => {
  // Plug-in variance Σx²/n − mean²; corrected it is the sample variance with n − 1 (Efron and Tibshirani 1993, 10.5).
  const x = [1, 4, 4, 9, 2];
  const rows = Float64Array.from(x.flatMap((value) => [value, value * value, 1]));
  const statistics = ([sum, squares, n]: Float64Array) => Float64Array.of(squares / n - (sum / n) ** 2);
  const { estimate, corrected } = jackknifeTotals({ rows, columns: 3, statistics });
  // mean 4, squares 9 + 0 + 0 + 25 + 4 = 38: 38/5 and 38/4.
  assert.ok(Math.abs(estimate[0] - 7.6) < 1e-12 && Math.abs(corrected[0] - 9.5) < 1e-12);
  // Mean in groups {1, 4}, {4, 9, 2}: θ = 4, left out 5 and 2.5; pseudo-values 2.5·4 − 1.5·5 = 2.5 and 5/3·4 − 2/3·2.5 = 5.
  // Corrected .4·2.5 + .6·5 = 4; variance ½·(1.5²/1.5 + 1²/(2/3)) = 1.5.
  const mean = ([sum, , n]: Float64Array) => Float64Array.of(sum / n);
  const grouped = jackknifeTotals({ rows, columns: 3, statistics: mean, groups: 2 });
  assert.ok(Math.abs(grouped.corrected[0] - 4) < 1e-12);
  assert.ok(Math.abs(grouped.standardError[0] - Math.sqrt(1.5)) < 1e-12);
  assert.ok(
    Number.isNaN(jackknifeTotals({ rows, columns: 3, statistics: mean, groups: 1 }).standardError[0]),
  );
  assert.throws(
    () => jackknifeTotals({ rows, columns: 3, statistics: mean, groups: 6 }),
    /1 to 5 groups, found 6/,
  );
  assert.throws(
    () => jackknifeTotals({ rows: new Float64Array(0), columns: 1, statistics: mean }),
    /found none/,
  );
});
