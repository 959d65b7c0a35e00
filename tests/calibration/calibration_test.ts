import assert from "node:assert/strict";
import { inBand } from "./scenario.ts";
import { SCENARIOS } from "./scenarios.ts";

for (const { name, kind, band, modest, run } of SCENARIOS) {
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
