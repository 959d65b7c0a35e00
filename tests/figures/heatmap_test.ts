import assert from "node:assert/strict";
import { rampColor, RAMPS } from "@/figures/color_ramp.ts";
import { contrast, readableInk, tint } from "@/figures/colors.ts";
import type { HeatmapCell } from "@/figures/heatmap_cells.ts";
import { heatmapPanel } from "@/figures/heatmap_panel.ts";
import { composeFigure as composed } from "@/figures/compose.ts";
import { serializeSvg } from "@/figures/serialize_svg.ts";
import pl from "nodejs-polars";
import { overlaps, textBoxes } from "./text_boxes.ts";

const composeFigure = (...given: Parameters<typeof composed>) => composed(...given).svg;

const NAMES = [
  "GPT-4o",
  "Gemini-2.5-Pro",
  "LLaVA-NeXT-Vicuna-7B",
  ...Array.from({ length: 9 }, (_, i) => `model-with-a-name-${i}`),
];

function grid(rows: readonly string[], columns: readonly string[]): HeatmapCell[] {
  return rows.flatMap((row, i) => columns.map((column, j) => ({ row, column, value: (i - j) / 4 })));
}

const OPTIONS = { scale: "diverging" } as const;

Deno.test("a heatmap of 12 × 13 is legible in a figure's width: no text on another, none too small", async () => {
  const columns = [...NAMES, "Pomms (iv)"];
  const svg = await heatmapPanel(grid(NAMES, columns), { ...OPTIONS, rows: NAMES, columns });
  const figure = composeFigure({ id: "x", number: "", title: "t" }, {
    body: { kind: "panels", panels: [{ svg }], columns: 1 },
    data: pl.DataFrame({ a: [1] }),
    caption: "",
    alt: "a",
  }, ["simulated"]);
  const boxes = await textBoxes(figure);
  assert.deepEqual(overlaps(boxes), []);
  assert.ok(boxes.length > 12 * 13 + 25);
  const sizes = [...figure.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  assert.ok(Math.min(...sizes) >= 10);
});

Deno.test("0 is white, equal distances are equally strong, the diagonal is framed", async () => {
  const cells = [
    { row: "a", column: "a", value: 2 },
    { row: "a", column: "b", value: 0 },
    { row: "b", column: "a", value: -2 },
    { row: "b", column: "b", value: NaN },
  ];
  const svg = serializeSvg(await heatmapPanel(cells, { ...OPTIONS, rows: ["a", "b"], columns: ["a", "b"] }));
  const fills = [...svg.matchAll(/<rect[^>]*fill="(#[0-9a-f]{6})"/g)].map(([, fill]) => fill);
  assert.deepEqual(fills.slice(0, 4), ["#b2182b", "#ffffff", "#2166ac", "#eef1f4"]);
  assert.match(svg, />−2.00</);
  assert.match(svg, />–</); // the empty cell
  // The scale is symmetric although the values are not.
  const lopsided = serializeSvg(
    await heatmapPanel([{ row: "a", column: "a", value: 3 }, { row: "a", column: "b", value: -1 }], {
      ...OPTIONS,
      rows: ["a"],
      columns: ["a", "b"],
    }),
  );
  assert.ok(
    lopsided.includes(rampColor(RAMPS.diverging, 1)) && lopsided.includes(rampColor(RAMPS.diverging, 1 / 3)),
  );
});

Deno.test("names of columns stand upright, where need be in turn at two heights, and slanted where that is not enough", async () => {
  const rows = ["LLaVA-1.5-13B", "b"];
  const wide = serializeSvg(await heatmapPanel(grid(rows, rows), { ...OPTIONS, rows, columns: rows }));
  assert.doesNotMatch(wide, /rotate/);
  const narrow = serializeSvg(
    await heatmapPanel(grid(rows, rows), { ...OPTIONS, rows, columns: rows, width: 170 }),
  );
  // The second name stands lower, with a line from its column.
  assert.doesNotMatch(narrow, /rotate/);
  assert.match(narrow, /aria-label="link"><path d="M145.25,65L145.25,96.1"/);
  const long = ["Incomprehensibilities-of-everything", "b"];
  const slanted = await heatmapPanel(grid(long, long), { ...OPTIONS, rows: long, columns: long, width: 190 });
  assert.match(serializeSvg(slanted), /rotate\(-45\)/);
});

Deno.test("cells that are missing, twice or strange are errors, and so is an empty domain", async () => {
  const options = { ...OPTIONS, rows: ["a"], columns: ["a", "b"] };
  const one = { row: "a", column: "a", value: 1 };
  await assert.rejects(heatmapPanel([one], options), /wanted a cell for a × b/);
  await assert.rejects(heatmapPanel([one, one], options), /found a × a twice/);
  await assert.rejects(heatmapPanel([{ ...one, row: "c" }], options), /found c × a outside them/);
  await assert.rejects(heatmapPanel([], options), /at least one cell/);
  await assert.rejects(
    heatmapPanel(grid(["a"], ["a", "b"]), { ...options, domain: [1, 1] }),
    /domain of low < high/,
  );
});

Deno.test("constant and empty matrices have a scale too", async () => {
  for (const scale of ["diverging", "sequential"] as const) {
    for (const value of [0, 0.5, NaN]) {
      const svg = await heatmapPanel([{ row: "a", column: "b", value }], {
        scale,
        rows: ["a"],
        columns: ["b"],
      });
      assert.doesNotMatch(serializeSvg(svg), /NaN/);
    }
  }
});

Deno.test("numbers can be read on every colour of the ramps, washed out or not", () => {
  for (const ramp of Object.values(RAMPS)) {
    for (let share = 0; share <= 1; share += 0.01) {
      for (const pale of [1, 0.4]) {
        const ground = tint(rampColor(ramp, share), pale);
        assert.ok(contrast(readableInk(ground), ground) >= 4.5, `${ground} at ${share}`);
      }
    }
  }
  assert.equal(rampColor(["#000000", "#ffffff"], 0.5), "#808080");
});

Deno.test("columns named in two lines have two levels of names: a group's once, in the middle below its columns", async () => {
  const rows = ["r"], columns = ["5%\n0.5", "5%\n0.9", "20%\n0.5", "20%\n0.9"];
  const svg = await heatmapPanel(grid(rows, columns), {
    ...OPTIONS,
    rows,
    columns,
    columnTitle: "share\naccuracy",
  });
  const figure = composeFigure({ id: "x", number: "", title: "t" }, {
    body: { kind: "panels", panels: [{ svg }], columns: 1 },
    data: pl.DataFrame({ a: [1] }),
    caption: "",
    alt: "a",
  }, ["simulated"]);
  const boxes = await textBoxes(figure);
  assert.deepEqual(overlaps(boxes), []);
  const of = (name: string) => boxes.filter(({ text }) => text === name);
  const middle = ({ left, right }: { left: number; right: number }) => (left + right) / 2;
  assert.deepEqual(["5%", "20%", "0.5", "0.9", "share", "accuracy"].map((name) => of(name).length), [
    1,
    1,
    2,
    2,
    1,
    1,
  ]);
  assert.ok(Math.abs(middle(of("5%")[0]) - (middle(of("0.5")[0]) + middle(of("0.9")[0])) / 2) < 1);
  assert.ok(of("5%")[0].top > of("0.5")[0].bottom && Math.abs(of("share")[0].top - of("5%")[0].top) < 2);
});
