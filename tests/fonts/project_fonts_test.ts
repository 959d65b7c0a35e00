import assert from "node:assert/strict";
import { ROOT } from "@/cli/project.ts";
import { fontFile } from "@/fonts/project_fonts.ts";
import { textElement } from "@/figures/svg_text.ts";
import { renderPng } from "@/figures/render_pdf.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { ended } from "../tools/run_deno.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60">${
  textElement("Φ\u0303 → ≥ Δ − τ 66.45", { x: 10, y: 30, size: 16 })
}${textElement("bold", { x: 200, y: 30, size: 16, bold: true })}</svg>`;

Deno.test("the fonts come with the package", () => {
  for (const bold of [false, true]) assert.ok(Deno.statSync(fontFile(bold)).size > 100_000);
});

Deno.test("a PNG has the same bytes on a machine without fonts, without a home and in another language", async () => {
  using folder = tempFolder();
  const { path: empty } = folder;
  const code = `import { renderPng } from "@/figures/render_pdf.ts";
      await Deno.writeFile("${empty}/out.png", await renderPng(${JSON.stringify(SVG)}));`;
  await Deno.writeTextFile(`${empty}/render.ts`, code);
  // What fontconfig finds without the project's configuration: nothing.
  const config =
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${empty}</dir></fontconfig>`;
  await Deno.writeTextFile(`${empty}/fonts.conf`, config);
  // The cache of this process: the child's home is empty, and it must not download.
  const { denoDir: DENO_DIR } = JSON.parse((await ended(Deno.execPath(), ["info", "--json"])).stdout);
  const args = ["run", "--allow-all", "--quiet", `--config=${ROOT}deno.json`, `${empty}/render.ts`];
  const fonts = { FONTCONFIG_FILE: `${empty}/fonts.conf`, FONTCONFIG_PATH: empty };
  const env = { HOME: empty, XDG_CACHE_HOME: empty, XDG_DATA_HOME: empty, ...fonts, LC_ALL: "C", DENO_DIR };
  const { code: status, stderr } = await ended(Deno.execPath(), args, { env });
  assert.equal(status, 0, stderr);
  assert.deepEqual(Deno.readFileSync(`${empty}/out.png`), await renderPng(SVG));
});
