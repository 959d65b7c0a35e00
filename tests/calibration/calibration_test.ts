import assert from "node:assert/strict";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { random } from "@/stats/random.ts";
import { CLUSTER_GRID } from "./cluster_grid.ts";
import { AT_MOST, COVERAGE, inBand, LEVEL, type Scenario, staged } from "./scenario.ts";
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
    const found = staged({ band, modest }, run);
    assert.ok(found.isIn, `${found.rate} in ${found.simulations} simulations, wanted ${band.join(" to ")}`);
  });
}

/** All simulations at once, for comparison. */
const whole: typeof staged = ({ band, modest }, run) => {
  const rate = run(modest, 1);
  return { rate, simulations: modest, isIn: inBand(rate, band, modest) };
};

Deno.test("parts decide only where all simulations would: rates off their band are found as before", () => {
  const { uniform } = random(1), tries = 2000;
  const rejected = (truth: number, band: Scenario["band"], modest: number, run: typeof staged) =>
    Array.from({ length: tries }, () =>
      run({ band, modest }, (simulations) => {
        let hits = 0;
        for (let i = 0; i < simulations; i++) hits += Number(uniform() < truth);
        return hits / simulations;
      })).filter(({ isIn }) => !isIn).length / tries;
  const cases: [Scenario["band"], number[], number[]][] = [
    [COVERAGE, [12, 40, 100, 400], [0.5, 0.8, 0.86, 0.88, 0.9, 0.95]],
    [LEVEL, [40, 100, 400, 2000], [0.05, 0.1, 0.15, 0.2, 0.4]],
    [AT_MOST, [2, 15, 60, 200], [0.05, 0.12, 0.2, 0.4, 0.8]],
  ];
  for (const [band, sizes, truths] of cases) {
    for (const modest of sizes) {
      for (const truth of truths) {
        const [now, before] = [rejected(truth, band, modest, staged), rejected(truth, band, modest, whole)];
        const what = `${truth} for ${band} by ${modest}: ${now} of ${tries} are found, ${before} at once`;
        assert.ok(now > 0.8 * before - 0.01, what);
      }
    }
  }
});

Deno.test("defective intervals: stages find those that all simulations find; none finds limits drawn in by 7%", () => {
  // 6 clusters of 5 rows, share .5, correlation .4 within: by the right interval, and by three wrong ones around the same estimate.
  const { uniform } = random(3), clusters = Int32Array.from({ length: 30 }, (_, i) => Math.floor(i / 5));
  const defects: Record<string, (found: ReturnType<typeof clusterInterval>) => [low: number, high: number]> =
    {
      right: ({ low, high }) => [low, high],
      "normal quantile": ({ estimate, standardError }) => [
        estimate - 1.96 * standardError,
        estimate + 1.96 * standardError,
      ],
      "clusters ignored": ({ estimate }) => [
        estimate - 1.96 * Math.sqrt(estimate * (1 - estimate) / 30),
        estimate + 1.96 * Math.sqrt(estimate * (1 - estimate) / 30),
      ],
      "7% too short": ({ estimate, low, high }) => [
        estimate - 0.93 * (estimate - low),
        estimate + 0.93 * (high - estimate),
      ],
    };
  const POOL = 6000, held: Record<string, Uint8Array> = {};
  for (const name of Object.keys(defects)) held[name] = new Uint8Array(POOL);
  for (let s = 0; s < POOL; s++) {
    const levels = Array.from(
      { length: 12 },
      () => uniform() < 0.5 ? 0.5 - Math.sqrt(0.1) : 0.5 + Math.sqrt(0.1),
    );
    const values = Float64Array.from(clusters, (cluster) => Number(uniform() < levels[cluster]));
    const found = clusterInterval({ values, clusters, parts: new Int8Array(30), weights: [1], share: false });
    for (const [name, limits] of Object.entries(defects)) {
      const [low, high] = limits(found);
      held[name][s] = Number(low <= 0.5 && 0.5 <= high);
    }
  }
  const tries = 1000;
  const rejected = (name: string, run: typeof staged) =>
    Array.from({ length: tries }, () =>
      run({ band: COVERAGE, modest: 400 }, (simulations) => {
        let hits = 0;
        for (let i = 0; i < simulations; i++) hits += held[name][Math.floor(uniform() * POOL)];
        return hits / simulations;
      })).filter(({ isIn }) => !isIn).length / tries;
  const power = Object.fromEntries(
    Object.keys(defects).map((
      name,
    ) => [name, { staged: rejected(name, staged), whole: rejected(name, whole) }]),
  );
  // What they cover: .94, .89, .79 and .93. The last lies in the band, which allows it; a calibration at full size would not find it either.
  assert.deepEqual([power.right.staged, power.right.whole], [0, 0]);
  assert.ok(power["clusters ignored"].staged > 0.99, JSON.stringify(power));
  // Seen: 57% with stages, 62% without.
  const { staged: now, whole: before } = power["normal quantile"];
  assert.ok(now > 0.45 && now > 0.85 * before, JSON.stringify(power));
  assert.ok(power["7% too short"].whole < 0.05, JSON.stringify(power));
});

Deno.test("the band of a calibration can be missed", () => {
  assert.ok(inBand(0.95, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.9, [0.93, 0.97], 1000));
  assert.ok(!inBand(0.09, [0.04, 0.06], 2000));
});
