import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { fontFile } from "@/fonts/project_fonts.ts";
import { textElement } from "@/figures/svg_text.ts";
import { renderPng } from "@/figures/render_png.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60">${
  textElement("Φ\u0303 → ≥ Δ − τ 66.45", { x: 10, y: 30, size: 16 })
}${textElement("bold", { x: 200, y: 30, size: 16, bold: true })}</svg>`;

Deno.test("the fonts come with the package", () => {
  for (const bold of [false, true]) assert.ok(Deno.statSync(fontFile(bold)).size > 100_000);
});

Deno.test("a PNG has the same bytes on a machine without fonts, without a home and in another language", async () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const empty = await Deno.makeTempDir();
  try {
    const code = `import { renderPng } from "@/figures/render_png.ts";
      await Deno.writeFile("${empty}/out.png", await renderPng(${JSON.stringify(SVG)}));`;
    await Deno.writeTextFile(`${empty}/render.ts`, code);
    // What fontconfig finds without the project's configuration: nothing.
    const config =
      `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${empty}</dir></fontconfig>`;
    await Deno.writeTextFile(`${empty}/fonts.conf`, config);
    const { code: status, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--quiet", `--config=${root}deno.json`, `${empty}/render.ts`],
      cwd: root,
      env: {
        HOME: empty,
        XDG_CACHE_HOME: empty,
        XDG_DATA_HOME: empty,
        FONTCONFIG_FILE: `${empty}/fonts.conf`,
        FONTCONFIG_PATH: empty,
        LC_ALL: "C",
        DENO_DIR: denoDir(),
      },
    }).output();
    assert.equal(status, 0, new TextDecoder().decode(stderr));
    assert.deepEqual(await Deno.readFile(`${empty}/out.png`), await renderPng(SVG));
  } finally {
    await Deno.remove(empty, { recursive: true });
  }
});

/** The cache of this process: the child's home is empty, and it must not download. */
function denoDir(): string {
  const { stdout } = new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
