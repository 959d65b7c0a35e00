import assert from "node:assert/strict";
import sharp from "sharp";
import { renderPdf } from "@/figures/render_pdf.ts";
import { renderFigure } from "@/figures/render_figure.ts";

const latin1 = new TextDecoder("latin1");

/** Whether a program of Poppler's is there. */
function has(program: string): boolean {
  try {
    return new Deno.Command(program, { args: ["-v"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

const POPPLER = has("pdftotext") && has("pdffonts") && has("pdftoppm");

function poppler(program: string, args: string[], pdf: Uint8Array): string {
  const path = Deno.makeTempFileSync({ suffix: ".pdf" });
  Deno.writeFileSync(path, pdf);
  const { success, stdout, stderr } = new Deno.Command(program, {
    args: args.map((a) => a === "IN" ? path : a),
  })
    .outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** A chart with halos, a heatmap with turned names and a raised tilde, a table, cards with clips, pictures. */
const IDS = ["birch-fig3", "philautia-fig4", "birch-table8", "birch-fig14", "mm-judgebias-fig6"];

const bare = (id: string, formats: readonly ("png" | "pdf")[]) =>
  renderFigure(id, { title: false, caption: false, badge: false, formats });

/** Each as picture and page, drawn once for both of its tests. */
const drawn = new Map<string, ReturnType<typeof bare>>();
const drawnOnce = (id: string) => {
  if (!drawn.has(id)) drawn.set(id, bare(id, ["png", "pdf"]));
  return drawn.get(id)!;
};

for (const id of IDS) {
  Deno.test(`${id} as PDF: a page of the figure's size with its fonts, the same bytes again`, async () => {
    const { svg, pdf } = await drawnOnce(id);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
    const text = latin1.decode(pdf!);
    assert.match(text, /^%PDF-1\.\d/);
    assert.match(text, /%%EOF\s*$/);
    assert.equal([...text.matchAll(/\/Type \/Page\b(?!s)/g)].length, 1);
    const [, w, h] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text)!.map(Number);
    assert.deepEqual([w, h], [0.75 * width, 0.75 * height]);
    assert.match(text, /\/FontFile2/);
    assert.match(text, /\/BaseFont \/[A-Z]{6}\+DejaVuSans/);
    assert.deepEqual((await bare(id, ["pdf"])).pdf, pdf);
  });

  Deno.test({
    name: `${id} as PDF: text is text, and the page looks like the picture`,
    ignore: !POPPLER, // not on every machine; the structure is tested above
    async fn() {
      const { svg, png, pdf } = await drawnOnce(id);
      const letters = (text: string) => text.replace(/\s+/g, "");
      const found = letters(poppler("pdftotext", ["-raw", "IN", "-"], pdf!));
      const wanted = [...svg.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, text]) =>
        letters(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"))
      );
      const lost = wanted.filter((text) => !found.includes(text));
      assert.ok(
        wanted.length > 5 && lost.length === 0,
        `${lost.length} of ${wanted.length}: ${lost.slice(0, 9)}`,
      );
      const fonts = poppler("pdffonts", ["IN"], pdf!).trim().split("\n").slice(2);
      assert.ok(
        fonts.length > 0 && fonts.every((line) => /DejaVuSans.* yes yes yes/.test(line)),
        fonts.join("\n"),
      );

      const page = Deno.makeTempFileSync();
      poppler("pdftoppm", ["-r", "192", "-png", "-singlefile", "IN", page], pdf!);
      const size = { width: 380, height: 300, fit: "fill" } as const;
      const [ours, theirs] = await Promise.all(
        [png!, Deno.readFileSync(`${page}.png`)].map((bytes) =>
          sharp(bytes).removeAlpha().greyscale().resize(size).blur(1.5).raw().toBuffer()
        ),
      );
      let apart = 0;
      for (let i = 0; i < ours.length; i++) if (Math.abs(ours[i] - theirs[i]) > 40) apart++;
      assert.ok(apart < 0.002 * ours.length, `${apart} of ${ours.length} points differ`);
    },
  });
}

Deno.test("a halo is no second copy of its number", { ignore: !POPPLER }, async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30" viewBox="0 0 90 30">' +
    '<g paint-order="stroke" stroke="#ffffff" stroke-width="3"><text x="10" y="20" font-size="10">42.7</text></g></svg>';
  assert.equal(poppler("pdftotext", ["IN", "-"], await renderPdf(svg)).trim(), "42.7");
});

Deno.test("what a figure does not consist of is refused", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><foreignObject/></svg>';
  const said = /renderPdf: wanted shapes, text, groups and pictures, found foreignObject/;
  await assert.rejects(renderPdf(svg), said);
});
