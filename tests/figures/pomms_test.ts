import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { renderFigure } from "@/figures/render_figure.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readRatings } from "@/results/read_ratings.ts";

type Row = Record<string, string | number | null>;
/** As one's own: the examples' word that they are simulated is left out. */
const own = (frame: pl.DataFrame) => frame.drop("provenance");
const ratings = own(readRatings("data/examples/ratings.csv"));
const captions = own(readCaptionScores("data/examples/caption_scores.csv"));
const results = { ratings, "caption scores": captions };

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
