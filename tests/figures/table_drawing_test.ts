import assert from "node:assert/strict";
import { drawTable as drawn } from "@/figures/table_drawing.ts";
import type { TableDrawing } from "@/figures/figure_spec.ts";
import { neighbours } from "@/figures/table_layout.ts";
import { layoutTable as laid } from "@/figures/table_layout.ts";
import { textWidth } from "@/figures/text_width.ts";
import { heldFigures } from "./held_figures.ts";
import given from "./table_drawing.json" with { type: "json" };

const held = heldFigures("tables_held"), [drawTable, layoutTable] = [held.of(drawn), held.of(laid)];

const table = given as TableDrawing, { columns } = table;

/** Left and right end of every text of a drawn table. */
function texts(svg: string): { text: string; left: number; right: number; y: number }[] {
  return [...svg.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)"([^>]*)>(.*?)<\/text>/g)].map(
    ([, x, y, rest, inner]) => {
      const text = inner.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<");
      const size = Number(/font-size="([\d.]+)"/.exec(rest)![1]);
      const width = textWidth(text, size, { bold: rest.includes("bold") });
      const shift = rest.includes('"end"') ? width : rest.includes('"middle"') ? width / 2 : 0;
      return { text, left: Number(x) - shift, right: Number(x) - shift + width, y: Number(y) };
    },
  );
}

held.test("no text of a table overlaps another or leaves the table", () => {
  const { svg, height } = drawTable(table, 500);
  const all = texts(svg);
  const { width } = layoutTable(table, 500);
  assert.ok(all.length > 20);
  for (const one of all) {
    assert.ok(one.left >= -0.01 && one.right <= width + 0.01 && one.y < height, `${one.text} is inside`);
    for (const other of all) {
      if (one === other || Math.abs(one.y - other.y) > 10) continue;
      assert.ok(
        one.right <= other.left + 0.1 || other.right <= one.left + 0.1,
        `${one.text} over ${other.text}`,
      );
    }
  }
});

held.test("rules and columns are as wide as the room; where numbers stand far from their names lines lead there", () => {
  const narrow = { columns: columns.slice(0, 2), rows: [{ cells: { judge: "a", ids: "85.3" } }] };
  const { width, left, right, ruled } = layoutTable(narrow, 600);
  assert.equal(left[0], width - right[1]);
  assert.deepEqual([width, ruled, layoutTable(narrow, 200).ruled], [600, true, false]);
  const ends = [...drawTable(narrow, 600).svg.matchAll(/x2="([\d.]+)"/g)].map(([, end]) => Number(end));
  assert.ok(Math.abs(Math.max(...ends) - width) < 0.01);
});

held.test("neighbours: columns with the same heading side by side, apart from those without", () => {
  assert.deepEqual(neighbours([undefined, "A", "A", "B"]), [
    { name: "A", from: 1, to: 2 },
    { name: "B", from: 3, to: 3 },
  ]);
  assert.deepEqual(neighbours(["A", undefined, "A"]), [
    { name: "A", from: 0, to: 0 },
    { name: "A", from: 2, to: 2 },
  ]);
  assert.deepEqual(neighbours([]), []);
});

held.test("a table without rows, a column without cells", () => {
  assert.ok(drawTable({ columns, rows: [] }, 500).height > 40);
  assert.ok(drawTable({ columns, rows: [{ cells: {} }] }, 500).height > 60);
});

held.test("where room is short, texts wrap and numbers do not", () => {
  const judge = "some-organisation/A-Model-With-A-Long-Name-Instruct-v0.3";
  const long: TableDrawing = {
    columns: columns.slice(0, 3),
    rows: [{ cells: { judge, ids: "85.3", cds: "26.3" } }],
  };
  const { rows: [{ cells: [name, ids] }], width } = layoutTable(long, 300);
  assert.deepEqual(name.lines, ["some-organisation/A-", "Model-With-A-Long-Name-", "Instruct-v0.3"]);
  assert.deepEqual(ids.lines, ["85.3"]);
  assert.ok(width <= 300.5);
  const all = texts(drawTable(long, 300).svg);
  assert.ok(all.every(({ right }) => right <= width));
});

held.test("a table that does not fit says so", () => {
  assert.throws(() => drawTable(table, 150), (error: Error) => {
    assert.ok(error instanceof RangeError);
    assert.match(error.message, /wanted at most 150 pixels, found \d+: draw fewer columns, or shorter texts/);
    return true;
  });
});

held.hold();
