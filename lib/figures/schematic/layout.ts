import { readFileSync } from "node:fs";
import type { Box } from "../compose.ts";
import type { Drawing } from "../figure_spec.ts";
import { element, escapeXml, round, textElement } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, INNER, SIZE } from "../theme.ts";
import { layOutText, type Run, type TextStyle } from "./styled_text.ts";

export interface Block {
  /** The only width that it takes, for a block that does not stretch. */
  width?: number;
  height(width: number): number;
  draw(place: Box): string;
}

export function words(text: string | readonly Run[], style: Partial<TextStyle> = {}): Block {
  let known: { width: number; text: ReturnType<typeof layOutText> } | undefined;
  const laid = (width: number) => {
    if (known?.width !== width) {
      known = { width, text: layOutText(text, width, { size: SIZE.caption, ...style }) };
    }
    return known.text;
  };
  return { height: (width) => laid(width).height, draw: ({ x, y, width }) => laid(width).svg(x, y) };
}

export function stack(blocks: readonly Block[], { gap = 6 } = {}): Block {
  return {
    height: (width) =>
      blocks.reduce((sum, block) => sum + block.height(block.width ?? width), gap * (blocks.length - 1)),
    draw: ({ x, y, width }) =>
      blocks.map((block) => {
        const own = block.width ?? width, height = block.height(own), top = y;
        y += height + gap;
        return block.draw({ x: x + (width - own) / 2, y: top, width: own, height });
      }).join(""),
  };
}

/** Blocks beside each other: those without a width of their own share what is left by weight, and are as high as the highest. */
export function row(
  blocks: readonly Block[],
  { gap = 12, weights, top = false }: { gap?: number; weights?: number[]; top?: boolean } = {},
): Block {
  const widths = (width: number) => {
    const left = blocks.reduce((sum, block) => sum - (block.width ?? 0), width - gap * (blocks.length - 1));
    const share = blocks.map((block, b) => block.width === undefined ? weights?.[b] ?? 1 : 0);
    const total = share.reduce((sum, weight) => sum + weight, 0);
    return blocks.map((block, b) => block.width ?? left * share[b] / total);
  };
  const height = (width: number) => {
    const each = widths(width);
    return Math.max(...blocks.map((block, b) => block.height(each[b])));
  };
  return {
    height,
    draw: ({ x, y, width, height }) =>
      widths(width).map((own, b) => {
        const block = blocks[b], left = x;
        const high = block.width === undefined || top ? height : block.height(own);
        x += own + gap;
        return block.draw({ x: left, y: y + (height - high) / 2, width: own, height: high });
      }).join(""),
  };
}

export const labelled = (label: string, text: string | readonly Run[]): Block =>
  stack([words(label, { size: SIZE.note, bold: true, color: INK.soft }), words(text)], { gap: 2 });

export function card(
  content: Block,
  { title, fill = INK.paper, stroke = INK.rule, padding = 10 }: {
    title?: string;
    fill?: string;
    stroke?: string;
    padding?: number;
  } = {},
): Block {
  const inside = title === undefined
    ? content
    : stack([words(title, { size: SIZE.panel, bold: true }), content], { gap: 5 });
  return {
    height: (width) => inside.height(width - 2 * padding) + 2 * padding,
    draw({ x, y, width, height }) {
      const within = { width: width - 2 * padding, height: height - 2 * padding };
      return element("rect", { x, y, width, height, rx: 6, fill, stroke }) +
        inside.draw({ x: x + padding, y: y + padding, ...within });
    },
  };
}

export function art(svg: string, width: number, height: number): Block {
  return {
    width,
    height: () => height,
    draw: ({ x, y }) => element("g", { transform: `translate(${round(x)},${round(y)})` }, svg),
  };
}

export function photo(href: string, width: number, height: number): Block {
  const shown = { href: escapeXml(href), width, height, preserveAspectRatio: "xMidYMid meet" };
  const edge = element("rect", { width, height, fill: "none", stroke: INK.rule });
  return art(element("image", shown) + edge, width, height);
}

export function space(height: number): Block {
  return { height: () => height, draw: () => "" };
}

export function rule(): Block {
  return {
    height: () => 1,
    draw: ({ x, y, width }) =>
      element("path", { d: `M${round(x)} ${round(y)}h${round(width)}`, stroke: INK.rule }),
  };
}

export function arrow(direction: "right" | "down", { label = "", length = 28 } = {}): Block {
  const size = SIZE.note;
  const word = (x: number, y: number, anchor: "start" | "middle") =>
    label && textElement(label, { x, y, size, anchor, color: INK.soft });
  if (direction === "down") {
    return {
      height: () => length,
      draw({ x, y, width }) {
        const middle = x + width / 2;
        return line(middle, y, middle, y + length) + word(middle + 10, y + length / 2 + 4, "start");
      },
    };
  }
  const wide = Math.max(length, label ? textWidth(label, size) + 8 : 0);
  return {
    width: wide,
    height: () => 2 * size + 8,
    draw({ x, y, height }) {
      const middle = y + height / 2;
      return line(x, middle, x + wide, middle) + word(x + wide / 2, middle - 7, "middle");
    },
  };
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  const [ux, uy] = y1 === y2 ? [1, 0] : [0, 1];
  const head = (side: number) =>
    `${round(x2 - 7 * ux - side * 4 * uy)},${round(y2 - 7 * uy + side * 4 * ux)}`;
  const d = `M${round(x1)} ${round(y1)}L${round(x2 - 5 * ux)} ${round(y2 - 5 * uy)}`;
  const points = `${round(x2)},${round(y2)} ${head(1)} ${head(-1)}`;
  return element("path", { d, stroke: INK.soft, "stroke-width": 1.5 }) +
    element("polygon", { points, fill: INK.soft });
}

export function picture(block: Block): Extract<Drawing["body"], { kind: "picture" }> {
  const height = block.height(INNER), svg = block.draw({ x: 0, y: 0, width: INNER, height });
  return { kind: "picture", svg, height: Math.ceil(height) };
}

/** A drawing of ours for a picture that we may not show, `data/scenes/<name>.svg`, which any program for SVG changes; a test holds it to shapes and text. */
export function readScene(name: string): { width: number; height: number; markup: string } {
  const svg = readFileSync(new URL(`../../../data/scenes/${name}.svg`, import.meta.url), "utf8");
  const [, width, height, body] = /^\s*<svg\s[^>]*viewBox="0 0 (\S+) ([^\s"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(
    svg,
  )!;
  return { width: Number(width), height: Number(height), markup: compact(body) };
}

function compact(body: string): string {
  return body.trim().replace(/<[^>]+>/g, (tag) => tag.replace(/\s+/g, " ").replace(/ ?(\/?>)$/, "$1"))
    .replace(/>\s+</g, "><");
}

/** A drawing of ours cut off at its frame, or the user's own picture in its place; one shown twice in a figure needs an `id`. */
export function scene(
  name: string,
  own: string | null = null,
  { id = name, width }: { id?: string; width?: number } = {},
): Block {
  const drawn = readScene(name), scale = (width ?? drawn.width) / drawn.width;
  const [w, h] = [drawn.width * scale, drawn.height * scale];
  if (own !== null) return photo(own, w, h);
  const markup = scale === 1
    ? drawn.markup
    : element("g", { transform: `scale(${round(scale)})` }, drawn.markup);
  const frame = { width: `${w}`, height: `${h}`, rx: 6 };
  return art(
    element("clipPath", { id: `scene-${id}` }, element("rect", frame)) +
      element("g", { "clip-path": `url(#scene-${id})` }, markup) +
      element("rect", { ...frame, fill: "none", stroke: INK.rule }),
    w,
    h,
  );
}
