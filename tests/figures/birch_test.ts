import assert from "node:assert/strict";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { readPairs } from "@/results/read_pairs.ts";

Deno.test("nothing simulated stands beside a published number, and no interval on one", async () => {
  for (const { id, kind, available } of figures) {
    if (!id.startsWith("birch-") || kind !== "chart" && kind !== "table" || available[0] !== "published") {
      continue;
    }
    const { data, sources } = await renderFigure(id);
    assert.ok(!sources.includes("simulated"), id);
    const rows = data.toRecords() as { provenance: string; interval: string | null }[];
    assert.ok(rows.every(({ interval }) => interval === null || interval === "bounds"), id);
  }
});

Deno.test("the simulation meets the bounds: no judge of it lies outside what the paper pins down, but for noise", async () => {
  const bounds = (await renderFigure("birch-fig5")).data.toRecords() as Record<string, string & number>[];
  const simulated = (await renderFigure("birch-fig5", { source: "simulated" })).data.toRecords() as Record<
    string,
    string & number
  >[];
  for (const bound of bounds) {
    const found = simulated.find((row) =>
      ["benchmark", "judge", "quantity"].every((key) => row[key] === bound[key])
    );
    if (!found) continue;
    // Its interval meets the bounds: the simulation draws finite samples.
    assert.ok(found.high >= bound.low && found.low <= bound.high, `${bound.benchmark} ${bound.judge}`);
  }
});

Deno.test("what the paper says of its judges is not said of other results", async () => {
  const { caption } = await renderFigure("birch-fig10", { results: readPairs("data/examples/pairs.csv") });
  assert.doesNotMatch(caption, /Phi-4/);
});

Deno.test("results that cannot feed a figure: what is missing, not a picture of something else", async () => {
  const pairs = readPairs("data/examples/judgebench.jsonl");
  const said = /birch-fig3: wanted results with informativeness labels/;
  await assert.rejects(renderFigure("birch-fig3", { results: pairs }), said);
  const words = /wanted a source out of simulated, found published/;
  await assert.rejects(renderFigure("birch-fig8", { source: "published" }), words);
  // Asked for outright, the published numbers are drawn whatever the results.
  assert.equal(
    (await renderFigure("birch-table8", { results: pairs, source: "published" })).provenance,
    "published",
  );
});

Deno.test("results without the provenance that calls them simulated are drawn as results", async () => {
  const pairs = readPairs("data/examples/pairs.csv");
  assert.deepEqual((await renderFigure("birch-fig3", { results: pairs })).sources, ["simulated"]);
  const measured = await renderFigure("birch-fig3", { results: pairs.drop("provenance") });
  assert.deepEqual([measured.provenance, measured.sources], ["results", ["results"]]);
});
