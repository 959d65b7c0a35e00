import assert from "node:assert/strict";
import { limitsPValue, sumLimits } from "@/stats/limits.ts";
import { random } from "@/stats/random.ts";
import { studentCdf, studentQuantile } from "@/stats/distributions.ts";
import { wilson } from "@/stats/wilson.ts";

type Limits = (level: number) => { low: number; high: number };

/** By halving the logarithm of p. */
function halved(estimate: number, nullValue: number, limits: Limits): number {
  let low = -36, high = 0;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2, found = limits(-Math.expm1(middle));
    if (estimate > nullValue ? found.low <= nullValue : found.high >= nullValue) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

Deno.test("limitsPValue: what halving finds, of limits that are no line in the quantile, in a few calls", () => {
  const part = {
    ...{ mean: 0.97, weight: 1, range: [0, 1] as const, standardError: 0.02, df: 9, units: 60 },
    isScarce: true,
    slope: -0.02,
  };
  const around = (df: number): Limits => (level) => {
    const half = 0.03 * studentQuantile(0.5 + level / 2, df);
    return { low: 0.5 - half, high: 0.5 + half };
  };
  const cases: [name: string, estimate: number, nulls: number[], limits: Limits, calls: number][] = [
    ["Student, 20", 0.5, [0.49, 0.45, 0.6, 0.4], around(20), 20],
    ["Student, 1", 0.5, [0.49, 0.3, 0.9, 30], around(1), 30],
    ["Wilson", 0.9, [0.89, 0.8, 0.95, 0.6], (level) => wilson(54, 60, { level }), 21],
    ["scarce share", 0.97, [0.965, 0.9, 0.99, 0.8], (level) => sumLimits([part], () => 0, level), 20],
    // Stays at 0.2 from 80% on: no null value below it is ever reached.
    ["a floor", 0.5, [0.4, 0.25], (level) => ({ low: Math.max(0.2, 0.5 - level / 2.5), high: 1 }), 20],
  ];
  for (const [name, estimate, nulls, limits, most] of cases) {
    for (const nullValue of nulls) {
      let calls = 0;
      const found = limitsPValue(estimate, nullValue, (level) => {
        calls++;
        return limits(level);
      });
      const wanted = halved(estimate, nullValue, limits);
      assert.ok(Math.abs(found / wanted - 1) < 1e-8, `${name}, ${nullValue}: ${found} for ${wanted}`);
      assert.ok(calls <= most, `${name}, ${nullValue}: ${calls} calls`);
    }
  }
  assert.ok(limitsPValue(0.5, 0.1, cases[4][3]) < 1e-15);
  assert.equal(limitsPValue(0.5, 0.5, around(3)), 1);
  assert.ok(Number.isNaN(limitsPValue(NaN, 0, around(3))));
});

Deno.test("studentQuantile: its distribution function is p again, from the middle to 1e-13, from 0.4 to 5,000 degrees of freedom", () => {
  const { uniform } = random(1);
  for (let i = 0; i < 5000; i++) {
    const p = 0.5 * Math.exp(-30 * uniform()), df = Math.exp(9.4 * uniform() - 0.9);
    const back = studentCdf(studentQuantile(p, df), df);
    assert.ok(Math.abs(back / p - 1) < 1e-11, `p ${p}, df ${df}: ${back}`);
  }
});
