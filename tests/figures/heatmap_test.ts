import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { chart as charted } from "@/figures/chart.ts";
import { contrast, rampColor, RAMPS, readableInk, tint } from "@/figures/colors.ts";
import { heatmap } from "@/figures/recipes/heatmap.ts";
import type { HeatOptions } from "@/figures/recipes/heat_panel.ts";
import { heldFigures } from "./held_figures.ts";
import { overlaps, textBoxes } from "./text_boxes.ts";

const held = heldFigures("heatmaps_held"), chart = held.of(charted);

const NAMES = [
  "GPT-4o",
  "Gemini-2.5-Pro",
  "LLaVA-NeXT-Vicuna-7B",
  ...Array.from({ length: 9 }, (_, i) => `model-with-a-name-${i}`),
];

/** A chart of cells, each a row, a column and a value. */
async function drawn(
  cells: readonly (readonly [row: string, column: string, value: number])[],
  options: Partial<HeatOptions> = {},
  width = 760,
): Promise<string> {
  const frame = pl.DataFrame(cells.map(([row, both, x]) => {
    const [group, column = group] = both.split("|");
    return { row, column, group, x };
  }));
  const recipe = heatmap({ rows: "row", columns: "column", label: "x", ...options });
  return (await chart(frame, { value: "x", keys: ["row", "column", "group"], recipe, title: "t", width }))
    .svg;
}

const grid = (rows: readonly string[], columns: readonly string[]) =>
  rows.flatMap((row, i) => columns.map((column, j) => [row, column, (i - j) / 4] as const));

const fills = (svg: string) =>
  [...svg.matchAll(/<rect[^>]*fill="(#[0-9a-f]{6})"[^>]*><title>/g)].map(([, fill]) => fill);

held.test("a heatmap of 12 × 13 is legible in a figure's width: no text on another, none too small", async () => {
  const svg = await drawn(grid(NAMES, [...NAMES, "Pomms (iv)"]));
  const boxes = await textBoxes(svg);
  assert.deepEqual(overlaps(boxes), []);
  assert.ok(boxes.length > 12 * 13 + 25);
  const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  assert.ok(Math.min(...sizes) >= 10);
});

held.test("0 is white, equal distances are equally strong, what is missing is grey; the scale is symmetric", async () => {
  const svg = await drawn([["a", "a", 2], ["a", "b", 0], ["b", "a", -2], ["b", "b", NaN]]);
  assert.deepEqual(fills(svg), ["#b2182b", "#ffffff", "#2166ac", "#eef1f4"]);
  assert.match(svg, />−2.00</);
  assert.match(svg, />–</); // the empty cell
  assert.deepEqual(fills(await drawn([["a", "a", 3], ["a", "b", -1]])), [
    rampColor(RAMPS.diverging, 1),
    rampColor(RAMPS.diverging, 1 / 3),
  ]);
});

held.test("names of columns stand upright where they fit, else slanted; constant and empty matrices have a scale", async () => {
  assert.doesNotMatch(await drawn(grid(["a"], ["LLaVA-1.5-13B", "b"])), /rotate/);
  assert.match(await drawn(grid(["a"], NAMES)), /rotate\(-45\)/);
  // One value alone is in the middle of a range, at the end of a distance from 0; 0 is white.
  const [middle, end, none] = [rampColor(RAMPS.sequential, 0.5), rampColor(RAMPS.diverging, 1), "#eef1f4"];
  const cases = [
    ...([["sequential", 0, middle], ["sequential", 0.5, middle], ["sequential", NaN, none]] as const),
    ...([["diverging", 0, "#ffffff"], ["diverging", 0.5, end], ["diverging", NaN, none]] as const),
  ];
  for (const [scale, value, fill] of cases) {
    const svg = await drawn([["a", "b", value]], { scale });
    assert.deepEqual(fills(svg), [fill], `${scale} ${value}`);
    assert.doesNotMatch(svg, /NaN/);
  }
});

held.test("numbers can be read on every colour of the ramps, washed out or not", () => {
  for (const ramp of Object.values(RAMPS)) {
    for (let share = 0; share <= 1; share += 0.01) {
      for (const pale of [1, 0.55]) {
        const ground = tint(rampColor(ramp, share), pale);
        assert.ok(contrast(readableInk(ground), ground) >= 4.5, `${ground} at ${share}`);
      }
    }
  }
  assert.equal(rampColor(["#000000", "#ffffff"], 0.5), "#808080");
});

held.hold();
