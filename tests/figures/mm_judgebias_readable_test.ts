import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { drawnSamples } from "@/figures/mm_judgebias/drawn_samples.ts";
import { nineBiasesFigure } from "@/figures/mm_judgebias/fig6.ts";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { BIASES } from "@/papers/biases.ts";
import { OPERATIONS } from "@/perturb/operations.ts";

const cells = async (id: string) =>
  (await renderFigure(id)).data.toRecords() as unknown as Record<string, string>[];

Deno.test("readable tables: no cell is empty, and their counts are the paper's", async () => {
  const rows: Record<string, number> = {
    "mm-judgebias-table1": 9,
    "mm-judgebias-table7": 12,
    "mm-judgebias-table8": 3,
    "mm-judgebias-table9": 3,
    "mm-judgebias-table10": 29,
    "mm-judgebias-table12": 11,
    "mm-judgebias-table17": 12,
    "mm-judgebias-table18": 15,
  };
  const wordy = [...Object.keys(rows), "mm-judgebias-table11", "mm-judgebias-table1"];
  for (const { id } of figures.filter(({ id }) => wordy.includes(id))) {
    const found = await cells(id);
    if (id in rows) assert.equal(found.length, rows[id], id);
    for (const row of found) {
      for (const [column, text] of Object.entries(row)) assert.notEqual(text, "", `${id}, ${column}`);
    }
  }
  const keys = (rows: Record<string, string>[]) => rows.reduce((sum, { n }) => sum + Number(n), 0);
  assert.equal(keys(await cells("mm-judgebias-table12")), 90);
  assert.equal(keys(await cells("mm-judgebias-table18")), 178);
  // The paper prints no count of them: the column is said to be counted.
  for (const id of ["mm-judgebias-table12", "mm-judgebias-table18"]) {
    for (const row of await cells(id)) {
      assert.deepEqual([row.provenance, row.n_provenance], ["published", "computed from published"], id);
    }
  }
});

Deno.test("Table 1 says what the taxonomy of the code says", async () => {
  const rows = await cells("mm-judgebias-table1");
  assert.deepEqual(
    rows.map(({ heading, bias_type, metric }) => [heading, bias_type, metric.slice(0, 2)]),
    BIASES.map(({ dimension, name, metric }) => [dimension, name, metric]),
  );
});

Deno.test("Table 11 shows the ranges of the code, all sixteen operations", async () => {
  const rows = (await cells("mm-judgebias-table11")).filter(({ heading }) =>
    heading.startsWith("Visual-Transformation")
  );
  assert.equal(rows.length, Object.keys(OPERATIONS).length + 1); // and the rule of the draw
  const here = (operation: string) => rows.find((row) => row.operation === operation)!.here;
  assert.equal(here("Random rotation"), "−7 to 7°");
  assert.equal(here("JPEG roundtrip"), "quality 65 to 88");
  assert.equal(here("Film grain"), "sigma 4 to 9");
});

Deno.test("Figure 6: nine panels that the code made, the same every time, nothing published in them", async () => {
  const { svg, data, sources } = await renderFigure("mm-judgebias-fig6");
  assert.equal(data.height, 9);
  assert.deepEqual(sources, ["redrawn"]);
  assert.deepEqual(data.getColumn("bias_type").toArray(), BIASES.map(({ type }) => type));
  assert.equal([...svg.matchAll(/<image /g)].length, 10);
  assert.equal((await renderFigure("mm-judgebias-fig6")).svg, svg);
  const done = data.filter(pl.col("bias_type").eq(pl.lit("visual_transformation"))).getColumn("done").get(0);
  assert.ok(JSON.parse(done).length >= 8);
});

Deno.test("nine panels of one's own: what is lacking is said in its panel", async () => {
  const [harbour, fruit] = await drawnSamples();
  const { description: _, keywords: __, ...bare } = harbour;
  const { svg } = await nineBiasesFigure(bare, {
    pool: [fruit],
    seed: 1,
    content: "keywords",
    title: "Mine",
  });
  const text = svg.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  assert.match(text, /wanted a description of harbour/);
  assert.match(text, /Needs a task of text alone/);
  assert.doesNotMatch(svg, /published|simulated/);
  for (
    const [image, fault] of [[new Uint8Array([1, 2]), /cannot be read/], [null, /with a picture/]] as const
  ) {
    await assert.rejects(nineBiasesFigure({ ...bare, image }, { pool: [fruit], seed: 1, title: "" }), fault);
  }
});
