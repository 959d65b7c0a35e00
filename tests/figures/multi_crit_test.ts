import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { promptUnits } from "@/figures/prompts/prompt_units.ts";
import { dumbbells } from "@/figures/recipes/rows.ts";
import { signed } from "@/figures/theme.ts";
import { figures } from "@/figures/registry.ts";
import { renderSimulated } from "./render_simulated.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { criteriaMetrics } from "@/metrics/criteria_metrics.ts";
import { multiCritDifferences, multiCritValues } from "@/papers/multi_crit.ts";
import { readCriteria } from "@/results/read_criteria.ts";

type Row = Record<string, string> & Record<"value" | "low" | "high" | "n", number>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as unknown as Row[];
const example = readCriteria("data/examples/criteria.csv");

Deno.test("every chart and table of the appendix that needs no picture is there, and two of our own", () => {
  const charts = figures.filter(({ paper, kind }) =>
    paper === "multi-crit" && (kind === "chart" || kind === "table")
  );
  const ids = charts.map(({ id }) => id.replace("multi-crit-", ""));
  const wanted = ["fig8", "fig9", "table5", "table6", "table7", "table8", "table16", "table18"];
  assert.deepEqual(ids, [...wanted, "joint", "tradeoff-map"]);
});

Deno.test("Tables 16 and 18: every number and difference as printed; simulated, the same digits computed", async () => {
  for (const table of [16, 18] as const) {
    const published = await renderFigure(`multi-crit-table${table}`);
    assert.equal(published.provenance, "published");
    const simulated = rows((await renderSimulated(`multi-crit-table${table}`)).data);
    const values = multiCritValues().map((value) => ({
      ...value,
      way: table === 16 ? (value.thinking ? "think" : "no-think") : value.mode,
    }));
    const differences = multiCritDifferences().map((value) => ({ ...value, way: "Δ" }));
    const printed = [...values, ...differences].filter((value) => value.table === table);
    assert.equal(printed.length, 96);
    for (const value of printed) {
      assert.ok(published.svg.includes(`>${value.printed.replace("-", "−")}<`), value.printed);
      const { way } = value;
      const twin = simulated.find((row) =>
        row.judge === value.pair && row.way === way && row.split === value.split &&
        row.quantity === value.metric
      )!;
      if (way !== "Δ") assert.equal((100 * twin.value).toFixed(2), value.printed);
      assert.ok(twin.low <= twin.value && twin.value <= twin.high && twin.n > 100);
    }
  }
});

Deno.test("Figure 9 sums to the paper's conflicting pairs, Figure 8 shows that selecting conflicts lowers correlations", async () => {
  const conflicts = rows((await renderFigure("multi-crit-fig9")).data);
  const sum = (split: string) =>
    conflicts.filter((row) => row.split === split).reduce((n, row) => n + row.value, 0);
  assert.deepEqual([sum("open_ended"), sum("reasoning")], [501, 281]);
  const { data, svg } = await renderFigure("multi-crit-fig8");
  const correlations = data.toRecords() as { items: string; value: number; n: number }[];
  const of = (items: string) => correlations.filter((row) => row.items === items);
  assert.equal(of("conflict").length, 20);
  of("conflict").forEach((row, i) => {
    assert.ok(row.value < of("all")[i].value && row.n < of("all")[i].n);
  });
  assert.match(svg, /206 items with a conflict/);
  assert.match(svg, /all 299 items/);
});

Deno.test("the slopes and the map draw published values with the intervals of their counts, and nothing simulated", async () => {
  const slopes = await renderFigure("multi-crit-joint");
  assert.deepEqual(slopes.sources, ["published", "computed from published"]);
  const of = (way: string, metric: string, split: string, judge = "GPT-4o") =>
    rows(slopes.data).find((row) =>
      row.judge === judge && row.way === way && row.quantity === metric && row.split === split
    )!;
  const joint = of("joint", "tradeoff_sensitivity", "open_ended");
  assert.deepEqual([joint.value, joint.provenance, joint.interval_provenance, joint.n], [
    0.3883,
    "published",
    "computed from published",
    206,
  ]);
  // R: prop.test(94, 299, correct = FALSE)$conf.int, prop.test(136, 206, correct = FALSE)$conf.int
  const accuracy = of("single", "pluralistic_accuracy", "open_ended");
  assert.deepEqual([accuracy.low, accuracy.high].map((x) => x.toFixed(3)), ["0.264", "0.369"]);
  const tos = of("single", "tradeoff_sensitivity", "open_ended");
  assert.deepEqual([tos.low, tos.high].map((x) => x.toFixed(3)), ["0.593", "0.721"]);
  // 82 of 108, not of 109: one item had no usable answer.
  assert.equal(of("single", "tradeoff_sensitivity", "reasoning", "Gemini-2.5-Pro").n, 108);
  // Pairs of criteria share items, averages share answers: no count, no interval.
  for (const metric of ["conflict_matching_rate", "criterion_average"]) {
    assert.ok(Number.isNaN(of("joint", metric, "reasoning").low ?? NaN), metric);
  }
  assert.doesNotMatch(slopes.svg, /simulated|1,009/);
  const map = await renderFigure("multi-crit-tradeoff-map");
  assert.equal(map.data.height, 64);
  assert.deepEqual([...new Set(rows(map.data).map(({ experiment }) => experiment))], [
    "Thinking",
    "Joint judging",
  ]);
  assert.doesNotMatch(map.svg, /simulated/);
  // Every judge is named once in either split.
  for (const judge of new Set(rows(map.data).map(({ judge }) => judge))) {
    assert.equal(map.svg.split(`>${judge}</text>`).length - 1, 2, judge);
  }
});

Deno.test("changes are green above 0, red below it, and neither where their interval holds 0", async () => {
  const tone = (svg: string, text: string) =>
    new RegExp(`fill="(#[0-9a-f]{6})"[^>]*>${text.replace("+", "\\+")}</text>`).exec(svg)![1];
  const { svg } = await renderFigure("multi-crit-table18");
  const [up, down] = ["+5.01", "−27.19"].map((text) => tone(svg, text));
  assert.ok(up !== down && up !== tone(svg, "31.44"));
  // GPT-4o, PAcc, open-ended: −1.34 [−6, 4].
  const simulated = await renderSimulated("multi-crit-table18");
  const change = rows(simulated.data).find((row) => row.way === "Δ")!;
  assert.ok(change.low < 0 && change.high > 0);
  assert.equal(tone(simulated.svg, "−1.34"), tone(simulated.svg, "31.44"));
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
  const judges = new Set(rows(data).map(({ judge }) => judge));
  assert.ok([...judges].every((judge) => / \((single|joint)\)$/.test(judge)), [...judges].join());
  assert.ok(rows(data).filter(({ way }) => way === "Δ").every(({ value }) => value === 0));
});

Deno.test("a chart of one's own metrics: the column metric says what is measured", async () => {
  const metrics = criteriaMetrics(example);
  const { svg, data } = await chart(metrics, {
    value: "value",
    metric: "metric",
    recipe: dumbbells({
      rows: ["split", "judge"],
      panels: "quantity",
      columns: 2,
      series: "mode",
      from: "single",
      to: "joint",
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

Deno.test("Table 17: what the prompt is given stays together", () => {
  const inputs = promptUnits(PROMPTS.criteria_joint.text).filter((lines) =>
    lines.some(({ text }) => text.includes("{{response_"))
  );
  assert.equal(inputs.length, 1);
  assert.deepEqual(inputs[0].map(({ text }) => text).filter((text) => text !== ""), [
    "The inputs:",
    "{{image}}",
    "[Question]: {{query}}",
    "[Response 1]: {{response_1}}",
    "[Response 2]: {{response_2}}",
  ]);
});

Deno.test("differences between marks are Table 18's, halves rounded away from 0 whatever their binary fraction", async () => {
  const { data } = await renderFigure("multi-crit-joint");
  const of = (way: string, row: Row) =>
    100 *
    rows(data).find((one) =>
      one.way === way && ["judge", "split", "quantity"].every((key) => one[key] === row[key])
    )!.value;
  for (const row of rows(data).filter(({ way }) => way === "joint")) {
    const printed = multiCritDifferences().find((one) =>
      one.table === 18 && one.pair === row.judge && one.split === row.split && one.metric === row.quantity
    )!.printed.replace(/^\+/, "");
    const [whole, tenths, hundredth] = /^-?(\d+)\.(\d)(\d)$/.exec(printed)!.slice(1).map(Number);
    const size = (10 * whole + tenths + (hundredth >= 5 ? 1 : 0)) / 10;
    const drawn = signed(of("joint", row) - of("single", row), 1);
    assert.equal(drawn.replace(/^[+−]/, ""), size.toFixed(1), `${row.judge}, ${row.quantity}: ${printed}`);
  }
});
