import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { pictureList } from "@/figures/gallery/gallery_page.ts";
import { figures } from "@/figures/registry.ts";
import type { FigureSpec } from "@/figures/figure_spec.ts";
import { type RenderedFigure, renderFigure as rendered } from "@/figures/render_figure.ts";
import { wrapText } from "@/figures/text_width.ts";
import { INNER, PADDING, SIZE, WIDTH } from "@/figures/theme.ts";
import { heldFigures } from "./held_figures.ts";
import { paleTexts } from "./contrast.ts";
import { faultsOfMarks, keysUnlikeMarks, showsIntervals } from "./marks.ts";
import { normalisedSvg } from "./normalised_svg.ts";
import { inkOf } from "./pixels.ts";
import { overlaps, textBoxes, withoutInnerTexts } from "./text_boxes.ts";

const held = heldFigures("figures_held"), renderFigure = held.of(rendered);

/** Text that is so far from all edges, in pixels, that it is not drawn to see whether the margins are free. */
const FAR = 60;

/** Text that a reader sees, without what only screen readers get. */
function visible(svg: string): string {
  return svg.replace(/<(title|desc)[^>]*>.*?<\/\1>/g, "").replace(/<\/text>/g, "\n").replace(/<[^>]*>/g, "");
}

/** Holds what must be true of every figure, whatever it shows. */
async function check(figure: RenderedFigure, kind: FigureSpec["kind"]) {
  const { id, data, sources, provenance, caption, alt } = figure;
  // Pixels of embedded pictures may spell anything.
  const svg = figure.svg.replace(/"data:image\/[^"]*"/g, '""');
  // Well formed: librsvg has read it. Nothing of Plot's style sheet, no number with endless decimals, no NaN.
  assert.doesNotMatch(svg, /<style|var\(--|NaN|Infinity|undefined|\[object/, id);
  assert.doesNotMatch(svg.replace(/>[^<]*</g, "><"), /\d\.\d{3,}/, `${id}: rounded`);
  const text = visible(svg);
  assert.doesNotMatch(text, /[-−]0\.0+(?!\d)/, `${id}: no minus zero`);
  assert.doesNotMatch(text, /(^|[\s(])-\d/m, `${id}: true minus signs`);
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, one]) => one);
  assert.equal(new Set(ids).size, ids.length, `${id}: ids are unique`);
  for (const [, one] of svg.matchAll(/url\(#([^)]+)\)/g)) {
    assert.ok(ids.includes(one), `${id}: ${one} is defined`);
  }

  // Honest: whatever says simulated in the data says so in the picture.
  assert.ok(data.height > 0 && data.columns.includes("provenance"), id);
  for (const column of data.columns.filter((name) => name.endsWith("provenance"))) {
    const found = data.getColumn(column).toArray().filter((value) => value !== null);
    for (const one of found) {
      assert.ok(sources.some((source) => source === one), `${id}: ${column} ${one} is among the sources`);
    }
  }
  assert.equal(provenance === "simulated", sources.includes("simulated"), id);
  assert.equal(/simulat/i.test(caption), sources.includes("simulated"), `${id}: the caption says simulated`);
  for (const [name, said] of Object.entries({ alt, caption })) {
    const where = `data/cards/words.json (alt: what is to be seen; caption or finding: what it says)`;
    assert.ok(
      said.length > 20,
      `${id}: wanted its ${name} in more than 20 characters in ${where}, found "${said}"`,
    );
  }
  const lines = wrapText(caption, SIZE.caption, INNER);
  assert.ok(lines.length <= 2, `${id}: a caption of two lines at most, found ${lines.join("\n")}`);
  assert.equal(
    /interval/.test(caption),
    showsIntervals(figure),
    `${id}: the caption speaks of intervals that are seen`,
  );
  if (kind === "chart") {
    assert.deepEqual(faultsOfMarks(figure), [], `${id}: what its marks say`);
    assert.deepEqual(keysUnlikeMarks(figure.svg), [], `${id}: keys of the legend look as the marks do`);
  }

  // Readable: no text stands on another or is too pale for its ground, the margins are free, so nothing is clipped at the
  // picture's edge. The quick tests pass over a drawing that was found so before.
  const mark = `.cache/readable/${createHash("sha256").update(figure.svg).digest("hex")}`;
  if (Deno.env.get("JUDGEBIAS_QUICK") && existsSync(mark)) return;
  const boxes = await textBoxes(svg);
  assert.deepEqual(overlaps(boxes), [], id);
  assert.deepEqual(await paleTexts(figure.svg, boxes), [], id);
  const ink = await inkOf(withoutInnerTexts(figure.svg, boxes, FAR), 1);
  assert.ok(kind === "table" ? ink.width <= WIDTH : ink.width === WIDTH, `${id}: ${ink.width} wide`);
  const margin = PADDING / 2;
  assert.ok(
    ink.left >= margin && ink.right < ink.width - margin,
    `${id}: ink from ${ink.left} to ${ink.right}`,
  );
  assert.ok(ink.top >= margin && ink.bottom < ink.height - 4, `${id}: ink from ${ink.top} to ${ink.bottom}`);
  mkdirSync(".cache/readable", { recursive: true });
  writeFileSync(mark, "");
}

/** Holds the picture that people who browse the repository see against the one that the code draws. */
function checkCommitted({ id, svg }: RenderedFigure, { paper, kind }: Pick<FigureSpec, "paper" | "kind">) {
  const lines = svg.match(/font-size="16"/g)?.length ?? 0;
  assert.ok(
    lines === 1 || lines === 2 && kind === "table",
    `${id}: a title of one line, of a narrow table two`,
  );
  const path = `figures/${paper}/${id}.svg`;
  // Pixels may differ in the last bit between processors, and what is drawn in decimals of a pixel too.
  const comparable = (text: string) => normalisedSvg(text.replace(/"data:image\/[^"]*"/g, '""'));
  const committed = existsSync(path) ? Deno.readTextFileSync(path) : "";
  assert.ok(
    comparable(committed) === comparable(svg),
    `${path} is stale: run \`deno task reproduce\` and commit the folder figures`,
  );
}

for (const { id, paper, kind, available } of figures) {
  for (const source of available) {
    held.test(`${id}, ${source}`, async () => {
      const made = await renderFigure(id, { source, formats: ["svg"] });
      // A few printed numbers stand in a table instead of a chart of Plot's.
      const drawn = kind === "chart" && made.svg.lastIndexOf("<svg") === 0 ? "table" : kind;
      await check(made, drawn);
      if (source === available[0]) checkCommitted(made, { paper, kind: drawn });
    });
  }
}

held.test("the committed pictures are those of the figures, and the page that lists them is up to date", () => {
  for (const paper of new Set(figures.map(({ paper }) => paper))) {
    const wanted = figures.filter((figure) => figure.paper === paper).map(({ id }) => `${id}.svg`).sort();
    const found = [...Deno.readDirSync(`figures/${paper}`)].map(({ name }) => name)
      .filter((name) => name.endsWith(".svg") && !name.endsWith(".reference.svg")).sort();
    assert.deepEqual(found, wanted);
  }
  assert.equal(Deno.readTextFileSync("figures/README.md"), pictureList(figures), "run `deno task reproduce`");
});

held.hold();
