import assert from "node:assert/strict";
import sharp from "sharp";
import { renderFigure } from "@/figures/render_figure.ts";

Deno.test("a picture of one's own stands in its example card, upright and scaled down", async () => {
  const folder = Deno.makeTempDirSync();
  await sharp({ create: { width: 2400, height: 1200, channels: 3, background: "#00ff00" } }).png().toFile(
    `${folder}/birch-fig14.png`,
  );
  const { svg, png, caption } = await renderFigure("birch-fig14", { pictures: folder, formats: ["png"] });
  assert.match(svg, /<image href="data:image\/jpeg;base64,/);
  assert.doesNotMatch(svg, /clipPath/);
  assert.doesNotMatch(caption, /drawing of ours/);
  const embedded = /base64,([^"]+)"/.exec(svg)![1];
  const { width, height } = await sharp(Uint8Array.fromBase64(embedded)).metadata();
  assert.deepEqual([width, height], [900, 450]);
  // The green is really drawn: librsvg reads the embedded picture.
  const pixels = await sharp(png!).removeAlpha().raw().toBuffer();
  let green = 0;
  for (let i = 0; i < pixels.length; i += 3) {
    if (pixels[i] < 30 && pixels[i + 1] > 230 && pixels[i + 2] < 30) green++;
  }
  assert.ok(Math.abs(green / (400 * 200) - 1) < 0.05, `${green} green pixels`);
  const other = await renderFigure("birch-fig25", { pictures: folder });
  assert.match(other.svg, /clipPath/, "the folder has no picture for this one");
});

Deno.test("a broken picture is named", async () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/birch-fig14.jpg`, "no picture");
  const said = /birch-fig14\.jpg: wanted a picture, found a file that cannot be read as one/;
  await assert.rejects(renderFigure("birch-fig14", { pictures: folder }), said);
});
