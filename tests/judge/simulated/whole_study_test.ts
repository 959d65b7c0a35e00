import assert from "node:assert/strict";
import { imageReliance, informativenessBias, lengthBias, only, pairAccuracy, readPairs } from "judgebias";
import { renderFigure } from "judgebias/figures";
import { expectedBiases, type JudgeTraits, simulatedServer, writeResults } from "judgebias/judge";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { place } from "../study.ts";

/** Pairs per study; `FULL_SIZE=1` takes the larger number. */
const PAIRS = Deno.env.has("FULL_SIZE") ? 4000 : 300;

const JUDGES: Record<string, Partial<JudgeTraits>> = {
  fair: {},
  informed: { informativeness: 0.4, blindness: 0.3, noise: 0.1 },
  long: { length: 0.3, position: 0.2, refusal: 0.03, malformed: 0.03 },
  vain: {
    ...{ selfPreference: 0.3, informativeness: 0.2, length: 0.1, position: 0.1, blindness: 0.2, noise: 0.05 },
  },
};

type Row = Record<string, number | string | boolean | null>;

/** Share of verdicts for one side minus the share for the other, clustered by item. */
function contrast(rows: Row[], sideOf: (row: Row) => 1 | -1 | 0) {
  const items = [...new Set(rows.map(({ item_id }) => item_id))],
    numbers = new Map(items.map((id, i) => [id, i]));
  return clusterInterval({
    ...{ values: rows.map(sideOf), parts: rows.map(() => 0), weights: [1], share: false },
    clusters: rows.map(({ item_id }) => numbers.get(item_id)!),
  });
}

Deno.test("a whole study over HTTP: pairs, judges, results file, metrics and figure recover the biases put in", async () => {
  await using at = await place(simulatedServer({ judges: JUDGES }), {
    ...{ pairs: PAIRS, concurrency: 32, conditions: { images: [true, false], orders: ["given", "swapped"] } },
  });
  for (const judge of Object.keys(JUDGES)) assert.deepEqual((await at.run({ judge })).failures, []);
  for (const { rows, missing } of await writeResults(at.path)) {
    assert.deepEqual([rows, missing], [4 * PAIRS, 0]);
  }
  const frame = readPairs(`${at.path}/results`), given = only(frame, { swapped: false });
  const seen = only(given, { image: true });
  const [accuracy, ib, lb] = [pairAccuracy, informativenessBias, lengthBias].map((metric) => metric(seen));
  const found = { accuracy, ib, lb, irs: imageReliance(given) };
  const writers = new Map(at.pairs.map((pair) => [pair.item_id, pair]));
  const own = (side: "a" | "b", { item_id }: Row) =>
    writers.get(item_id as string)![`generator_${side}`] === "generator-1";
  let covered = 0, intervals = 0;
  for (const [judge, traits] of Object.entries(JUDGES)) {
    const rows = only(frame, { judge }).toRecords() as Row[];
    const estimates: Record<string, { estimate: number; low: number; high: number }> = {
      position: contrast(rows, ({ shown }) => shown === "A" ? 1 : shown === "B" ? -1 : 0),
      selfPreference: contrast(
        rows.filter((row) => own("a", row) || own("b", row)),
        (row) => row.choice === null ? 0 : (row.choice === "A") === own("a", row) ? 1 : -1,
      ),
    };
    for (const [name, table] of Object.entries(found)) {
      const rows: Record<string, unknown>[] = table.toRecords(),
        row = rows.find((one) => one.judge === judge)!;
      estimates[name] = { estimate: Number(row[name]), low: Number(row.low), high: Number(row.high) };
    }
    for (const [name, { estimate, low, high }] of Object.entries(estimates)) {
      const truth = expectedBiases(traits)[name as keyof ReturnType<typeof expectedBiases>];
      intervals++;
      if (truth >= low && truth <= high) covered++;
      const isNear = Math.abs(estimate - truth) <= 2 * Math.max(high - estimate, estimate - low) + 1e-9;
      assert.ok(isNear, `${judge} ${name}: ${estimate}, put in ${truth}`);
    }
  }
  // 24 intervals of 95%: at most three misses with probability 0.97; none is far off (above).
  assert.ok(
    intervals === 24 && covered >= intervals - 3,
    `${covered} of ${intervals} intervals hold the truth`,
  );
  const { svg, provenance } = await renderFigure("birch-fig3", { results: frame });
  assert.equal(provenance, "simulated");
  assert.match(svg, /informed/);
});

Deno.test("a whole study with BIRCH: a reference answer takes away what it was made to take away", async () => {
  const traits = { informativeness: 0.5, referenceEffect: 1 };
  await using at = await place(simulatedServer({ traits }), { pairs: PAIRS, concurrency: 32 });
  for (const protocol of ["base", "birch"]) await at.run({ protocol });
  await writeResults(at.path);
  const rows = informativenessBias(readPairs(`${at.path}/results`)).toRecords();
  assert.deepEqual(rows.map(({ pipeline }) => pipeline).sort(), ["base", "birch"]);
  for (
    const { pipeline, ib, low, high } of rows as { pipeline: string; ib: number; low: number; high: number }[]
  ) {
    const truth = pipeline === "base" ? 0.5 : 0;
    assert.ok(low <= truth && truth <= high, `${pipeline}: ${ib}`);
  }
});
