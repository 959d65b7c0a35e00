import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { random } from "@/stats/random.ts";
import chosen from "./chosen.json" with { type: "json" };
import { CLUSTER_GRID } from "./cluster_grid.ts";
import { CLUSTER_PROCESSES } from "./cluster_processes.ts";
import { COVERAGE, inBand } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

const ALL = [...SCENARIOS, ...CLUSTER_GRID, ...CLUSTER_PROCESSES];

// One of each kind, and how many simulations of it; `deno task calibrate` runs all at full size.
for (const [wanted, simulations] of Object.entries(chosen)) {
  Deno.test(`by simulation: ${wanted}`, () => {
    const { band, run } = ALL.find(({ name }) => name === wanted)!, rate = run(simulations, 1);
    assert.ok(inBand(rate, band, simulations), `${rate} in ${simulations}, wanted ${band.join(" to ")}`);
  });
}

Deno.test("every scenario has a name of its own, and one of each kind runs", async () => {
  assert.equal(new Set(ALL.map(({ name }) => name)).size, ALL.length);
  const kinds = Map.groupBy(SCENARIOS, ({ name }) => name.replace(/[,:].*$/, ""));
  for (const [{ name, run }] of kinds.values()) {
    const rate = run(1, 1);
    assert.ok(rate >= 0 && rate <= 1, `${name}: ${rate}`);
    // Frames are freed only when the program waits.
    await new Promise((waited) => setTimeout(waited, 0));
  }
});

Deno.test("what simulations would find: clusters that are ignored; not limits drawn in by 7%", () => {
  // 6 clusters of 5 rows, share .5, correlation .4 within: by the right interval, and by wrong ones around the same estimate.
  const { uniform } = random(3), clusters = Int32Array.from({ length: 30 }, (_, i) => Math.floor(i / 5));
  const covered = [0, 0, 0], simulations = 1500;
  for (let s = 0; s < simulations; s++) {
    const levels = Array.from({ length: 6 }, () => 0.5 + (uniform() < 0.5 ? -1 : 1) * Math.sqrt(0.1));
    const values = Float64Array.from(clusters, (cluster) => Number(uniform() < levels[cluster]));
    const { estimate, low, high } = clusterInterval({
      ...{ values, clusters, parts: new Int8Array(30), weights: [1], share: false },
    });
    const ignored = 1.96 * Math.sqrt(estimate * (1 - estimate) / 30);
    [
      [low, high],
      [estimate - 0.93 * (estimate - low), estimate + 0.93 * (high - estimate)],
      [estimate - ignored, estimate + ignored],
    ].forEach(([from, to], i) => covered[i] += Number(from <= 0.5 && 0.5 <= to));
  }
  assert.deepEqual(covered.map((count) => inBand(count / simulations, COVERAGE, 400)), [true, true, false]);
});

Deno.test("the band of a calibration can be missed", () => {
  assert.ok(inBand(0.95, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.9, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.09, [0.04, 0.06], 2000));
});
