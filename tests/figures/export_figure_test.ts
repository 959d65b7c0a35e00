import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { exportFigure } from "@/figures/export_figure.ts";
import type { RenderedFigure } from "@/figures/render_figure.ts";

const figure: RenderedFigure = {
  id: "test-fig1",
  svg: "<svg/>\n",
  png: new Uint8Array([1, 2, 3]),
  pdf: null,
  csv: null,
  box: { x: 0, y: 0, width: 1, height: 1 },
  ofResults: false,
  data: pl.DataFrame({
    judge: ["a", "b, c"],
    value: [0.5, NaN],
    n: [null, 3],
    provenance: ["published", "simulated"],
  }),
  provenance: "simulated",
  sources: ["published", "simulated"],
  caption: "",
  alt: "",
};

Deno.test("SVG, PNG and CSV beside each other; missing numbers are empty cells; no temporary file stays", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const out = `${folder}/paper`;
    const paths = exportFigure(figure, out, ["svg", "png", "csv"]);
    assert.deepEqual(paths.map((path) => path.slice(out.length)), [
      "/test-fig1.svg",
      "/test-fig1.png",
      "/test-fig1.csv",
    ]);
    assert.deepEqual([...Deno.readDirSync(out)].map(({ name }) => name).sort(), [
      "test-fig1.csv",
      "test-fig1.png",
      "test-fig1.svg",
    ]);
    assert.equal(Deno.readTextFileSync(paths[0]), figure.svg);
    assert.deepEqual(Deno.readFileSync(paths[1]), figure.png);
    assert.match(
      Deno.readTextFileSync(paths[2]),
      /^judge,value,n,provenance\na,0\.5,,published\n"b, c",,3(\.0)?,simulated\n$/,
    );
    // A second time: replaced.
    exportFigure({ ...figure, svg: "<svg>2</svg>" }, out, ["svg"]);
    assert.equal(Deno.readTextFileSync(paths[0]), "<svg>2</svg>");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a PNG that was not rendered is asked for", () => {
  assert.throws(
    () => exportFigure({ ...figure, png: null }, "never-made", ["png"]),
    /exportFigure: wanted a PNG of test-fig1, found none/,
  );
  assert.throws(() => Deno.statSync("never-made"), Deno.errors.NotFound);
});
