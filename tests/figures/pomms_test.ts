import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { PHILAUTIA_MODELS } from "@/papers/philautia.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readRatings } from "@/results/read_ratings.ts";

type Row = Record<string, string | number | null>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as Row[];
/** As one's own: the examples' word that they are simulated is left out. */
const own = (frame: pl.DataFrame) => frame.select(...frame.columns.filter((name) => name !== "provenance"));
const ratings = own(readRatings("data/examples/ratings.csv"));
const captions = own(readCaptionScores("data/examples/caption_scores.csv"));
const results = { ratings, "caption scores": captions };

const MODELS: readonly string[] = [...PHILAUTIA_MODELS].sort();

/** What a simulated model of the paper's is called: by its place among their names. */
const letter = (model: unknown) =>
  MODELS.includes(String(model))
    ? `Model ${String.fromCharCode(65 + MODELS.indexOf(String(model)))}`
    : String(model);

Deno.test("Table 1 prints the paper's 45 numbers; simulated, the baselines stand as published with their intervals", async () => {
  const published = await renderFigure("philautia-table1");
  assert.deepEqual([published.provenance, published.data.height], ["published", 45]);
  const simulated = rows((await renderFigure("philautia-table1", { source: "simulated" })).data);
  const gpt = simulated.find((row) =>
    row.evaluators === "GPT-4o" && row.dataset === "Nebula" && row.quantity === "tau_b"
  )!;
  assert.equal((100 * Number(gpt.value)).toFixed(1), "56.1");
  assert.ok(Number(gpt.low) < 0.561 && Number(gpt.high) > 0.561 && gpt.n === 3298);
  assert.equal(simulated.filter((row) => row.group === "Pomms").length, 6 * 5);
});

Deno.test("Table 2 simulated prints the published digits; the published one holds nothing computed", async () => {
  const published = await renderFigure("philautia-table2");
  assert.deepEqual(published.sources, ["published"]);
  const simulated = rows((await renderFigure("philautia-table2", { source: "simulated" })).data);
  const printed = rows(published.data);
  assert.equal(printed.length, 24);
  for (const { generator, evaluator, value } of printed) {
    const own = simulated.find((row) =>
      row.generator === letter(generator) && row.evaluator === letter(evaluator)
    )!;
    assert.equal(Number(own.value).toFixed(2), Number(value).toFixed(2), `${evaluator} on ${generator}`);
    assert.ok(Number(own.low) < Number(own.high));
  }
});

Deno.test("Figure D: printed cells, the diagonal that follows from them, nothing simulated; simulated it is the same", async () => {
  const { data, sources } = await renderFigure("philautia-figD");
  const cells = rows(data);
  assert.deepEqual(sources, ["published", "computed from published"]);
  const printed = cells.filter((row) => row.provenance === "published");
  assert.ok(printed.length === 13 && printed.filter((row) => row.evaluator === "Pomms").length === 12);
  const simulated = rows((await renderFigure("philautia-figD", { source: "simulated" })).data);
  assert.equal(simulated.length, 12 * 13);
  const follow = cells.filter((row) => row.provenance !== "published");
  assert.equal(follow.length, 13);
  for (const { generator, evaluator, value } of follow) {
    const own = simulated.find((row) =>
      row.generator === letter(generator) && row.evaluator === letter(evaluator)
    )!;
    assert.ok(Math.abs(Number(own.value) - Number(value)) < 0.011, String(generator));
  }
});

Deno.test("one's own ratings and captions feed them all; ratings without splits are refused by that name", async () => {
  for (const id of ["philautia-table1", "philautia-table2", "philautia-figD", "philautia-agreement-bias"]) {
    const { sources, svg, caption } = await renderFigure(id, { results, formats: ["png"] });
    assert.deepEqual(sources, ["results"], id);
    assert.match(svg, /simulated-model-a/);
    assert.doesNotMatch(caption, /library/);
  }
  await assert.rejects(
    renderFigure("philautia-table1", { results: ratings.withColumns(pl.lit("test").alias("split")) }),
    /wanted results with rows of the splits train, validation and test/,
  );
});
