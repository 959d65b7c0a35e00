import assert from "node:assert/strict";
import { jackknifeTotals } from "@/stats/jackknife_totals.ts";

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
