import assert from "node:assert/strict";
import { darkTheme } from "@/figures/dark_theme.ts";
import { type FigureId, figures } from "@/figures/registry.ts";
import { figureRenderer } from "@/figures/render_figure.ts";

/** Charts that are still drawn by hand. */
const OPEN = /^(mm-judgebias-(fig[45]|leaderboard|integrality-robustness)|site-(sunburst|difficulty))\b/;

const entity = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** What the marks of a picture say: all titles but that of the whole. */
const tipsOf = (svg: string) => [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => entity(text));

Deno.test("every chart's marks say value and source: as many as there are numbers, or a curve's ends", async () => {
  const render = figureRenderer();
  const silent: string[] = [];
  for (const { id, available } of figures.filter(({ kind }) => kind === "chart")) {
    const { svg, data } = await render(id);
    const tips = tipsOf(svg);
    const known =
      (data.columns.includes("value") ? data.getColumn("value").toArray() : []) as (number | null)[];
    const numbers = known.filter((value) => value !== null && !Number.isNaN(value)).length;
    if (tips.length === 0) silent.push(`${id} (${available.join()})`);
    const vague = tips.find((tip) =>
      !/(?:\d|no number).*\((?:.*; )?(published|computed from published|simulated|results)\)/s.test(tip) ||
      /NaN|undefined|\[object/.test(tip)
    );
    if (vague !== undefined) silent.push(`${id}: ${vague}`);
    if (tips.length > 2 * Math.max(numbers, data.height)) {
      silent.push(`${id}: ${tips.length} marks of ${numbers} numbers`);
    }
  }
  assert.deepEqual(silent.filter((one) => !OPEN.test(one)), []);
});

Deno.test("dark: a drawing that stands for a picture keeps its colours, dimmed; all around it is turned round", () => {
  const scene = '<g clip-path="url(#scene-a)"><g><rect fill="#ffffff"/></g><rect fill="#1c2733"/></g>';
  const dark = darkTheme(
    `<svg><rect fill="#ffffff"/>${scene}<text fill="#1c2733">a</text><image href="data:image/png;base64,#ffffff"/></svg>`,
  );
  assert.ok(dark.includes(scene.slice(3)), dark);
  assert.match(dark, /<g opacity="0\.85" clip-path/);
  assert.match(dark, /<image opacity="0\.85" href="data:image\/png;base64,#ffffff"\/>/);
  assert.equal(dark.match(/#ffffff/g)!.length, 2, dark);
  assert.ok(!dark.endsWith('<text fill="#1c2733">a</text></svg>'));
});

Deno.test("ids of all papers are types: a wrong one does not compile", () => {
  const ids: FigureId[] = ["birch-fig3", "philautia-figD", "multi-crit-table12", "real-order"];
  // @ts-expect-error -- there is no such figure
  const wrong: FigureId = "philautia-fig99";
  const all = figures.map(({ id }) => id);
  assert.ok(ids.every((id) => all.includes(id)) && !all.includes(wrong));
});
