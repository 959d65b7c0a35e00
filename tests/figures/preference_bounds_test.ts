import assert from "node:assert/strict";
import { boundsWithPomms, preferenceBounds, printedEntries } from "@/figures/philautia/preference_bounds.ts";
import { type Bounds, tightenedBounds } from "@/figures/philautia/tightened_bounds.ts";
import { pinnedCounts, pinnedDown } from "@/figures/philautia/numbers.ts";
import { PHILAUTIA_FACTS, PHILAUTIA_MODELS, PHILAUTIA_SIGNS, pommsColumn } from "@/papers/philautia.ts";
import { philautiaTarget } from "@/simulate/caption_scores.ts";
import { random } from "@/stats/random.ts";
import { doublyStandardized } from "@/stats/doubly_standardized.ts";

const M = 12, MODELS: readonly string[] = PHILAUTIA_MODELS;
const free: Bounds = [-Math.sqrt(11), Math.sqrt(11)];
const close = (a: number, b: number, within = 1e-6) =>
  assert.ok(Math.abs(a - b) < within, `${a} is not ${b}`);

Deno.test("bounds without further facts are those of the closed form, and are reached", () => {
  for (const known of [[3.02], [0.49, -3.25], [1.26, 1.3, -0.4], []]) {
    const m = M - known.length;
    const sum = known.reduce((a, b) => a + b, 0), squares = known.reduce((a, b) => a + b * b, 0);
    const mean = -sum / m, reach = Math.sqrt((m - 1) / m * (M - squares - sum * sum / m));
    const bounds = [...known.map((x): Bounds => [x, x]), ...Array<Bounds>(m).fill(free)];
    const [low, high] = tightenedBounds(bounds, { sum: [0, 0], squares: M }).at(-1)!;
    close(low, mean - reach);
    close(high, mean + reach);
  }
  assert.throws(() => tightenedBounds([[3, 3], [3, 3], free], { sum: [0, 0], squares: M }), RangeError);
});

/** A random row of mean 0 and variance 1 with some entries given; null where the given ones leave no room. */
function randomRow(given: ReadonlyMap<number, number>, draw: ReturnType<typeof random>): number[] | null {
  const places = MODELS.map((_, j) => j).filter((j) => !given.has(j)), m = places.length;
  const known = [...given.values()];
  const sum = known.reduce((a, b) => a + b, 0), squares = known.reduce((a, b) => a + b * b, 0);
  const room = M - squares - sum * sum / m;
  if (room < 0) return null;
  // Now and then all but one alike, the most extreme that there is.
  const lone = draw.uniform() < 0.2 ? Math.floor(m * draw.uniform()) : -1,
    side = draw.uniform() < 0.5 ? -1 : 1;
  const raw = places.map((_, k) => lone < 0 ? draw.normal() : k === lone ? side : 0);
  const mean = raw.reduce((a, b) => a + b, 0) / m;
  const norm = Math.sqrt(raw.reduce((total, x) => total + (x - mean) ** 2, 0));
  const row = MODELS.map((_, j) => given.get(j) ?? 0);
  places.forEach((j, k) => row[j] = -sum / m + (raw[k] - mean) / norm * Math.sqrt(room));
  return row;
}

Deno.test("random rows that meet the facts lie inside the bounds", () => {
  const draw = random(15);
  for (const setting of ["ref_based", "ref_free"] as const) {
    const bounds = preferenceBounds(setting), printed = printedEntries(setting);
    const gemma = MODELS.indexOf("Gemma3-4B-IT"), eagle = MODELS.indexOf("Eagle2-9B");
    let met = 0;
    for (let i = 0; i < M; i++) {
      for (let trial = 0; trial < 800; trial++) {
        const given = new Map(
          printed.filter(({ keys }) => keys.generator === MODELS[i])
            .map(({ keys, value }) =>
              [MODELS.indexOf(keys.evaluator), value + 0.01 * (draw.uniform() - 0.5)] as const
            ),
        );
        // Column facts are about other rows too: what they allow this entry is taken from within their bounds.
        const column = setting === "ref_based" ? gemma : eagle;
        if (!given.has(column)) {
          const [low, high] = bounds[i][column];
          given.set(column, low + (high - low) * draw.uniform());
        }
        const row = randomRow(given, draw);
        if (!row) continue;
        const right = PHILAUTIA_SIGNS.every(({ setting: where, generator, evaluator, sign }) =>
          where !== setting || generator !== MODELS[i] || sign * row[MODELS.indexOf(evaluator)] > 0
        ) && row[i] > 0 && row[i] < 3.035 && (setting === "ref_free" || Math.min(...row) >= -3.255);
        if (!right) {
          continue;
        }
        met++;
        row.forEach((x, j) => {
          const [low, high] = bounds[i][j];
          assert.ok(
            x >= low - 1e-6 && x <= high + 1e-6,
            `${setting} ${MODELS[i]} ${MODELS[j]}: ${x} in ${low}, ${high}`,
          );
        });
      }
    }
    assert.ok(met > 3000, `${met} rows of ${setting} met the facts`);
  }
});

Deno.test("0.934 without LLaVA-1.5 follows from 0.49 and −3.25, dividing by n", () => {
  // The other ten sum to 2.76 and have the rest of the squares: Qwen's own entry among eleven needs no more.
  const without = (own: number, llava: number) => {
    const mean = -llava / 11, squares = (12 - llava ** 2) / 11;
    return (own - mean) / Math.sqrt(squares - mean ** 2);
  };
  close(without(0.49, -3.25), PHILAUTIA_FACTS.qwenWithoutLlava, 0.0015);
  assert.ok(without(0.495, -3.25) > 0.934 && without(0.485, -3.25) < 0.934);
});

Deno.test("Gemma's column: the mean and two standard deviations hold its entries within −2.07 and 1.72", () => {
  const j = MODELS.indexOf("Gemma3-4B-IT");
  // A column at the limit: its own entry a, one extreme, ten alike.
  const mean = PHILAUTIA_FACTS.gemmaColumnMean, a = 1.375, cap = (a - mean) / 2;
  const rest = (12 * mean - a) / 11, squares = 12 * cap ** 2 - (a - mean) ** 2 - 11 * (rest - mean) ** 2;
  const most = rest + Math.sqrt(10 / 11 * squares);
  const highest = Math.max(
    ...preferenceBounds("ref_based").filter((_, i) => i !== j).map((row) => row[j][1]),
  );
  assert.ok(highest >= most - 1e-6 && highest < most + 0.02, `${highest}, ${most}`);
});

Deno.test("the matrix with Pomms follows row by row from that without it", () => {
  const draw = random(7), bounds = boundsWithPomms(), pomms = pommsColumn();
  for (let i = 0; i < M; i++) {
    const given = new Map(
      printedEntries("ref_free").filter(({ keys }) => keys.generator === MODELS[i])
        .map(({ keys, value }) => [MODELS.indexOf(keys.evaluator), value] as const),
    );
    given.set(4, given.get(4) ?? 0.3);
    const row = randomRow(given, draw)!;
    // The entry that Pomms must have among twelve so that it prints as Table 2 has it, found by trying.
    let [low, high] = [-3, 3];
    const joined = (q: number) => doublyRow([...row, q]);
    for (let step = 0; step < 60; step++) {
      const q = (low + high) / 2;
      if (joined(q)[M] < pomms.find(({ model }) => model === MODELS[i])!.value) low = q;
      else high = q;
    }
    const [least, most] = bounds[i][i], own = joined(low)[i];
    assert.ok(own > least && own < most && most - least < 0.02, MODELS[i]);
  }
  const molmo = MODELS.indexOf("Molmo-7B-D");
  assert.ok(bounds[molmo][molmo][1] > 0.915 && bounds[molmo][molmo][1] < 0.925);
});

function doublyRow(row: number[]): number[] {
  const mean = row.reduce((a, b) => a + b, 0) / row.length;
  const sd = Math.sqrt(row.reduce((total, x) => total + (x - mean) ** 2, 0) / row.length);
  return row.map((x) => (x - mean) / sd);
}

Deno.test("the simulation's matrices lie inside the bounds", () => {
  for (const setting of ["ref_based", "ref_free"] as const) {
    const { phiTilde } = doublyStandardized(Float64Array.from(philautiaTarget(setting).flat()), M);
    preferenceBounds(setting).forEach((row, i) =>
      row.forEach(([low, high], j) => {
        const x = phiTilde[i * M + j];
        assert.ok(
          x >= low - 1e-6 && x <= high + 1e-6,
          `${setting}: ${MODELS[j]} on ${MODELS[i]}: ${x} in ${low}, ${high}`,
        );
      })
    );
  }
});

Deno.test("what is pinned down is counted: 26 printed, 14 signs, 21 ranges", () => {
  const counts = pinnedCounts([...pinnedDown("ref_based"), ...pinnedDown("ref_free")]);
  assert.deepEqual(counts, { printed: 26, computed: 0, signs: 14, ranges: 21 });
});
