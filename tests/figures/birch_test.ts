import assert from "node:assert/strict";
import { figures } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { birchTable8 } from "@/papers/birch.ts";
import { readPairs } from "@/results/read_pairs.ts";

const WANTED = [
  ...[1, 3, 4, 5, 6, 8, 9, 10, 11].map((n) => `birch-fig${n}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `birch-table${n}`),
];

Deno.test("every chart and table of the informativeness-bias paper is there, in its order", () => {
  const drawn = figures.filter(({ paper, kind }) =>
    paper === "birch" && (kind === "chart" || kind === "table")
  );
  assert.deepEqual(drawn.map(({ id }) => id), WANTED);
});

Deno.test("published values are drawn as printed", async () => {
  const { data, svg } = await renderFigure("birch-table8");
  for (const row of birchTable8()) assert.ok(svg.includes(`>${row.printed}<`), row.printed);
  const values = data.toRecords() as { quantity: string; judge: string; pipeline: string; value: number }[];
  const ib = values.find((v) => v.quantity === "IB" && v.judge === "GPT-4o" && v.pipeline === "base")!;
  assert.equal(ib.value, 0.59);
  assert.ok((await renderFigure("birch-table2")).svg.includes(">33.66<"));
});

Deno.test("figure 3: published and simulated numbers are told apart number by number", async () => {
  const { data, sources } = await renderFigure("birch-fig3");
  const rows = data.toRecords() as {
    panel: string;
    group: string;
    series: string;
    provenance: string;
    spread_provenance: string;
  }[];
  assert.equal(rows.length, 16);
  assert.deepEqual(sources, ["published", "simulated"]);
  const simulated = rows.filter(({ provenance }) => provenance === "simulated").map((
    { panel, group, series },
  ) => `${panel[0]} ${group} ${series}`);
  assert.deepEqual(simulated, [
    "M LLaVA-1.6-34B LB",
    ...["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-1.6-34B"].map((judge) =>
      `V ${judge} LB`
    ),
  ]);
  assert.ok(
    rows.filter(({ provenance }) => provenance === "published").every((row) =>
      row.spread_provenance === "simulated"
    ),
  );
});

Deno.test("results that cannot feed a figure: what is missing, not a picture of something else", async () => {
  const pairs = readPairs("data/examples/judgebench.jsonl");
  await assert.rejects(
    renderFigure("birch-fig3", { results: pairs }),
    /birch-fig3: wanted results with informativeness labels/,
  );
  await assert.rejects(
    renderFigure("birch-fig5", { source: "published" }),
    /wanted a source out of simulated, found published/,
  );
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
  assert.ok(!measured.svg.includes("hatch"));
});
