import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { renderFigure } from "@/figures/render_figure.ts";
import { simulatedFrame } from "@/figures/choose_source.ts";
import { chart } from "@/figures/chart.ts";
import { dots } from "@/figures/recipes/rows.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import { philautiaIntervals } from "@/metrics/philautia_intervals.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";

/** The example as if it were measured: without the column that says it is not. */
const measured = () => readCaptionScores("data/examples/caption_scores.csv").drop("provenance");

type Row = Record<string, number> & Record<"setting" | "generator" | "evaluator", string>;
const OWN = ["fig2", "fig4", "fig6", "figA", "intervals"].map((id) => `philautia-${id}`);

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
  const few = pl.col("image_id").cast(pl.Utf8).str.contains("07$"),
    all = await simulatedFrame("caption scores");
  const { data } = await renderFigure("philautia-intervals", {
    results: { "caption scores": all.filter(few) },
  });
  const isMeasured = ({ generator, low, high }: Row) => generator === "GPT-4o" && low !== null && low < high;
  assert.ok((data.toRecords() as Row[]).some(isMeasured));
});

Deno.test("own results: every figure is drawn from them, also with one setting or scores that are missing", async () => {
  const frame = measured();
  const one = frame.filter(
    pl.col("setting").eq(pl.lit("ref_free")).and(
      pl.col("image_id").neq(pl.lit("image-003")).or(pl.col("evaluator").neq(pl.lit("simulated-model-b"))),
    ),
  );
  for (const id of OWN) {
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
  const simulated = measured().withColumns(pl.lit("simulated").alias("provenance"));
  const both = pl.concat([entries, philautiaIntervals(simulated, { setting: "ref_based" })]);
  const drawn = await chart(both.filter(pl.col("is_self")), {
    value: "value",
    recipe: dots({ rows: "generator", series: "setting", unit: "number" }),
    title: "Both",
  });
  assert.ok(drawn.svg.includes("Reference-based") && drawn.svg.includes(">simulated<"));
});
