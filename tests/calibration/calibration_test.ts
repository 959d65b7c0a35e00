import assert from "node:assert/strict";
import { CLUSTER_GRID } from "./cluster_grid.ts";
import { inBand } from "./scenario.ts";
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
  Deno.test(`${kind} by simulation: ${name}`, () => {
    const rate = run(modest, 1);
    assert.ok(inBand(rate, band, modest), `${rate} in ${modest} simulations, wanted ${band.join(" to ")}`);
  });
}

Deno.test("the band of a calibration can be missed", () => {
  assert.ok(inBand(0.95, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.9, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.09, [0.04, 0.06], 2000));
});
