import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { chart as charted } from "@/figures/chart.ts";
import { composeFigure as composed } from "@/figures/compose.ts";
import { contrast, familyColor, luminance, QUANTITY_COLOR, seriesColor, tint } from "@/figures/colors.ts";
import { bars, dots, dumbbells, intervals } from "@/figures/recipes/rows.ts";
import { curves, slopes } from "@/figures/recipes/curves.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import type { Recipe } from "@/figures/recipes/recipe.ts";
import { scatter } from "@/figures/recipes/scatter.ts";
import { table } from "@/figures/recipes/table.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import type { TableDrawing } from "@/figures/figure_spec.ts";
import { INK } from "@/figures/theme.ts";
import { latexOfTable } from "@/figures/booktabs.ts";
import { type Value, valueOf } from "@/figures/values/value.ts";
import { rasterized } from "@/figures/render_pdf.ts";
import { jsonLines } from "../judge/study.ts";
import { heldFigures } from "./held_figures.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

const held = heldFigures("recipes_held"), [chart, composeFigure] = [held.of(charted), held.of(composed)];

/** A metric frame with a hostile name, an estimate without interval, and one that could not be computed. */
const frame = pl.DataFrame({
  judge: ["a", "a", "b & <c>", "b & <c>", "a judge with quite a long name"],
  image: [true, false, true, false, true],
  n: [40, 38, 41, 12, 0],
  ib: [0.31, 0.352, -0.02, 0.5, NaN],
  low: [0.2, 0.25, -0.15, null, null],
  high: [0.42, 0.45, 0.11, null, null],
  share: [0.1, 0.2, 0.3, 0.4, 0.5],
});

const text = (svg: string) => svg.replace(/<(title|desc)[^>]*>.*?<\/\1>/g, "").replace(/<[^>]*>/g, " ");

/** A picture of values, and where its texts stand. */
async function drawnOf(values: Parameters<Recipe>[0], recipe: Recipe) {
  const { body } = await recipe(values, { width: 600 });
  const data = pl.DataFrame({ a: [1] }), words = { id: "x", number: "", title: "t" };
  const { svg } = composeFigure(words, { body, data, caption: "", alt: "a", width: 600 }, ["results"]);
  return { svg, boxes: await textBoxes(svg) };
}

/** A value of results. */
const of = (keys: Value["keys"], quantity: string, value: number, more: Partial<Value> = {}) =>
  valueOf({ keys, quantity, value, provenance: "results", ...more });

const RECIPES: Record<string, Recipe> = {
  dots: dots({ series: "image", unit: "points", label: "IB (points)" }),
  bars: bars({ series: "image", unit: "points" }),
  intervals: intervals({ series: "image" }),
  dumbbells: dumbbells({ series: "image", from: "false", to: "true", unit: "points" }),
  table: table({ rows: ["judge", "image"], columns: [{ label: "IB", quantity: "ib" }] }),
  heatmap: heatmap({ rows: "judge", columns: "image", label: "IB", unit: "points", decimals: 1 }),
  slopes: slopes({ x: "image", conditions: ["true", "false"], y: { label: "IB" } }),
  curves: curves({ series: "image", x: { of: "share", label: "share" }, y: { label: "IB" } }),
};

for (const [name, recipe] of Object.entries(RECIPES)) {
  held.test(`${name} of one's own metric frame: names, numbers, badge; nothing overlaps, nothing is NaN`, async () => {
    for (const width of [760, 620]) {
      const { svg, data } = await chart(frame, {
        ...{ value: "ib", more: ["share"], title: "My judges" },
        ...{ provenance: "results", recipe, width } as const,
      });
      assert.match(svg, new RegExp(`width="${width}"`));
      assert.doesNotMatch(svg, /NaN|undefined|\[object/);
      assert.match(svg, />results<\/text>/);
      const said = /No estimate, and so no mark, for 1 of 5 rows: a judge with quite a long name · true\./;
      assert.match(text(svg), said);
      if (name !== "curves") assert.ok(text(svg).includes("b &amp; &lt;c&gt;"), text(svg));
      if (!["intervals", "curves", "slopes"].includes(name)) assert.ok(text(svg).includes("−2.0"), text(svg));
      assert.deepEqual(overlaps(await textBoxes(svg)), []);
      assert.deepEqual([data.height, data.columns.slice(0, 3)], [5, ["judge", "image", "quantity"]]);
    }
  });
}

held.test("without a width a table is as wide as it need be, and another chart as wide as the page", async () => {
  const two = frame.head(2), words = { title: "My judges", provenance: "results" } as const;
  const width = async (recipe: Recipe) =>
    Number(/width="(\d+)"/.exec((await chart(two, { value: "ib", recipe, ...words })).svg)![1]);
  assert.ok(await width(RECIPES.table) < 500);
  assert.equal(await width(RECIPES.dots), 760);
});

held.test("every mark says what it is when one points at it", async () => {
  const said = [pl.lit("few pairs").alias("warning"), pl.lit("95%").alias("interval")];
  const { svg } = await chart(frame.withColumns(...said), {
    ...{ value: "ib", n: ["n"], recipe: RECIPES.dots, title: "t", provenance: "simulated" } as const,
  });
  assert.match(svg, /5 of 5 rows have warnings, one of them \(a · true\): few pairs\./);
  assert.ok(
    svg.includes(
      "<title>a, true, informativeness bias: 31.0 (95% interval 20.0 to 42.0; n = 40; simulated)</title>",
    ),
    svg,
  );
});

held.test("colours: text on white has 4.5:1, pairs that stand together can be told apart in grey", () => {
  for (const ink of [INK.text, INK.soft]) assert.ok(contrast(ink, INK.paper) >= 4.5, ink);
  for (const [a, b] of [["IB", "LB"], ["IDS", "CDS"], ["image", "no_image"], ["base", "birch"]]) {
    const ratio = contrast(QUANTITY_COLOR[a], QUANTITY_COLOR[b]);
    assert.ok(ratio >= 1.7, `${a} against ${b}: ${ratio.toFixed(2)}`);
  }
  const models =
    "GPT-4o Gemini Claude LLaVA Llama Qwen InternVL Phi-4 Gemma DeepSeek Molmo Eagle Pixtral GLM Pomms".split(
      " ",
    );
  for (const model of models) {
    const color = familyColor(model);
    assert.ok(color !== null && contrast(color, INK.paper) >= 4.5, `${model}: ${color}`);
  }
  assert.equal(seriesColor("GPT-4o", 0), seriesColor("gpt-5-mini", 4));
  assert.notEqual(seriesColor("LLaVA-1.6-34B", 0), seriesColor("Llama-3.2-Vision-90B", 0));
  assert.ok(luminance(tint("#0b4f8a")) > 0.6, "simulated marks are pale");
  assert.equal(luminance("#0a0a0a"), 10 / 255 / 12.92, "sRGB below 0.04045 is linear");
});

held.test("for a manuscript: without title, badge and caption, and in another width", async () => {
  const whole = await renderFigure("birch-fig1");
  const bare = await renderFigure("birch-fig1", { title: false, caption: false, badge: false, width: 620 });
  assert.match(whole.svg, />published<\/text>/);
  assert.doesNotMatch(bare.svg, />published<\/text>/);
  assert.ok(!text(bare.svg).includes("Figure 1") && !text(bare.svg).includes("Accuracy falls"));
  assert.match(bare.svg, /^<svg [^>]*width="620"/);
  const own = await renderFigure("birch-fig1", { title: "Mine" });
  assert.ok(text(own.svg).includes("Mine") && !text(own.svg).includes("Figure 1"));
});

held.test("ranks have no places between them: ticks are whole numbers, fractions keep theirs", async () => {
  const ticksOf = async (unit: "number" | "percent", high: number) => {
    const { svg } = await chart(
      pl.DataFrame({ judge: ["a", "b"], rank: [1, 2], rank_low: [1, 1], rank_high: [high, high], n: [5, 5] }),
      {
        ...{ value: "rank", keys: ["judge"], title: "t" },
        recipe: intervals({ unit, decimals: unit === "number" ? 0 : 1, reach: [1] }),
        provenance: "simulated",
      },
    );
    return [...svg.matchAll(/>(\d+(?:\.\d+)?)</g)].map(([, text]) => text);
  };
  assert.deepEqual(await ticksOf("number", 3), ["1", "2", "3"]);
  assert.deepEqual(await ticksOf("number", 2), ["1", "2"]);
  assert.ok((await ticksOf("percent", 3)).length > 3);
});

held.test("a series of which only bounds are known has a bar in the legend, not a mark that is nowhere drawn", async () => {
  const known = of({ judge: "a" }, "IB", 0.4, { provenance: "published" });
  const ends = { low: 0.1, high: 0.3, interval: "bounds", provenance: "computed from published" } as const;
  const bounded = of({ judge: "a" }, "LB", NaN, ends);
  const legend = async (...values: Parameters<Recipe>[0]) =>
    (await dots({ rows: "judge" })(values, { width: 760 })).legend ?? [];
  const glyphs = async (...values: Parameters<Recipe>[0]) =>
    (await legend(...values)).map(({ glyph }) => glyph);
  // Its own bar says what it is: a grey one beside it would be a colour that is nowhere drawn.
  assert.deepEqual(await glyphs(known, bounded), ["dot", "bounds"]);
  assert.match((await legend(known, bounded))[1].label, /, bounds$/);
  const other = { ...bounded, keys: { judge: "b" }, value: 0.2, interval: null, low: NaN, high: NaN };
  assert.deepEqual(await glyphs(known, bounded, other), ["dot", "rhombus", "bounds"]);
});

held.test("where one bound is known an arrow leads away from it, as the legend's does", async () => {
  const bound = (judge: string, low: number, high: number) =>
    of({ judge }, "ib", NaN, { low, high, interval: "bounds" });
  const values = [bound("below", -Infinity, 0.3), bound("above", 0.2, Infinity), bound("far", 0, 0.9)];
  const recipe = dots({ label: "IB" }), { legend } = await recipe(values, { width: 600 });
  assert.deepEqual(legend?.map(({ label, glyph }) => [label, glyph]), [
    ["between these bounds", "bounds"],
    ["somewhere below this bound", "below"],
    ["somewhere above this bound", "above"],
  ]);
  const { svg } = await drawnOf(values, recipe);
  const arrows = /aria-label="arrow".*?<\/g>/s.exec(svg)![0];
  const [below, above] = [...arrows.matchAll(/d="M([\d.]+),[\d.]+L([\d.]+),/g)]
    .map(([, from, to]) => [Number(from), Number(to)]);
  assert.ok(below[1] < below[0] && above[1] > above[0], arrows);
  assert.ok(below[0] - above[0] > 20, "it begins at its bound");
  assert.ok([below, above].every(([from, to]) => Math.abs(to - from) < 20), "and says no more than the side");
});

held.test("rows of several panels are in the order of the first one", async () => {
  const found = [["x", "a", 0.2], ["x", "b", 0.3], ["y", "a", 0.9], ["y", "b", 0.1], ["y", "c", 1]] as const;
  const values = found.map(([benchmark, judge, value]) => of({ benchmark, judge }, "ib", value));
  const recipe = dots({ panels: "benchmark", sort: true });
  const { boxes } = await drawnOf(values, recipe);
  const rows = boxes.filter(({ text }) => /^[abc]$/.test(text)).sort((a, b) => a.top - b.top);
  assert.deepEqual(rows.map(({ text }) => text), ["b", "a", "c"]);
});

held.test("a key looks as the marks of its series: pale where these are all simulated", async () => {
  const value = (quantity: string, provenance: "published" | "simulated") =>
    of({ judge: "a" }, quantity, 0.5, { provenance });
  const keys = async (recipe: Recipe, ...values: Parameters<Recipe>[0]) =>
    ((await recipe(values, { width: 400 })).legend ?? []).map(({ label, fill = 1 }) => [label, fill < 1]);
  const pale = [value("x", "simulated"), value("y", "simulated")];
  assert.deepEqual(await keys(dots({}), ...pale), [["x", true], ["y", true]]);
  assert.deepEqual(
    await keys(dots({}), value("x", "published"), value("y", "simulated")),
    [["x", false], ["y", true], ["simulated", true]],
  );
  const axes = { x: { quantity: "x", label: "x" }, y: { quantity: "y", label: "y" } };
  const sides = { below: "less", above: "more" };
  assert.deepEqual((await keys(scatter({ ...axes, sides }), ...pale)).slice(0, 2).map(([, is]) => is), [
    true,
    true,
  ]);
});

held.test("a joined mark never hides its partner, where both values are the same too", async () => {
  const [first, second] = ["#0b4f8a", "#e08a2e"];
  const drawn = async (values: readonly [number, number], shown: readonly number[] = [0, 1]) => {
    const { svg } = await chart(
      pl.DataFrame({
        judge: shown.map(() => "a"),
        which: shown.map((i) => "pq"[i]),
        n: shown.map(() => 5),
        x: shown.map((i) => values[i]),
      }),
      {
        value: "x",
        keys: ["judge", "which"],
        recipe: dumbbells({
          ...{ series: "which", from: "p", to: "q", reach: [0, 100], numbers: false },
          ...{ order: { series: ["p", "q"] }, colors: { p: first, q: second } },
        }),
        ...{ title: "t", provenance: "results" } as const,
      },
    );
    // Without legend, title and numbers: what is left of a colour are its marks.
    const body = svg.replace(/<text.*?<\/text>/g, "").replace(
      /<(circle|path)(?=[^>]*fill="#)[^>]*\/>(?=.*<svg)/g,
      "",
    );
    const { data, info } = await (await rasterized(body)).raw().toBuffer({ resolveWithObject: true });
    const counts = [first, second].map(() => 0);
    for (let at = 0; at < data.length; at += info.channels) {
      [first, second].forEach((color, c) => {
        if (
          [1, 3, 5].every((from, i) =>
            Math.abs(parseInt(color.slice(from, from + 2), 16) - data[at + i]) < 24
          )
        ) {
          counts[c]++;
        }
      });
    }
    return counts;
  };
  const whole = await drawn([0.2, 0.8]);
  assert.ok(whole.every((count) => count > 150), String(whole));
  for (const pair of [[0.5, 0.5], [0.5, 0.501], [0.508, 0.5], [0.5, 0.52]] as const) {
    const seen = await drawn(pair);
    seen.forEach((count, i) => assert.ok(count > 0.4 * whole[i], `${pair}: ${seen} of ${whole}`));
  }
});

held.test("a bar leads from mark to mark on the line of its row, and there is none where some row of the panel has intervals: its marks stand above each other; what is missing is a dash; Δ says where it is not the difference of the numbers beside it", async () => {
  const value = (judge: string, quantity: string, x: number, half = 0.1) =>
    of({ judge }, quantity, x, { low: x - half, high: x + half });
  const found = [["far", "p", 0.2], ["far", "q", 0.8], ["near", "p", 0.5], ["near", "q", 0.55]] as const;
  const values = found.map(([judge, quantity, x]) => value(judge, quantity, x));
  const recipe = dumbbells({ from: "p", to: "q", decimals: 0 });
  /** How far marks of each row stand off its line, as its bar leads from one to the other. */
  const heights = async (some: readonly Value[]) => {
    const { svg } = await drawnOf(some, recipe);
    const [, links = ""] = /<g[^>]*stroke-opacity="0.5"[^>]*>(.*?)<\/g>/s.exec(svg) ?? [];
    const [, lines] = /<g[^>]*stroke="#eef1f4"[^>]*>(.*?)<\/g>/s.exec(svg)!;
    const rows = [...lines.matchAll(/y1="([\d.]+)"/g)].map(([, y]) => Number(y));
    const bars = [...links.matchAll(/M[\d.]+,([\d.]+)L[\d.]+,([\d.]+)/g)].map((bar) => bar.map(Number));
    return bars.map(([, from, to], r) => [from - rows[r], to - rows[r]]);
  };
  assert.deepEqual(await heights(values), []);
  const bare = values.map((one) => value(one.keys.judge, one.quantity, one.value, NaN));
  assert.deepEqual(await heights(bare), [[0, 0], [0, 0]]);
  assert.deepEqual(await heights([...values.slice(0, 2), ...bare.slice(2)]), []);
  const { svg } = await drawnOf(values.slice(0, 2), recipe);
  const colored = [...svg.matchAll(/<line stroke="#\w+" y2="([\d.]+)"/g)].map(([, y]) => Number(y));
  assert.equal(colored[1] - colored[0], 10, "two intervals, one above the other");
  const { boxes } = await drawnOf(values.slice(0, 3), recipe);
  assert.equal(boxes.filter(({ text }) => text === "–").length, 2, "the other value, and Δ");
});

held.test("without a line across rows there is none, also where all marks are one series", async () => {
  const value = of({ judge: "a" }, "x", 0.4);
  assert.doesNotMatch((await drawnOf([value], dots({ series: [] }))).svg, /stroke="#cc3311"/);
});

held.test("an axis shows nothing beyond what can be: shares end at 100%", async () => {
  const values = [0.4, 1].map((x, i) => of({ judge: "ab"[i] }, "x", x));
  for (const recipe of [dots({ reach: [0, 100] }), bars({})]) {
    const { body } = await recipe(values, { width: 700 });
    const markup = body.kind === "panels" ? body.panels[0].svg.outerHTML : "";
    const ticks = [...markup.matchAll(/>(\d+)<\/text>/g)].map(([, tick]) => Number(tick));
    assert.equal(Math.max(...ticks), 100);
  }
});

held.test("ends of curves: numbers rounded as everywhere, never −0.0, at places by their names", async () => {
  const ends = [[-0.0002, "percent", 1, "0.0"], [1.005, "number", 2, "1.01"]] as const;
  for (const [last, unit, decimals, want] of ends) {
    const { svg } = await chart(pl.DataFrame({ judge: ["a", "a"], which: ["p", "q"], x: [0.5, last] }), {
      value: "x",
      recipe: slopes({
        ...{ x: "which", conditions: ["p", "q"], series: "judge", y: { label: "y" }, unit, decimals },
      }),
      title: "t",
    });
    assert.match(svg, new RegExp(`at p to ${want} at q .*>${want}  a<`, "s"));
  }
});

held.test("a legend names the ends of a heatmap's colours, not others near them", async () => {
  for (const [end, want] of [[3.25, "3.25"], [0.4, "0.40"], [43.27, "43"]] as const) {
    const { legend } = await heatmap({ rows: "judge", columns: "to", label: "x" })(
      [of({ judge: "a", to: "b" }, "x", end)],
      { width: 400 },
    );
    assert.deepEqual(legend![0].ramp!.high, want);
  }
});

held.test("intervals in cells stay within them, whatever the number of columns", async () => {
  const columns = Array.from({ length: 30 }, (_, i) => `author ${i}`);
  for (const count of [10, 13, 30]) {
    const { svg } = await chart(
      pl.DataFrame(
        columns.slice(0, count).map((to) => ({ judge: "a", to, x: 7.25, low: -10.25, high: 10.5 })),
      ),
      {
        value: "x",
        recipe: heatmap({ rows: "judge", columns: "to", label: "x", intervals: true }),
        title: "t",
      },
    );
    assert.deepEqual(overlaps(await textBoxes(svg)), []);
  }
});

held.test("a table writes the ends of intervals behind its numbers, in LaTeX too", async () => {
  const ranges = [[0.5, 0.4, 0.6], [0.5, 0.4002, 0.6001], [1, 0.712, 1], [0.8167, 0.709, 0.891], [0, 0, 0]];
  const tableOf = (ranges: number[][], below = false) =>
    table({ columns: [{ label: "Acc", quantity: "acc" }], below })(
      ranges.map(([value, low, high], i) =>
        of({ judge: "abcde"[i] }, "acc", value, { low, high, interval: "95%" })
      ),
      { width: 600, own: true },
    ).then(({ body }) => (body as Extract<typeof body, { kind: "table" }>).table);
  const notes = ({ rows }: TableDrawing) => rows.map(({ cells }) => Object(Object.values(cells)[1]).note);
  const made = await tableOf(ranges);
  const ends = ["40.0, 60.0", "40.0, 60.0", "71.2, 100.0", "70.9, 89.1", "0.0, 0.0"];
  assert.deepEqual(notes(made), ends.map((both) => `[${both}]`));
  const below = await tableOf(ranges.slice(2), true);
  assert.equal(Object(Object.values(below.rows[0].cells)[1]).text, "100.0\n[71.2, 100.0]");
  const tex = latexOfTable(made, { label: "l", sources: [] });
  assert.match(tex, /100\.0\S* \{\\footnotesize \[71\.2, 100\.0\]\} \\\\/);
  // Where there is no room beside the numbers, the ends stand below them.
  const names = [..."abcdef"];
  const { svg } = await chart(
    pl.DataFrame(
      names.map((which) => ({ judge: "a quite long name", which, x: 0.75, low: 0.512, high: 0.781 })),
    ),
    {
      ...{ value: "x", keys: ["judge", "which"], title: "t" },
      recipe: table({
        ...{ unit: "number", decimals: 3 },
        columns: names.map((which) => ({ label: which, quantity: "x", keys: { which } })),
      }),
    },
  );
  const boxes = await textBoxes(svg);
  assert.equal(boxes.filter(({ text }) => text === "[0.512, 0.781]").length, 6);
  assert.deepEqual(overlaps(boxes), []);
  // What is shorter keeps the room of the longest: numbers end at one place.
  assert.match(tex, /50\.0\S*\\rlap\{ \{\\footnotesize \[40\.0, 60\.0\]\}\}\\phantom\{ .*71\.2/);
});

held.test("a chart refuses what it would hide: forgotten keys, misspelt options, columns and units", async () => {
  const rows = ["ap", "aq", "bp", "bq"].map(([judge, prompt], i) => ({
    ...{ judge, prompt, ib: (i + 1) / 10, share: 1 },
  }));
  const twice = pl.DataFrame(rows);
  const draw = (recipe: Recipe, keys?: string[]) =>
    chart(twice, { value: "ib", keys, more: ["share"], recipe, title: "t" });
  const recipes = { bars, curves, dots, dumbbells, heatmap, intervals, table };
  for (const { recipe, options, keys, words } of jsonLines("tests/figures/wrong_charts.jsonl")) {
    const drawn = async () => await draw(recipes[recipe as "dots"](options), keys);
    await assert.rejects(drawn, new RegExp(words), words);
  }
  await draw(dots({ series: "prompt" }));
});

held.test("slopes: an option that it does not know is named, with the nearest", () => {
  const options = { x: "image", condition: ["true", "false"] } as unknown as Parameters<typeof slopes>[0];
  assert.throws(() => slopes(options), /slopes: .*condition \(is it conditions\?\)/);
});

held.test("intervals of several curves at one place stand beside each other", async () => {
  const one = { quantity: "mean", value: 0.5, low: 0.4, high: 0.6, n: 9, more: { share: 1 } };
  const judges = ["a", "b"].map((judge) => valueOf({ ...one, keys: { judge }, provenance: "results" }));
  const marks = { when: () => true, label: "mean" };
  const recipe = curves({ x: { of: "share", label: "x" }, y: { label: "y" }, marks });
  const drawn = JSON.stringify((await recipe(judges, { width: 600 })).body);
  const moves = [...drawn.matchAll(/translate\((-?[\d.]+),\s*0\)/g)].map(([, dx]) => Number(dx));
  const intervals = drawn.match(/"95% interval",2,"aria-label","rule",1,"line"/g)?.length;
  assert.deepEqual([moves.includes(-3) && moves.includes(3), intervals], [true, 2], moves.join());
});

held.test("rows of two keys are ordered by one of them or by both", async () => {
  const judges = ["alpha", "gamma"], conditions = ["plain", "careful"];
  const rows = judges.flatMap((judge) => conditions.map((condition) => ({ judge, condition, ib: 0.1 })));
  const drawn = async (options: Parameters<typeof dots>[0]) => {
    const recipe = dots({ rows: ["judge", "condition"], ...options });
    return text((await chart(pl.DataFrame(rows), { value: "ib", recipe, title: "t" })).svg);
  };
  assert.match(await drawn({ order: { rows: ["gamma"] } }), /gamma.*alpha/s);
  assert.match(await drawn({ order: { rows: ["careful"] } }), /careful.*plain.*careful.*plain/s);
  assert.match(await drawn({ order: { rows: ["gamma · careful"] } }), /careful.*plain.*plain.*careful/s);
  assert.throws(() => slopes({ x: "condition", conditions } as never), /slopes: wanted y by name, found/);
});

held.hold();
