import assert from "node:assert/strict";
import { zTestPower, zTestSampleSize } from "@/stats/z_test_power.ts";

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

Deno.test("zTestPower against statsmodels 0.13.5", () => {
  // python3 -c "from statsmodels.stats.power import normal_power as p; print(repr(p(d, n, a, alternative=alt, sigma=1.0)))"
  const golden: [number, number, number, "two-sided" | "greater", number][] = [
    [0.1, 785, 0.05, "two-sided", 0.8000569268798245],
    [0.3, 20, 0.05, "two-sided", 0.26866182366367714],
    [0.05, 3000, 0.01, "two-sided", 0.5646555971496767],
    [0.2, 100, 0.05, "greater", 0.638760031312335],
    [0.01, 10, 0.05, "two-sided", 0.05011455826157906],
  ];
  for (const [effect, n, alpha, alternative, wanted] of golden) {
    near(zTestPower({ effect, standardError: 1 / Math.sqrt(n), alpha, alternative }), wanted);
  }
});

Deno.test("zTestSampleSize against statsmodels 0.13.5, and the smallest n of all", () => {
  // NormalIndPower(ddof=0).solve_power(effect_size=d, alpha=a, power=p, ratio=0), rounded up
  const golden: [number, number, number, number][] = [
    [0.1, 0.8, 0.05, 784.8860506688932],
    [0.25, 0.9, 0.01, 238.0701946654643],
    [0.03, 0.8, 0.05, 8720.956121473584],
  ];
  for (const [effect, power, alpha, wanted] of golden) {
    assert.equal(zTestSampleSize({ effect, variance: 1, power, alpha }), Math.ceil(wanted));
  }
  // Where power is close to alpha the far tail helps: the search must still find the first n that reaches it.
  const target = { effect: 0.01, variance: 1, power: 0.0502, alpha: 0.05 };
  const n = zTestSampleSize(target);
  const at = (m: number) => zTestPower({ effect: 0.01, standardError: 1 / Math.sqrt(m) });
  assert.ok(at(n) >= 0.0502 && at(n - 1) < 0.0502, String(n));
});

Deno.test("a z test's power: symmetric, alpha at no effect, what is refused", () => {
  assert.equal(
    zTestPower({ effect: -0.4, standardError: 0.2 }),
    zTestPower({ effect: 0.4, standardError: 0.2 }),
  );
  near(zTestPower({ effect: 0, standardError: 3, alpha: 0.01 }), 0.01, 1e-15);
  assert.ok(zTestPower({ effect: -0.4, standardError: 0.2, alternative: "greater" }) < 0.001);
  assert.throws(() => zTestPower({ effect: NaN, standardError: 1 }), RangeError);
  assert.throws(() => zTestPower({ effect: 1, standardError: 0 }), RangeError);
  assert.throws(() => zTestPower({ effect: 1, standardError: 1, alpha: 1 }), RangeError);
  assert.throws(() => zTestSampleSize({ effect: 0, variance: 1, power: 0.8 }), /effect to be seen/);
  assert.throws(() => zTestSampleSize({ effect: 1, variance: 1, power: 0.05 }), /power between alpha/);
  assert.throws(() => zTestSampleSize({ effect: 1, variance: 0, power: 0.8 }), /positive variance/);
  assert.throws(
    () => zTestSampleSize({ effect: -1, variance: 1, power: 0.8, alternative: "greater" }),
    /effect to be seen/,
  );
});
