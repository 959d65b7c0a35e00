import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { figures } from "@/figures/registry.ts";
import { renderSimulated } from "./render_simulated.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { philautiaScores } from "@/papers/philautia.ts";
import { chart } from "@/figures/chart.ts";
import { dots } from "@/figures/recipes/rows.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";

/** The example as if it were measured: without the column that says it is not. */
const measured = () => readCaptionScores("data/examples/caption_scores.csv").drop("provenance");

type Row = Record<string, number> & {
  setting: string;
  generator: string;
  evaluator: string;
  provenance: string;
  spread_provenance: string;
};
const OWN = [
  ...["fig2", "fig4", "fig5", "fig6", "figA", "figB", "figC", "tableA", "intervals"].map((id) =>
    `philautia-${id}`
  ),
];

Deno.test("every chart of the philautia paper that is drawn from caption scores is there", () => {
  const ids = figures.map(({ id }) => id);
  assert.deepEqual(OWN.filter((id) => !ids.includes(id)), []);
});

Deno.test("figure 4: printed entries stand as printed, of others the sign alone; the simulation has the same digits", async () => {
  const { data, svg, sources } = await renderFigure("philautia-fig4");
  const rows = data.toRecords() as (Row & { printed: string | null })[];
  assert.deepEqual(sources, ["published"]);
  const printed = rows.filter(({ printed }) => printed !== null);
  assert.equal(printed.length, 26); // 11 + 12 scores, −3.25, 1.40, 1.30
  for (const { model, setting, value } of philautiaScores()) {
    assert.equal(
      printed.find((one) => one.setting === setting && one.generator === model && one.evaluator === model)
        ?.value,
      value,
    );
  }
  for (const text of ["−3.25", "1.40", "1.30", "3.02", "3.03"]) assert.ok(svg.includes(`>${text}<`), text);
  const signs = rows.filter(({ printed }) => printed === null);
  assert.equal(signs.length, 14);
  const simulated = (await renderSimulated("philautia-fig4")).data.toRecords() as Row[];
  assert.equal(simulated.length, 288);
  for (const row of rows) {
    const own = simulated.find((one) =>
      one.setting === row.setting && one.generator === row.generator && one.evaluator === row.evaluator
    )!;
    if (row.printed !== null) assert.equal(own.value.toFixed(2), row.value.toFixed(2));
    else assert.ok(own.value >= row.low && own.value <= row.high, `${row.evaluator} on ${row.generator}`);
  }
});

Deno.test("a picture of the simulation names no model, and has no intervals; of one's own results nothing changes", async () => {
  for (const id of ["philautia-intervals", "birch-fig3", "birch-fig11", "mm-judgebias-leaderboard"]) {
    const { data, svg } = await renderFigure(id, { source: "simulated" });
    const rows = data.toRecords() as Record<string, unknown>[];
    assert.ok(
      rows.every(({ judge, generator, interval }) =>
        /^(Judge|Model) [A-Z0-9]/.test(String(judge ?? generator)) && interval === null
      ),
      id,
    );
    assert.doesNotMatch(svg, /[>"](GPT|Gemini|LLaVA|Qwen|Claude|Phi-|Llama)[^<"]*[<"]|95% interval/, id);
  }
  const { data } = await renderSimulated("philautia-intervals");
  assert.ok((data.toRecords() as Row[]).some(({ generator, low }) => generator === "GPT-4o" && low > -9));
});

Deno.test("figure 6: printed, nine of twelve positive; from results the counts and mean entries are theirs", async () => {
  const { caption, sources } = await renderFigure("philautia-fig6");
  assert.deepEqual(sources, ["published"]);
  assert.match(caption, /9 of 12 entries beside the diagonal are positive/);
  const simulated = await renderSimulated("philautia-fig6");
  assert.match(simulated.caption, /\(i\) Qwen-based: 9 of 12; \(ii\) LLaVA: \d of 6/);
});

Deno.test("figure A: the five printed mean scores alone; from results both panels, red high", async () => {
  const { data, sources } = await renderFigure("philautia-figA");
  const known = (data.toRecords() as Row[]).map(({ value }) => value).filter((value) => value > 0);
  assert.deepEqual(known.sort(), [0.49, 0.69, 0.761, 0.8, 0.819]);
  assert.deepEqual(sources, ["published"]);
  const own = await renderFigure("philautia-figA", { results: { "caption scores": measured() } });
  const z = (own.data.toRecords() as (Row & { quantity: string })[]).filter((row) =>
    row.quantity === "z-score" && row.generator !== "mean" && row.evaluator === "simulated-model-a"
  ).map(({ value }) => value);
  assert.ok(z.length === 3 && Math.abs(z.reduce((sum, value) => sum + value, 0)) < 1e-9);
});

Deno.test("figures 2, 5, B, C and intervals: the numbers that are printed, and no others beside them", async () => {
  const texts = {
    "philautia-fig2": ["0.80", "0.69"],
    "philautia-fig5": ["1.000", "0.761"],
    "philautia-figB": ["0.940", "0.819"],
    "philautia-figC": ["0.932", "0.791"],
    "philautia-intervals": philautiaScores().map(({ printed }) => printed),
  };
  for (const [id, wanted] of Object.entries(texts)) {
    const { svg, data, sources } = await renderFigure(id);
    for (const text of wanted) assert.ok(new RegExp(`[> ]${text}<`).test(svg), `${id}: ${text}`);
    const known = (data.toRecords() as Row[]).filter(({ value }) => value !== null && !Number.isNaN(value));
    assert.equal(known.length, wanted.length, id);
    // Of the others Figure 2 says that they are below the writer's own.
    const also = id.endsWith("fig2") ? ["computed from published"] : [];
    // Of Figure C the paper prints the score and how far it lies above the mean.
    const mean = id.endsWith("figC") ? ["computed from published"] : [];
    assert.deepEqual(
      sources,
      ["published", ...also, ...mean, ...(/fig[5BC]$/.test(id) ? ["redrawn"] : [])],
      id,
    );
    const bounds = (data.toRecords() as Row[]).filter(({ value, high }) => !(value > 0) && high > 0);
    assert.deepEqual(bounds.map(({ low, high }) => [low, high]), also.map(() => [-Infinity, 0.8]), id);
    assert.equal(svg.includes(">each of the 10 others<"), also.length > 0, id);
  }
  assert.match((await renderFigure("philautia-fig5")).caption, /\+0\.239 against its mean/);
});

Deno.test("own results: every figure is drawn from them, also with one setting or scores that are missing", async () => {
  const frame = measured();
  const one = frame.filter(
    pl.col("setting").eq(pl.lit("ref_free")).and(
      pl.col("image_id").neq(pl.lit("image-003")).or(pl.col("evaluator").neq(pl.lit("simulated-model-b"))),
    ),
  );
  for (const id of OWN.filter((id) => id !== "philautia-tableA")) {
    for (const results of [frame, one]) {
      const { provenance, svg, data } = await renderFigure(id, { results: { "caption scores": results } });
      assert.equal(provenance, "results", id);
      assert.ok(svg.includes("simulated-model-a"), id);
      assert.doesNotMatch(svg, />NaN|undefined/);
      assert.ok((data.getColumn("provenance").toArray() as string[]).every((source) => source === "results"));
    }
  }
});

Deno.test("an evaluator that is no generator is drawn as a column of its own", async () => {
  const frame = measured();
  const without = frame.filter(pl.col("generator").neq(pl.lit("simulated-model-c")));
  const { data } = await renderFigure("philautia-fig4", { results: { "caption scores": without } });
  assert.equal(data.height, 2 * 2 * 3);
  const intervals = await renderFigure("philautia-intervals", { results: { "caption scores": without } });
  assert.equal(intervals.data.height, 2 * 2);
});

Deno.test("results that say they are simulated are drawn as such", async () => {
  const frame = readCaptionScores("data/examples/caption_scores.csv");
  const { provenance, caption } = await renderFigure("philautia-intervals", {
    results: { "caption scores": frame },
  });
  assert.equal(provenance, "simulated");
  assert.match(caption, /simulated: the results say so of themselves/);
});

Deno.test("charts of one's own: a tidy frame of entries as a heatmap, or of scores as dots", async () => {
  const entries = philautiaIntervals(measured(), { setting: "ref_free" });
  const square = heatmap({ rows: "generator", columns: "evaluator", label: "preference (Φ̃)" });
  const { svg } = await chart(entries, { value: "value", recipe: square, title: "Three models" });
  assert.ok(svg.includes(">1.32<") && svg.includes(">results<"));
  const both = pl.concat([entries, philautiaIntervals(measured(), { setting: "ref_based" })]);
  const drawn = await chart(both.filter(pl.col("is_self")), {
    value: "value",
    recipe: dots({ rows: "generator", series: "setting", unit: "number" }),
    title: "Both",
    provenance: "simulated",
  });
  assert.ok(drawn.svg.includes("Reference-based") && drawn.svg.includes(">simulated<"));
});
