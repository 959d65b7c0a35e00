import assert from "node:assert/strict";
import { overlapContrast } from "@/stats/overlap_contrast.ts";
import { random } from "@/stats/random.ts";

/** Two groups whose covariate differs; the group adds `effect` to a chance that the covariate bends. */
function drawn(seed: number, n: number, effect: number) {
  const generator = random(seed);
  const group = new Float64Array(n), x = new Float64Array(n), y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    group[i] = generator.uniform() < 0.6 ? 1 : 0;
    x[i] = (group[i] === 1 ? 0.7 : -0.7) + generator.normal();
    y[i] = generator.uniform() < 0.35 + 0.3 / (1 + Math.exp(-2 * x[i])) + effect * group[i] ? 1 : 0;
  }
  return { group, x, y };
}

Deno.test("overlapContrast: right if either regression is; without both it is not", () => {
  const { group, x, y } = drawn(1, 40_000, 0.1);
  const both = overlapContrast({ group, y, propensity: [x], outcome: () => [x] });
  const chance = overlapContrast({ group, y, propensity: [x], outcome: null });
  const outcome = overlapContrast({ group, y, propensity: [], outcome: () => [x] });
  const none = overlapContrast({ group, y, propensity: [], outcome: null });
  const difference = ({ means: [one, other] }: typeof both) => one - other;
  for (const found of [both, chance, outcome]) {
    assert.ok(Math.abs(difference(found) - 0.1) < 0.02, String(found.means));
  }
  assert.ok(difference(none) > 0.2, String(none.means));
  const moves = both.influence[0].map((value, i) => value - both.influence[1][i]);
  const error = Math.sqrt(moves.reduce((sum, value) => sum + value * value, 0));
  assert.ok(error > 0.002 && error < 0.0125 && Math.abs(moves.reduce((a, b) => a + b)) < 1e-3);
  // As many rows of each group as their weights allow; 20,000 rows would not be quadratic.
  assert.ok(both.effective[0] < 24_500 && both.effective[1] < 16_500 && both.effective[1] > 5000);
});

Deno.test("overlapContrast: groups that do not overlap, columns that repeat", () => {
  const { group, x, y } = drawn(2, 300, 0);
  assert.throws(
    () => overlapContrast({ group, y, propensity: [group.map((g) => 2 * g)], outcome: () => [x] }),
    /found them separated/,
  );
  assert.throws(() => overlapContrast({ group, y, propensity: [x, x], outcome: () => [x] }), /determined/);
});
