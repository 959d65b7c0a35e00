import assert from "node:assert/strict";
import { bootstrap } from "@/stats/bootstrap.ts";
import { permutationTest } from "@/stats/permutation_test.ts";

Deno.test("bootstrap: constant, undefined and single data; wrong use", () => {
  const constant = bootstrap({ rows: 5, statistic: () => 3, replicates: 50, seed: 1, method: "bca" });
  assert.deepEqual([constant.estimate, constant.low, constant.high], [3, NaN, NaN]);
  const undefinedHalf = bootstrap({
    rows: 2,
    statistic: (rows) => rows[0] === rows[1] ? NaN : 1,
    replicates: 1000,
    seed: 1,
    method: "percentile",
  });
  assert.ok(Math.abs(undefinedHalf.undefinedReplicates - 500) < 100 && undefinedHalf.estimate === 1);
  assert.ok(
    Number.isNaN(bootstrap({ rows: 1, statistic: () => 2, replicates: 20, seed: 1, method: "bca" }).low),
  );
  const options = { statistic: () => 0, replicates: 20, seed: 1, method: "percentile" } as const;
  assert.throws(() => bootstrap({ ...options }), TypeError);
  assert.throws(() => bootstrap({ ...options, rows: 0 }), RangeError);
  assert.throws(() => bootstrap({ ...options, clusters: [] }), RangeError);
  assert.throws(() => bootstrap({ ...options, rows: 2, replicates: 1 }), RangeError);
  assert.throws(() => bootstrap({ ...options, rows: 2, method: "basic" as "bca" }), RangeError);
});

Deno.test("permutationTest: alternatives, the floor of p, undefined statistics", () => {
  const options = { data: 5, statistic: (x: number) => x, replicates: 99, seed: 1 };
  const smaller = () => 1;
  assert.equal(permutationTest({ ...options, permute: smaller, alternative: "greater" }).pValue, 0.01);
  assert.equal(permutationTest({ ...options, permute: smaller, alternative: "less" }).pValue, 1);
  assert.equal(permutationTest({ ...options, permute: () => -7, alternative: "two-sided" }).pValue, 1);
  assert.ok(
    Number.isNaN(permutationTest({ ...options, data: NaN, permute: smaller, alternative: "less" }).pValue),
  );
  assert.throws(() => permutationTest({ ...options, permute: () => NaN, alternative: "less" }), RangeError);
  assert.throws(
    () => permutationTest({ ...options, permute: smaller, replicates: 0, alternative: "less" }),
    RangeError,
  );
  assert.throws(
    () => permutationTest({ ...options, permute: smaller, alternative: "both" as "less" }),
    RangeError,
  );
});
