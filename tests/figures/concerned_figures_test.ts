import assert from "node:assert/strict";
import { ImportGraph } from "@/cli/import_graph.ts";
import { figures } from "@/figures/registry.ts";
import { concerns } from "./test_figures.ts";

const graph = new ImportGraph();
const concerned = (...changed: string[]) =>
  figures.filter((one) => one.source.endsWith(".ts") && concerns(changed, one, graph)).map(({ id }) => id);

Deno.test("a quick run draws the figures that a change can alter, and only them", () => {
  const all = concerned();
  const ofMetric = concerned("lib/metrics/length_bias.ts");
  assert.ok(ofMetric.includes("birch-table2") && !ofMetric.includes("philautia-fig4"), ofMetric.join());
  assert.ok(concerned("lib/metrics/philautia_intervals.ts").includes("philautia-fig4"));
  assert.deepEqual(concerned("lib/figures/birch/fig3.ts"), ["birch-fig3"]);
  assert.deepEqual(concerned("lib/judge/run/run_judge.ts", "README.md", "tests/metrics/models_test.ts"), []);
  for (
    const file of [
      "lib/figures/recipes/dots.ts",
      "lib/figures/compose.ts",
      "lib/results/only.ts",
      "lib/stats/random.ts",
      "lib/simulate/pairs.ts",
      "lib/papers/birch.ts",
      "tests/figures/marks.ts",
    ]
  ) assert.deepEqual(concerned("lib/judge/run/run_judge.ts", file), all, file);
});
