import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { composeFigure as composed } from "@/figures/compose.ts";
import type { Drawing, LegendEntry } from "@/figures/figure_spec.ts";
import { plotDocument, themedPlot } from "@/figures/plot_document.ts";
import { PADDING, WIDTH } from "@/figures/theme.ts";
import { heldFigures } from "./held_figures.ts";
import { inkOf } from "./pixels.ts";

const held = heldFigures("composed_held");

const compose = held.of(composed);
const composeFigure = (...given: Parameters<typeof composed>) => compose(...given).svg;

const ROWS = [
  { judge: "a", value: 59, low: 56, high: 62, provenance: "published" as const },
  { judge: "b", value: -4.5, low: -6, high: -3, provenance: "simulated" as const },
];

const ENDS = { low: "0", high: "12" };

async function chart(width = 300): Promise<Drawing> {
  const svg = await themedPlot((Plot) => ({
    width,
    height: 150,
    y: { label: "Bias (points)", labelArrow: false },
    marks: [
      Plot.barY(ROWS, { x: "judge", y: "value", fill: "#b04a00" }),
      Plot.ruleX(ROWS, { x: "judge", y1: "low", y2: "high" }),
    ],
  }));
  return {
    body: { kind: "panels", panels: [{ title: "One & only (n = 2)", svg }], columns: 1 },
    legend: [
      { label: "IB", color: "#b04a00" },
      { label: "simulated", color: "#b04a00", glyph: "dot", fill: 0.22 },
      { label: "95% interval", color: "#000000", glyph: "range" },
      {
        label: "a scale",
        color: "#000000",
        glyph: "ramp",
        ramp: { ...ENDS, colors: ["#ffffff", "#b04a00"] },
      },
    ],
    data: pl.DataFrame(ROWS),
    caption: "Bars of Acc_{IDS} − Acc_{CDS}.",
    footnotes: ["A note."],
    alt: "Two bars <of> bias.",
  };
}

const spec = { id: "test-fig1", number: "Figure 1", title: "Bias of Φ\u0303 & others" };

held.test("the bytes do not depend on what was drawn before", async () => {
  const first = composeFigure(spec, await chart(), ["published"]);
  await chart(200);
  assert.equal(composeFigure(spec, await chart(), ["published"]), first);
});

held.test("one standalone SVG with a name and a description for screen readers", async () => {
  const svg = composeFigure(spec, await chart(), ["published", "simulated"]);
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="760"/);
  assert.match(svg, /role="img" aria-labelledby="test-fig1-title test-fig1-desc"/);
  assert.match(svg, /<title id="test-fig1-title">Figure 1 · Bias of Φ &amp; others<\/title>/);
  assert.match(svg, /<desc id="test-fig1-desc">Two bars &lt;of&gt; bias\.<\/desc>/);
  assert.ok(svg.includes(">published + simulated</text>"));
});

held.test("the badge says where the numbers come from; simulated colours it; no numbers, no badge", async () => {
  const drawing = await chart();
  const badge = (sources: Parameters<typeof composeFigure>[2]) => {
    const svg = composeFigure(spec, drawing, sources);
    return /<rect [^>]*rx="10" fill="([^"]+)"/.exec(svg)?.[1];
  };
  assert.equal(badge(["published"]), "#e3f3ea");
  assert.equal(badge(["results"]), "#e2edf8");
  assert.equal(badge(["simulated"]), "#fdf0d9");
  assert.equal(badge(["published", "simulated"]), "#fdf0d9");
  assert.equal(badge([]), undefined);
});

held.test("nothing is clipped: long titles, legends, captions, words and panel names keep the margin free", async () => {
  const drawing = await chart(WIDTH - 2 * PADDING);
  const long = "An endless/sequence/of/letters/without/any/space/".repeat(4);
  const words = "many words of a caption that needs more than a line ".repeat(5);
  const line = { label: long, color: "#3aa58a", glyph: "line" } as const;
  const legend: LegendEntry[] = [{ label: words, color: "#b04a00" }, line];
  assert.ok(drawing.body.kind === "panels");
  drawing.body.panels[0].title = words;
  const svg = composeFigure({ ...spec, title: words + long }, {
    ...drawing,
    legend,
    caption: words + long,
    footnotes: [long, words],
  }, ["published", "simulated"]);
  const ink = await inkOf(svg);
  const margin = 2 * PADDING - 8;
  assert.ok(ink.left >= margin, `left ${ink.left}`);
  assert.ok(ink.right < ink.width - margin, `right ${ink.right} of ${ink.width}`);
  assert.ok(ink.bottom < ink.height - 8, `bottom ${ink.bottom} of ${ink.height}`);
});

held.test("panels: too wide a chart and anything but an svg are refused", async () => {
  const wide = await chart(WIDTH);
  const said = /wanted panels of at most 720 pixels, found 760/;
  assert.throws(() => composeFigure(spec, wide, ["published"]), said);
  const figure = (await plotDocument()).createElement("figure") as unknown as HTMLElement;
  const body = { kind: "panels" as const, panels: [{ svg: figure }], columns: 1 };
  assert.throws(() => composeFigure(spec, { ...wide, body }, ["published"]), TypeError);
});

held.hold();
