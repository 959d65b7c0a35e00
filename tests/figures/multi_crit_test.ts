import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { jointSlopesFigure, tradeoffMapFigure } from "@/figures/multi_crit/own_charts.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { criteriaMetrics } from "@/metrics/criteria_metrics.ts";
import { referenceJudges } from "@/metrics/reference_judges.ts";
import { multiCritDifferences, multiCritValues } from "@/papers/multi_crit.ts";
import { readCriteria } from "@/results/read_criteria.ts";

type Row = Record<string, string> & Record<"value" | "low" | "high" | "n" | "conflicts", number>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
const example = readCriteria("data/examples/criteria.csv");

Deno.test("every chart and table of the appendix that needs no picture is there, and two of our own", () => {
  const charts = figures.filter(({ paper, kind }) =>
    paper === "multi-crit" && (kind === "chart" || kind === "table")
  );
  const ids = charts.map(({ id }) => id.replace("multi-crit-", ""));
  const wanted = ["fig8", "fig9", "table5", "table6", "table7", "table8", "table16", "table18"];
  assert.deepEqual(ids, [...wanted, "joint-slopes", "tradeoff-map"]);
});

Deno.test("Tables 16 and 18: every number and difference as printed; simulated, the same digits computed", async () => {
  for (const table of [16, 18] as const) {
    const published = await renderFigure(`multi-crit-table${table}`);
    assert.equal(published.provenance, "published");
    const simulated = rows((await renderFigure(`multi-crit-table${table}`, { source: "simulated" })).data);
    const values = multiCritValues().map((value) => ({
      ...value,
      role: value.thinking || value.mode === "joint" ? "first" : "second",
    }));
    const differences = multiCritDifferences().map((value) => ({ ...value, role: "difference" }));
    const printed = [...values, ...differences].filter((value) => value.table === table);
    assert.equal(printed.length, 96);
    for (const value of printed) {
      assert.ok(published.svg.includes(`>${value.printed.replace("-", "−")}<`), value.printed);
      const { role } = value;
      const twin = simulated.find((row) =>
        row.pair === value.pair && row.role === role && row.split === value.split &&
        row.metric === value.metric
      )!;
      if (role !== "difference") assert.equal((100 * twin.value).toFixed(2), value.printed);
      assert.ok(twin.low <= twin.value && twin.value <= twin.high && twin.n > 100);
    }
  }
});

Deno.test("Figure 9 sums to the paper's conflicting pairs, Figure 8 shows that selecting conflicts lowers correlations", async () => {
  const conflicts = rows((await renderFigure("multi-crit-fig9")).data);
  const sum = (split: string) =>
    conflicts.filter((row) => row.split === split).reduce((n, row) => n + row.conflicts, 0);
  assert.deepEqual([sum("open_ended"), sum("reasoning")], [501, 281]);
  const { data, svg } = await renderFigure("multi-crit-fig8");
  const correlations = data.toRecords() as { items: string; correlation: number; n: number }[];
  const of = (items: string) => correlations.filter((row) => row.items === items);
  assert.equal(of("conflict").length, 20);
  of("conflict").forEach((row, i) => {
    assert.ok(row.correlation < of("all")[i].correlation && row.n < of("all")[i].n);
  });
  assert.match(svg, /206 items with a conflict/);
  assert.match(svg, /all 299 items/);
});

Deno.test("the slopes and the map draw published values with the intervals of their counts, and nothing simulated", async () => {
  const slopes = await renderFigure("multi-crit-joint-slopes");
  assert.deepEqual(slopes.sources, ["published", "computed from published"]);
  const of = (role: string, metric: string, split: string, pair = "GPT-4o") =>
    rows(slopes.data).find((row) =>
      row.pair === pair && row.role === role && row.metric === metric && row.split === split
    )!;
  const joint = of("first", "tradeoff_sensitivity", "open_ended");
  assert.deepEqual([joint.value, joint.provenance, joint.spread_provenance, joint.n], [
    0.3883,
    "published",
    "computed from published",
    206,
  ]);
  // R: prop.test(94, 299, correct = FALSE)$conf.int, prop.test(136, 206, correct = FALSE)$conf.int
  const accuracy = of("second", "pluralistic_accuracy", "open_ended");
  assert.deepEqual([accuracy.low, accuracy.high].map((x) => x.toFixed(3)), ["0.264", "0.369"]);
  const tos = of("second", "tradeoff_sensitivity", "open_ended");
  assert.deepEqual([tos.low, tos.high].map((x) => x.toFixed(3)), ["0.593", "0.721"]);
  // 82 of 108, not of 109: one item had no usable answer.
  assert.equal(of("second", "tradeoff_sensitivity", "reasoning", "Gemini-2.5-Pro").n, 108);
  // Pairs of criteria share items, averages share answers: no count, no interval.
  for (const metric of ["conflict_matching_rate", "criterion_average"]) {
    assert.ok(Number.isNaN(of("first", metric, "reasoning").low ?? NaN), metric);
  }
  assert.doesNotMatch(slopes.svg, /simulated|1,009/);
  const map = await renderFigure("multi-crit-tradeoff-map");
  const points = map.data.toRecords() as Record<string, string | number>[];
  assert.equal(points.length, 32);
  assert.deepEqual(new Set(points.map(({ experiment }) => experiment)).size, 2);
  assert.doesNotMatch(map.svg, /simulated/);
  const simulated = await renderFigure("multi-crit-tradeoff-map", { source: "simulated" });
  const references = simulated.data.toRecords() as Record<string, string | number>[];
  const random = references.find((row) => row.judge === "random" && row.split === "open_ended")!;
  assert.deepEqual([random.cmr, random.provenance], [0.25, "simulated"]);
});

Deno.test("one's own results: drawn, simulated as long as they say so, refused where something is missing", async () => {
  const measured = example.drop("provenance");
  for (const { id, frames, needs } of figures.filter(({ paper }) => paper === "multi-crit")) {
    if (!frames.includes("criteria")) continue;
    if (needs.includes("thinking_modes")) {
      await assert.rejects(renderFigure(id, { results: measured }), /with and without thinking/);
      continue;
    }
    const { provenance, sources, caption } = await renderFigure(id, { results: measured });
    assert.ok(sources.includes("results") && !sources.includes("simulated"), `${id}: ${sources}`);
    assert.ok(provenance !== "simulated" && !/simulat/i.test(caption), id);
  }
  const thinking = pl.concat([measured, measured.withColumns(pl.lit(true).alias("thinking"))]);
  const { data } = await renderFigure("multi-crit-table16", { results: thinking });
  const pairs = new Set(rows(data).map(({ pair }) => pair));
  assert.ok([...pairs].every((pair) => / \((single|joint)\)$/.test(pair)), [...pairs].join());
  assert.ok(rows(data).filter(({ role }) => role === "difference").every(({ value }) => value === 0));
});

Deno.test("charts of one's own metrics", async () => {
  const metrics = criteriaMetrics(example);
  const { svg } = await jointSlopesFigure(metrics, { title: "Mine", provenance: "simulated" });
  assert.match(svg, /Mine/);
  const map = await tradeoffMapFigure(metrics, {
    title: "Map",
    references: referenceJudges(example),
    provenance: "simulated",
  });
  assert.match(map.svg, /random/);
  const lines = await jointSlopesFigure(metrics, {
    title: "Mine",
    references: referenceJudges(example),
    provenance: "simulated",
  });
  assert.match(lines.svg, /a coin for every criterion/);
  const one = pl.col("split").eq(pl.lit("reasoning"));
  assert.match((await tradeoffMapFigure(metrics.filter(one), { title: "One split" })).svg, /Reasoning/);
  assert.match((await jointSlopesFigure(metrics.filter(one), { title: "One split" })).svg, /PAcc, reasoning/);
  await assert.rejects(
    tradeoffMapFigure(metrics.filter(pl.lit(false)), { title: "None" }),
    /wanted a judge of items whose criteria disagree/,
  );
  const unsplit = criteriaMetrics(example, { by: ["judge", "mode"] });
  await assert.rejects(jointSlopesFigure(unsplit, { title: "Mine" }), /wanted the columns split/);
  const doubled = pl.concat([metrics, metrics]);
  await assert.rejects(jointSlopesFigure(doubled, { title: "Mine" }), /wanted one value each, found two/);
  await assert.rejects(tradeoffMapFigure(doubled, { title: "Map" }), /wanted one value each, found two/);
});
