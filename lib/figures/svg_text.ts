import { INDEX_SIZE, ITALICS, textWidth, upright } from "./text_width.ts";
import { FONT, INK, MONO } from "./theme.ts";

/** Escapes text for XML content and attributes; control characters go, half a surrogate pair becomes �. */
export function escapeXml(text: string): string {
  return text.toWellFormed()
    .replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]!)
    // deno-lint-ignore no-control-regex -- XML 1.0 forbids these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}

const MARKS = /_\{([^}]*)\}(?:\^\{([^}]*)\})?|\^\{([^}]*)\}|Φ\u0303/g;

/** How far an index, two above each other and the tilde are off the line, in the em of the line (measured for DejaVu Sans). */
const INDEX = { below: 0.1875, above: -0.42 }, PAIR = { below: 0.25, above: -0.54 };
const TILDE = { shift: -0.28, back: -0.61, forward: 0.11 };

/**
 * Text as the inside of an SVG text element: `Acc_{IDS}` becomes a subscript, `x_{i}^{k}` two indices above each other, letters of
 * mathematics (𝑥) italics, and a combining tilde on Φ a raised tilde of its own, since the font's would collide with the letter.
 * Every mark returns to the line, in any order.
 */
export function richText(text: string): string {
  const parts: string[] = [];
  // Where the pen stands off the line, and how far it is to go before the next letter; both in the em of the line.
  let shift = 0, gap = 0, end = 0;
  const write = (part: string, target: number, size = 1, dx = gap) => {
    if (part === "") return;
    const em = (value: number) => `${round(value / size)}em`;
    const moves = (dx === 0 ? "" : ` dx="${em(dx)}"`) +
      (target === shift ? "" : ` dy="${em(target - shift)}"`);
    const font = size === 1 ? "" : ` font-size="${100 * size}%"`;
    // Without xml:space librsvg drops the space at the beginning of a tspan.
    const space = part.startsWith(" ") ? ' xml:space="preserve"' : "";
    const content = part.split(ITALICS).map((piece, i) =>
      i % 2 === 0 ? escapeXml(piece) : `<tspan font-style="italic">${upright(piece)}</tspan>`
    ).join("");
    parts.push(moves + font === "" ? content : `<tspan${moves}${font}${space}>${content}</tspan>`);
    shift = target;
    gap = 0;
  };
  for (const mark of text.matchAll(MARKS)) {
    const [, below, beside, alone] = mark, above = beside ?? alone, tilde = (below ?? above) === undefined;
    write(text.slice(end, mark.index) + (tilde ? "Φ" : ""), 0);
    if (tilde) {
      write("˜", TILDE.shift, 1, TILDE.back);
      gap = TILDE.forward;
    }
    const off = beside === undefined ? INDEX : PAIR;
    if (below !== undefined) write(below, off.below, INDEX_SIZE);
    if (above !== undefined) {
      const [under, own] = [below ?? "", above].map((index) => INDEX_SIZE * textWidth(index, 1));
      write(above, off.above, INDEX_SIZE, gap - under);
      gap = Math.max(0, under - own);
    }
    end = mark.index + mark[0].length;
  }
  write(text.slice(end), 0);
  return parts.join("");
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  inside?: string,
): string {
  const own = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === "number" ? round(value) : value}"`]
  ).join("");
  return inside === undefined ? `<${name}${own}/>` : `<${name}${own}>${inside}</${name}>`;
}

export function textElement(
  text: string,
  { x, y, size, color = INK.text, bold, anchor = "start", italic, underlined, mono }:
    & Record<"x" | "y" | "size", number>
    & Partial<Record<"bold" | "italic" | "underlined" | "mono", boolean>>
    & { color?: string; anchor?: "start" | "middle" | "end" },
): string {
  const look = {
    "font-weight": bold ? "bold" : undefined,
    "font-style": italic ? "italic" : undefined,
    "text-decoration": underlined ? "underline" : undefined,
    "text-anchor": anchor === "start" ? undefined : anchor,
  };
  const font = { "font-family": mono ? MONO : FONT, "font-size": `${size}`, fill: color };
  return element("text", { x, y, ...font, ...look }, richText(text));
}

export const curly = (text: string): string =>
  text.replace(/(?<=\p{L})'(?=\p{L}|\s|$)/gu, "’").replace(/"([^"]*)"/g, "“$1”");

export const round = (value: number): number => Math.round(value * 100) / 100 + 0;
