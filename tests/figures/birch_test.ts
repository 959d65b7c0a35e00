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

Deno.test("figure 5: what printed facts leave, worked out by hand", async () => {
  const rows = async (id: string) =>
    (await renderFigure(id)).data.toRecords() as {
      benchmark: string;
      judge: string;
      quantity: string;
      low: number;
      high: number;
      provenance: string;
    }[];
  const of = async (id: string, benchmark: string, quantity: string) => {
    const found = (await rows(id)).find((row) =>
      row.benchmark === benchmark && row.judge === "GPT-4o" && row.quantity === quantity
    )!;
    assert.equal(found.provenance, "computed from published");
    return [found.low, found.high].map((x) => Number((100 * x).toFixed(3)));
  };
  // Table 1: IRS 0.99 and 3.20. On MLLM-as-a-Judge 0.99 − 0.32·18.6 = −4.962, 0.99 + 0.68·18.6 = 13.638.
  assert.deepEqual(await of("birch-fig5", "MLLM-as-a-Judge", "IRS_IDS"), [-4.962, 0.99]);
  assert.deepEqual(await of("birch-fig5", "MLLM-as-a-Judge", "IRS_CDS"), [0.99, 13.638]);
  assert.deepEqual(await of("birch-fig5", "VL-RewardBench", "IRS_CDS"), [3.2, 21.8]);
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

Deno.test("changes stand in brackets behind what they change, as printed", async () => {
  const { data, svg } = await renderFigure("birch-table8");
  const change = data.toRecords().find((row) =>
    row.quantity === "change of LB" && row.judge === "Phi-4-multimodal"
  )!;
  assert.equal(change.printed, "-5.3");
  assert.ok(svg.includes(">(−5.3)<") && !svg.includes(">−5.3<"));
});

Deno.test("results that cannot feed a figure: what is missing, not a picture of something else", async () => {
  const pairs = readPairs("data/examples/judgebench.jsonl");
  await assert.rejects(
    renderFigure("birch-fig3", { results: pairs }),
    /birch-fig3: wanted results with informativeness labels/,
  );
  await assert.rejects(
    renderFigure("birch-fig8", { source: "published" }),
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
});
