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
  return { group, x, y, clusters: Int32Array.from(x, (_, i) => Math.floor(i / 2)) };
}

Deno.test("overlapContrast: right if either regression is; without both it is not", () => {
  const { group, x, y, clusters } = drawn(1, 40_000, 0.1);
  const empty = () => [] as Float64Array[];
  const both = overlapContrast({ group, y, clusters, propensity: [x], outcome: () => [x] });
  const chance = overlapContrast({ group, y, clusters, propensity: [x], outcome: empty });
  const outcome = overlapContrast({ group, y, clusters, propensity: [], outcome: () => [x] });
  const none = overlapContrast({ group, y, clusters, propensity: [], outcome: empty });
  for (const { estimate } of [both, chance, outcome]) {
    assert.ok(Math.abs(estimate - 0.1) < 0.02, String(estimate));
  }
  assert.ok(none.estimate > 0.2, String(none.estimate));
  assert.ok(both.low < 0.1 && both.high > 0.1 && both.high - both.low < 0.05);
  assert.ok(Math.abs(both.means[0] - both.means[1] - both.estimate) < 1e-12);
  // As many rows of each group as their weights allow; 20,000 rows would not be quadratic.
  assert.ok(both.effective[0] < 24_500 && both.effective[1] < 16_500 && both.effective[1] > 5000);
});

Deno.test("overlapContrast: groups that do not overlap, columns that repeat", () => {
  const { group, x, y, clusters } = drawn(2, 300, 0);
  assert.throws(
    () => overlapContrast({ group, y, clusters, propensity: [group.map((g) => 2 * g)], outcome: () => [x] }),
    /found them separated/,
  );
  assert.throws(
    () => overlapContrast({ group, y, clusters, propensity: [x, x], outcome: () => [x] }),
    /determined/,
  );
});
