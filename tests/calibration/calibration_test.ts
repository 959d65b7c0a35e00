import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { random } from "@/stats/random.ts";
import { CLUSTER_GRID } from "./cluster_grid.ts";
import { COVERAGE, inBand, staged } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

/** Cells of the grid in which the robust interval alone covered 82 to 89%. */
const CELLS = [
  "accuracy, 15 tied to difficulty clusters, CDS 50%, accuracy 0.9",
  "accuracy, 40 very unequal clusters, CDS 50%, accuracy 0.9",
  "accuracy, 200 very unequal clusters, CDS 50%, accuracy 0.98",
];
const grid = CLUSTER_GRID.filter(({ name }) => CELLS.includes(name)).map((cell) => ({
  ...cell,
  modest: 600,
}));
assert.equal(grid.length, CELLS.length);

for (const { name, kind, band, modest, run } of [...SCENARIOS, ...grid]) {
  Deno.test(`${kind} by simulation: ${name}`, async () => {
    // Polars frees its frames only when the program yields; a few million of them made the collector the longest test.
    await setImmediate();
    const found = staged({ band, modest }, (simulations) => run(simulations, 1));
    assert.ok(found.isIn, `${found.rate} in ${found.simulations} simulations, wanted ${band.join(" to ")}`);
  });
}

Deno.test("the first third decides only where all of them would: rates off their band are found as before", () => {
  const { uniform } = random(1), tries = 2000;
  const rejected = (truth: number, run: typeof staged) =>
    Array.from({ length: tries }, () =>
      run({ band: COVERAGE, modest: 400 }, (simulations) => {
        let hits = 0;
        for (let i = 0; i < simulations; i++) hits += Number(uniform() < truth);
        return hits / simulations;
      })).filter(({ isIn }) => !isIn).length / tries;
  const whole: typeof staged = ({ band, modest }, run) => {
    const rate = run(modest);
    return { rate, simulations: modest, isIn: inBand(rate, band, modest) };
  };
  for (const truth of [0.5, 0.8, 0.86, 0.88, 0.9, 0.95]) {
    const [now, before] = [rejected(truth, staged), rejected(truth, whole)];
    assert.ok(now > 0.8 * before - 0.01, `${truth}: ${now} of ${tries} are found, ${before} without stages`);
  }
});

Deno.test("the band of a calibration can be missed", () => {
  assert.ok(inBand(0.95, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.9, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.09, [0.04, 0.06], 2000));
});
