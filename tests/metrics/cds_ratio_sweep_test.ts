import assert from "node:assert/strict";
import { cdsRatioSweep } from "@/metrics/cds_ratio_sweep.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { pairsFrame, randomRows, type Values } from "./pairs_fixture.ts";

Deno.test("cdsRatioSweep: ends are the subsets' accuracies, between them the weighted mean", () => {
  const pairs = pairsFrame(randomRows({ seed: 3, n: 2000 }));
  const [bias] = informativenessBias(pairs, { by: [] }).toRecords() as Values[];
  const ratios = [0, 0.25, 0.5, 1];
  const sweep = cdsRatioSweep(pairs, { ratios, draws: 400, seed: 1, by: [] }).toRecords() as Values[];
  assert.equal(sweep[0].accuracy, bias.acc_ids);
  assert.equal(sweep[3].accuracy, bias.acc_cds);
  assert.ok(sweep[0].sd < 1e-12 && sweep[3].sd < 1e-12);
  for (const { ratio, accuracy, sd, n_ids, n_cds, low, high } of sweep) {
    const expected = (1 - ratio) * bias.acc_ids + ratio * bias.acc_cds;
    assert.ok(Math.abs(accuracy - expected) < 5 * sd / Math.sqrt(400) + 1e-3, `ratio ${ratio}`);
    assert.ok(Math.abs(n_cds / (n_ids + n_cds) - ratio) < 1e-3, "the share is what was asked for");
    assert.ok(n_ids === bias.n_ids || n_cds === bias.n_cds, "one subset is used whole");
    assert.ok(low < expected && expected < high);
  }
});

Deno.test("cdsRatioSweep: a subset without rows gives NaN where it is needed", () => {
  const pairs = pairsFrame([{ more_informative: "A" }, { more_informative: "A" }]);
  const sweep = cdsRatioSweep(pairs, { ratios: [0, 0.5, 1], draws: 2, seed: 1, by: [] })
    .toRecords() as Values[];
  assert.deepEqual(sweep.map((row) => row.accuracy), [1, NaN, NaN]);
  assert.throws(() => cdsRatioSweep(pairs, { ratios: [1.2], draws: 2, seed: 1 }), /ratios from 0 to 1/);
  assert.throws(
    () => cdsRatioSweep(pairs, { ratios: [0.5], draws: 1.5, seed: 1 }),
    /at least 1 draw, found 1.5/,
  );
});
