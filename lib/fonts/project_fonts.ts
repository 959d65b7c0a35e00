import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { homedir } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../../.cache/fonts/", import.meta.url));

/** Path of one of the figures' fonts (DejaVu Sans, from its npm package; `mono` has letters of one width). */
export function fontFile(bold = false, italic = false, mono = false): string {
  const folder = dirname(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/package.json"));
  const cut = `${bold ? "Bold" : ""}${italic ? "Oblique" : ""}`;
  return `${folder}/ttf/DejaVuSans${mono ? "Mono" : ""}${cut && `-${cut}`}.ttf`;
}

/** Where systems, TeX and people keep fonts; those that do not exist are passed over. */
const SYSTEM_FOLDERS = [
  "/usr/share/fonts",
  "/usr/local/share/fonts",
  "/usr/share/texmf/fonts/opentype",
  "/Library/Fonts",
  "/System/Library/Fonts",
  "C:/Windows/Fonts",
  ...[".fonts", ".local/share/fonts", "Library/Fonts"].map((folder) => `${homedir()}/${folder}`),
];

/**
 * Tells fontconfig to use the project's own fonts, so that a PNG looks the same on every machine, also on one without fonts
 * (where text would become empty boxes without a word). The system's fonts serve only letters that DejaVu Sans lacks
 * (Chinese, Devanagari, …), which no figure has but a perturbed image may. Must run before sharp draws its first text:
 * the configuration is read once per process.
 */
export function useProjectFonts(): void {
  mkdirSync(`${CACHE}cache`, { recursive: true });
  const alias = (family: string) =>
    `<alias binding="same"><family>${family}</family><prefer><family>DejaVu Sans${
      family === "monospace" ? " Mono" : ""
    }</family></prefer></alias>`;
  const system = SYSTEM_FOLDERS.filter((folder) => existsSync(folder));
  const config = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
    `<dir>${dirname(fontFile())}</dir>${system.map((folder) => `<dir>${folder}</dir>`).join("")}` +
    // Another version of DejaVu would have other shapes.
    `<selectfont><rejectfont>${
      system.map((folder) => `<glob>${folder}/*[dD]eja[vV]u*</glob>`).join("")
    }</rejectfont></selectfont>` +
    `<cachedir>${CACHE}cache</cachedir>` +
    ["system-ui", "sans-serif", "serif", "monospace"].map(alias).join("") + `</fontconfig>`;
  const path = `${CACHE}fonts.conf`;
  if (!existsSync(path) || readFileSync(path, "utf8") !== config) {
    // Whole or not at all: another process or worker may be reading it, or writing it too.
    const temporary = `${path}.${randomUUID()}`;
    writeFileSync(temporary, config);
    renameSync(temporary, path);
  }
  process.env.FONTCONFIG_FILE = path;
}
