import assert from "node:assert/strict";
import pl from "nodejs-polars";
import type { FigureId } from "@/figures/figure_spec.ts";
import { figures, findFigure } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { tempFolder } from "../judge/temp_folder.ts";

/** Six pairs of one judge; nobody says that they are simulated. */
const pairs = pl.DataFrame({
  ...{ benchmark: Array(6).fill("mine"), item_id: ["1", "2", "3", "4", "5", "6"] },
  ...{ judge: Array(6).fill("a judge"), human: ["A", "B", "A", "B", "A", "B"] },
  ...{ choice: ["A", "B", "B", "A", "A", "A"], more_informative: ["A", "A", "B", "B", "A", "A"] },
  ...{ words_a: [10, 20, 30, 10, 20, 30], words_b: [20, 10, 10, 30, 10, 10] },
});

async function withPairs<T>(use: (path: string) => Promise<T>): Promise<T> {
  using at = tempFolder();
  pairs.writeCSV(`${at.path}/pairs.csv`);
  return await use(`${at.path}/pairs.csv`);
}

Deno.test("results come before published, published before simulated, and the badge says which", async () => {
  const badges = (svg: string) => /rx="10".*?<text[^>]*>([^<]*)<\/text>/.exec(svg)![1];
  const published = await renderFigure("birch-table8");
  assert.deepEqual([published.provenance, published.sources, badges(published.svg)], ["published", [
    "published",
  ], "published"]);
  const simulated = await renderFigure("birch-fig8");
  assert.deepEqual([simulated.provenance, badges(simulated.svg)], ["simulated", "simulated"]);
  const computed = await renderFigure("mm-judgebias-leaderboard");
  assert.deepEqual([computed.provenance, computed.sources], ["published", [
    "published",
    "computed from published",
  ]]);
  await withPairs(async (path) => {
    const own = await renderFigure("birch-fig3", { results: path });
    assert.deepEqual([own.provenance, own.sources, badges(own.svg)], ["results", ["results"], "results"]);
    assert.deepEqual([...new Set(own.data.getColumn("judge").toArray())], ["a judge"]);
  });
});

Deno.test("results as a path, a frame or frames by name: the same figure", async () => {
  await withPairs(async (path) => {
    const frame = readPairs(path);
    const all = await Promise.all(
      [path, frame, { pairs: frame }].map((results) => renderFigure("birch-fig3", { results })),
    );
    for (const { svg, provenance } of all) {
      assert.equal(provenance, "results");
      assert.equal(svg, all[0].svg);
    }
  });
});

Deno.test("a frame that is no frame of results is refused, not passed over", async () => {
  const said = /renderFigure: wanted a result frame, found the columns a/;
  await assert.rejects(renderFigure("birch-fig3", { results: pl.DataFrame({ a: [1] }) }), said);
});

Deno.test("a source that the figure does not have, results that lack what it needs: a RangeError that says so", async () => {
  const rejected = async (promise: Promise<unknown>, text: RegExp) =>
    await assert.rejects(promise, (error: Error) => error instanceof RangeError && text.test(error.message));
  await rejected(
    renderFigure("birch-fig8", { source: "published" }),
    /birch-fig8: wanted a source out of simulated, found published/,
  );
  await rejected(renderFigure("birch-table5", { source: "simulated" }), /wanted a source out of published/);
  await rejected(
    renderFigure("birch-fig3", { source: "results" }),
    /found results \(results need the frame pairs\)/,
  );
  await withPairs(async (path) =>
    await rejected(renderFigure("birch-fig6", { results: path }), /birch-fig6: wanted results with/)
  );
});

Deno.test("an unknown id names the nearest ones", () => {
  assert.throws(
    () => findFigure("birch-tabel3"),
    (error: Error) => error instanceof RangeError && /birch-table3/.test(error.message),
  );
  assert.throws(() => findFigure("brich-fig3"), /did you mean .*birch-fig3/);
  assert.throws(() => findFigure("zzz"), RangeError);
});

Deno.test("the same call gives the same bytes, also side by side with others", async () => {
  const ids = ["birch-fig3", "birch-fig11", "birch-table8", "birch-fig3"];
  const all = await Promise.all(ids.map((id) => renderFigure(id)));
  assert.equal(all[0].svg, all[3].svg);
  assert.equal((await renderFigure("birch-fig11")).svg, all[1].svg);
});

Deno.test("the registry: ids are unique, sources exist, kinds and numbers agree", () => {
  assert.equal(new Set(figures.map(({ id }) => id)).size, figures.length);
  for (const { id, paper, number, kind, source, available } of figures) {
    // The page is MM-JudgeBias'.
    assert.ok(id.startsWith(`${paper}-`) || (paper === "mm-judgebias" && id.startsWith("site-")), id);
    // A paper may print a prompt or an example as a table.
    const table = kind === "table" || (["prompt", "example"].includes(kind) && /-table\d+/.test(id));
    // What is drawn anew beside a table may be a chart.
    if (number !== "Project page" && !id.endsWith("-better")) {
      assert.equal(number.startsWith("Table"), table, id);
    }
    assert.ok(Deno.statSync(new URL(`../../${source}`, import.meta.url)).isFile, id);
    assert.ok(available.length > 0, id);
  }
});

Deno.test("ids that stand in JSON are ids that an editor completes; another word is refused by the call", async () => {
  const prompts = [
    ...(["birch-fig18", "birch-fig19", "birch-fig20", "birch-fig21"] as const),
    ...([8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const).map((n) => `mm-judgebias-fig${n}` as const),
    ...(["philautia-prompt-ref-based", "philautia-prompt-ref-free", "multi-crit-table9"] as const),
    "multi-crit-table17",
    "mm-judgebias-fig14-better",
  ] satisfies FigureId[];
  assert.deepEqual(
    figures.filter(({ kind }) => kind === "prompt").map(({ id }) => id).sort(),
    prompts.sort(),
  );
  // @ts-expect-error: there is no such figure
  const none: FigureId = "birch-fig99";
  await assert.rejects(renderFigure(none), /wanted the id of a figure/);
  await assert.rejects(renderFigure("birch-fig99"), /wanted the id of a figure/);
});
