import { tip } from "@/figures/recipes/recipe.ts";
import { valueOf } from "@/figures/values/value.ts";
import assert from "node:assert/strict";
import pl from "nodejs-polars";
import type { FigureId } from "@/figures/figure_spec.ts";
import { figures } from "@/figures/registry.ts";
import { faultsOfMarks } from "./marks.ts";

Deno.test("marks that say nothing, no source or no value are found", () => {
  const data = pl.DataFrame({ value: [1, 2] });
  const faults = (...titles: string[]) =>
    faultsOfMarks({
      svg: `<svg>${titles.map((text) => `<g><title>${text}</title></g>`).join("")}</svg>`,
      data,
    });
  assert.deepEqual(
    faults("a: 31.0 (95% interval 20.0 to 42.0; n = 40; simulated)", "b: &lt; 2 (published)"),
    [],
  );
  assert.equal(faults().length, 1);
  assert.equal(faults("a: 31.0", "a (published)", "a: NaN 1 (published)").length, 3);
  assert.equal(faults(...Array(5).fill("a: 1 (results)")).length, 1);
});

Deno.test("ids of all papers are types: a wrong one does not compile", () => {
  const ids: FigureId[] = ["birch-fig3", "philautia-figD", "multi-crit-table12", "real-order"];
  ids.push("mm-judgebias-fig4");
  // @ts-expect-error -- there is no such figure
  const wrong: FigureId = "philautia-fig99";
  const all = figures.map(({ id }) => id);
  assert.ok(ids.every((id) => all.includes(id)) && !all.includes(wrong));
});

Deno.test("a mark says what it shows: not the number of its panel, and where its interval is from", () => {
  const keys = { panel: "1", judge: "a" }, look = [{}, "number", 3] as const;
  const value = valueOf({
    ...{ keys, quantity: "BD", value: 0.8126, low: 0.7, high: 0.9, provenance: "published" },
  });
  assert.equal(tip(value, ...look), "a, BD: 0.813 (95% interval 0.700 to 0.900; published)");
  const open = valueOf({ ...value, interval: "bounds", low: -Infinity, high: Infinity });
  assert.equal(open.interval, null, "bounds without an end bound nothing");
  assert.equal(
    tip({ ...value, intervalProvenance: "computed from published" }, ...look),
    "a, BD: 0.813 (95% interval 0.700 to 0.900, computed from published; published)",
  );
});
