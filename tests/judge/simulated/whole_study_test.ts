import assert from "node:assert/strict";
import { imageReliance, informativenessBias, lengthBias, pairAccuracy, readPairs } from "judgebias";
import { renderFigure } from "judgebias/figures";
import { expectedBiases, type JudgeTraits, runJudge, simulatedServer, writeResults } from "judgebias/judge";
import pl from "nodejs-polars";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** Pairs per study; `FULL_SIZE=1` takes the larger number. */
const PAIRS = Deno.env.has("FULL_SIZE") ? 4000 : 300;

const JUDGES: Record<string, Partial<JudgeTraits>> = {
  fair: {},
  informed: { informativeness: 0.4, blindness: 0.3, noise: 0.1 },
  long: { length: 0.3, position: 0.2, refusal: 0.03, malformed: 0.03 },
  vain: {
    selfPreference: 0.3,
    informativeness: 0.2,
    length: 0.1,
    position: 0.1,
    blindness: 0.2,
    noise: 0.05,
  },
};

interface Row {
  [column: string]: number | string | boolean | null;
}

/** Share of verdicts for one side minus the share for the other, clustered by item. */
function contrast(rows: Row[], sideOf: (row: Row) => 1 | -1 | 0) {
  const clusters = new Map<unknown, number>();
  const cluster = rows.map(({ item_id }) =>
    clusters.get(item_id) ?? clusters.set(item_id, clusters.size).get(item_id)!
  );
  return clusterInterval({
    values: rows.map(sideOf),
    parts: rows.map(() => 0),
    clusters: cluster,
    weights: [1],
    share: false,
  });
}

Deno.test("a whole study over HTTP: pairs, judges, results file, metrics and figure recover the biases put in", async () => {
  using folder = tempFolder();
  const { pairs, data, images } = studyIn(folder.path, PAIRS, 11);
  await using server = await simulatedServer({ judges: JUDGES });
  for (const judge of Object.keys(JUDGES)) {
    const { failures } = await runJudge({
      ...runOf({ data, images }, server.url, folder.path, "base", judge),
      concurrency: 32,
      conditions: { images: [true, false], orders: ["given", "swapped"] },
    });
    assert.deepEqual(failures, []);
  }
  const written = await writeResults(folder.path);
  assert.deepEqual(
    written.map(({ rows, missing }) => [rows, missing]),
    Object.keys(JUDGES).map(() => [4 * PAIRS, 0]),
  );
  const frame = readPairs(`${folder.path}/results`);
  const given = frame.filter(pl.col("swapped").not()), seen = given.filter(pl.col("image"));
  const rowOf = (table: pl.DataFrame, judge: string) =>
    table.filter(pl.col("judge").eq(pl.lit(judge))).toRecords()[0] as Record<string, number>;
  const found = {
    accuracy: pairAccuracy(seen),
    ib: informativenessBias(seen),
    lb: lengthBias(seen),
    irs: imageReliance(given),
  };
  const writers = new Map(pairs.map((pair) => [pair.item_id, pair]));
  let covered = 0, intervals = 0;
  for (const [judge, traits] of Object.entries(JUDGES)) {
    const expected = expectedBiases(traits);
    const rows = frame.filter(pl.col("judge").eq(pl.lit(judge))).toRecords() as Row[];
    const own = (side: "a" | "b", { item_id }: Row) =>
      writers.get(item_id as string)![`generator_${side}`] === "generator-1";
    const estimates: Record<string, { estimate: number; low: number; high: number }> = {
      position: contrast(rows, ({ shown }) => shown === "A" ? 1 : shown === "B" ? -1 : 0),
      selfPreference: contrast(rows.filter((row) => own("a", row) || own("b", row)), (row) => {
        if (row.choice === null) return 0;
        return (row.choice === "A") === own("a", row) ? 1 : -1;
      }),
    };
    for (const [name, table] of Object.entries(found)) {
      const row = rowOf(table, judge);
      estimates[name] = { estimate: row[name], low: row.low, high: row.high };
    }
    for (const [name, { estimate, low, high }] of Object.entries(estimates)) {
      const truth = expected[name as keyof typeof expected];
      intervals++;
      if (truth >= low && truth <= high) covered++;
      const error = Math.abs(estimate - truth);
      assert.ok(
        error <= 2 * Math.max(high - estimate, estimate - low) + 1e-9,
        `${judge} ${name}: ${estimate}, put in ${truth}`,
      );
    }
  }
  // 24 intervals of 95%: at most three misses with probability 0.97; none is far off (above).
  assert.ok(covered >= intervals - 3, `${covered} of ${intervals} intervals hold the truth`);
  const { svg, provenance } = await renderFigure("birch-fig3", { results: frame });
  assert.equal(provenance, "simulated");
  assert.match(svg, /informed/);
});

Deno.test("a whole study with BIRCH: a reference answer takes away what it was made to take away", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, PAIRS, 12);
  const traits = { informativeness: 0.5, referenceEffect: 1 };
  await using server = await simulatedServer({ traits });
  const bias: Record<string, number> = {};
  for (const protocol of ["base", "birch"]) {
    await runJudge({
      ...runOf({ data, images }, server.url, folder.path, protocol),
      concurrency: 32,
    });
  }
  await writeResults(folder.path);
  const biases = informativenessBias(readPairs(`${folder.path}/results`)).toRecords();
  for (const row of biases as { pipeline: string; ib: number; low: number; high: number }[]) {
    bias[row.pipeline] = row.ib;
    const truth = row.pipeline === "base" ? 0.5 : 0;
    assert.ok(row.low <= truth && truth <= row.high, `${row.pipeline}: ${row.ib}`);
  }
  assert.deepEqual(Object.keys(bias).sort(), ["base", "birch"]);
});
