import { Buffer } from "node:buffer";
import { inWords } from "./told.ts";

/** A text within HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!);
}

/** A sentence of ours within HTML: what stands between backticks is code. */
export function inHtml(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/** What the marks of a picture say, one by one below it: for the keyboard and for those who cannot see it, without a script. */
function marksList(svg: string): string {
  const [, ...titles] = [...svg.matchAll(/<title[^>]*>([^<]*)<\/title>/g)].map(([, text]) => text);
  // An interval says what its mark says.
  const marks = [...new Set(titles)];
  if (marks.length === 0) return "";
  return `<details><summary>Data of this figure (${inWords(marks.length, "entry", "entries")})</summary><ul>${
    marks.map((text) => `<li>${text.replaceAll("\n", "<br>")}</li>`).join("")
  }</ul></details>`;
}

/** As an image in HTML too: exports of notebooks strip inline SVG, and its ids and styles would meet those of the page. */
export function pictureBundle(
  { svg, alt = "figure" }: { svg: string; alt?: string },
): Record<string, unknown> {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return {
    "text/html": `<img src="${source}" alt="${escaped(alt)}" style="max-width:100%">${marksList(svg)}`,
    "image/svg+xml": svg,
    "text/plain": alt,
  };
}

export function isPicture(value: unknown): value is { svg: string; alt?: string } {
  return typeof value === "object" && value !== null && typeof (value as { svg?: unknown }).svg === "string";
}
