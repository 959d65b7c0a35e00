import assert from "node:assert/strict";
import { figures } from "@/figures/registry.ts";
import { concernedFigures } from "./concerned_figures.ts";

const concerned = (...changed: string[]) => concernedFigures(changed).map(({ id }) => id);

Deno.test("a quick run draws the figures that a change can alter, and only them", () => {
  const ofMetric = concerned("lib/metrics/length_bias.ts");
  assert.ok(ofMetric.includes("birch-table2") && !ofMetric.includes("philautia-fig4"), ofMetric.join());
  assert.ok(concerned("lib/metrics/philautia_intervals.ts").includes("philautia-fig4"));
  const ofFigure = concerned("lib/figures/birch/fig3.ts");
  assert.ok(
    ofFigure.includes("birch-fig3") && ofFigure.includes("birch-fig14") && !ofFigure.includes("birch-fig4"),
  );
  assert.ok(ofFigure.every((id) => id.startsWith("birch-")), ofFigure.join());
  assert.deepEqual(concerned("lib/judge/run/run_judge.ts", "README.md", "tests/metrics/models_test.ts"), []);
  for (
    const file of [
      "lib/figures/recipes/row_chart.ts",
      "lib/figures/compose.ts",
      "lib/results/only.ts",
      "lib/stats/random.ts",
      "lib/simulate/pairs.ts",
      "lib/papers/birch.ts",
      "tests/figures/marks.ts",
    ]
  ) assert.equal(concernedFigures(["lib/judge/run/run_judge.ts", file]), figures, file);
});
