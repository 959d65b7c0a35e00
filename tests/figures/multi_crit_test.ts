import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { dumbbells } from "@/figures/recipes/rows.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { criteriaMetrics } from "@/metrics/criteria_shares.ts";
import { readCriteria } from "@/results/read_criteria.ts";

type Row = Record<string, string> & Record<"value" | "low" | "high" | "n", number>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
const example = readCriteria("data/examples/criteria.csv");

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
  const judges = new Set(rows(data).map(({ judge }) => judge));
  assert.ok([...judges].every((judge) => / \((single|joint)\)$/.test(judge)), [...judges].join());
  assert.ok(rows(data).filter(({ way }) => way === "Δ").every(({ value }) => value === 0));
});

Deno.test("a way that is compared with two has the judge's plain name; ways that differ in both are not compared", async () => {
  const single = example.filter(pl.col("mode").eq(pl.lit("single"))).drop("provenance");
  // Both mode and thinking differ.
  const other = single.withColumns(pl.lit("joint").alias("mode"), pl.lit(true).alias("thinking"));
  await assert.rejects(
    renderFigure("multi-crit-tradeoff-map", { results: pl.concat([single, other]) }),
    /wanted a judge with and without thinking/,
  );
  const joint = single.withColumns(pl.lit("joint").alias("mode"));
  const plain = await renderFigure("multi-crit-tradeoff-map", { results: pl.concat([single, joint, other]) });
  assert.doesNotMatch(plain.svg, /no-think/);
});

Deno.test("a chart of one's own metrics: the column metric says what is measured", async () => {
  const metrics = criteriaMetrics(example);
  const { svg, data } = await chart(metrics, {
    value: "value",
    metric: "metric",
    recipe: dumbbells({
      ...{ rows: ["split", "judge"], panels: "quantity", columns: 2 },
      ...{ series: "mode", from: "single", to: "joint" },
    }),
    title: "Mine",
    provenance: "simulated",
  });
  assert.match(svg, /Mine/);
  assert.equal(new Set(rows(data).map(({ quantity }) => quantity)).size, 4);
  await assert.rejects(
    chart(metrics.drop("metric"), {
      value: "value",
      metric: "metric",
      recipe: dumbbells({ from: "a", to: "b" }),
      title: "t",
    }),
    /the columns metric.*, found judge/,
  );
});
