import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../.cache/fonts/", import.meta.url));

/** Path of one of the figures' fonts (DejaVu Sans, from its npm package). */
export function fontFile(bold = false): string {
  const folder = dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json"));
  return `${folder}/ttf/DejaVuSans${bold ? "-Bold" : ""}.ttf`;
}

/**
 * Tells fontconfig to use the project's own fonts and no others, so that a PNG looks the same on every machine, also on one
 * without fonts (where text would become empty boxes without a word). Must run before sharp draws its first text: the
 * configuration is read once per process.
 */
export function useProjectFonts(): void {
  mkdirSync(`${CACHE}cache`, { recursive: true });
  const alias = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>DejaVu Sans</family></prefer></alias>`;
  const config = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
    `<dir>${dirname(fontFile())}</dir><cachedir>${CACHE}cache</cachedir>` +
    ["system-ui", "sans-serif", "serif", "monospace"].map(alias).join("") + `</fontconfig>`;
  const path = `${CACHE}fonts.conf`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== config) {
    // Whole or not at all: another process may be reading it.
    writeFileSync(`${path}.${Deno.pid}`, config);
    renameSync(`${path}.${Deno.pid}`, path);
  }
  Deno.env.set("FONTCONFIG_FILE", path);
}
