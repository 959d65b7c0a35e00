import type { Drawing } from "../figure_spec.ts";
import { escapeXml, round, textElement } from "../svg_text.ts";
import { plain, textWidth } from "../text_width.ts";
import { INK, INNER, SIZE } from "../theme.ts";
import { drawLink, line, type Link, type Place } from "./links.ts";
import { layOutText, type Run, type TextStyle } from "./styled_text.ts";

/** What is being drawn: SVG elements, and where the named cards have come to stand. */
interface Ink {
  parts: string[];
  places: Map<string, Place>;
}

/** A part of a drawing that knows how high it is at a width. */
export interface Block {
  /** The only width that it takes, for a block that does not stretch. */
  width?: number;
  height(width: number): number;
  draw(place: Place, ink: Ink): void;
}

/** A paragraph; see `runsOf` for the marks of style. */
export function words(text: string | readonly Run[], style: Partial<TextStyle> = {}): Block {
  // Asked for its height by every block around it, then drawn: at one width.
  let known: { width: number; text: ReturnType<typeof layOutText> } | undefined;
  const laid = (width: number) => {
    if (known?.width !== width) {
      known = { width, text: layOutText(text, width, { size: SIZE.caption, ...style }) };
    }
    return known.text;
  };
  return {
    height: (width) => laid(width).height,
    draw: ({ x, y, width }, { parts }) => parts.push(laid(width).svg(x, y)),
  };
}

/** Blocks below each other. */
export function stack(blocks: readonly Block[], { gap = 6 } = {}): Block {
  return {
    height: (width) =>
      blocks.reduce((sum, block) => sum + block.height(block.width ?? width), gap * (blocks.length - 1)),
    draw({ x, y, width }, ink) {
      for (const block of blocks) {
        const own = block.width ?? width, height = block.height(own);
        block.draw({ x: x + (width - own) / 2, y, width: own, height }, ink);
        y += height + gap;
      }
    },
  };
}

/** Blocks of one width, each as high as the highest of them: what stands below begins on one line. */
export function level(blocks: readonly Block[]): Block[] {
  const height = (width: number) => Math.max(...blocks.map((block) => block.height(width)));
  return blocks.map((block) => ({ ...block, height }));
}

/** Blocks beside each other: those without a width of their own share what is left by weight, and are as high as the highest. */
export function row(
  blocks: readonly Block[],
  { gap = 12, weights, top = false }: {
    gap?: number;
    weights?: number[];
    /** Puts what has a size of its own at the top; else it stands in the middle. */
    top?: boolean;
  } = {},
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
    draw({ x, y, width, height }, ink) {
      widths(width).forEach((own, b) => {
        const block = blocks[b];
        const high = block.width === undefined || top ? height : block.height(own);
        block.draw({ x, y: y + (height - high) / 2, width: own, height: high }, ink);
        x += own + gap;
      });
    },
  };
}

/** A box around a block, with a title and a name for links. */
export function card(
  content: Block,
  { name, title, fill = INK.paper, stroke = INK.rule, dashed = false, padding = 10, middle = false }: {
    name?: string;
    title?: string;
    fill?: string;
    stroke?: string;
    dashed?: boolean;
    padding?: number;
    /** Puts the content in the middle of the box's height. */
    middle?: boolean;
  } = {},
): Block {
  const inside = title === undefined
    ? content
    : stack([words(title, { size: SIZE.panel, bold: true }), content], { gap: 5 });
  const height = (width: number) => inside.height(width - 2 * padding) + 2 * padding;
  return {
    height,
    draw(place, ink) {
      const { x, y, width } = place;
      ink.parts.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${
          round(place.height)
        }" rx="6" ` +
          `fill="${fill}" stroke="${stroke}"${dashed ? ' stroke-dasharray="5 4"' : ""}/>`,
      );
      if (name !== undefined) ink.places.set(name, place);
      const down = middle ? (place.height - height(width)) / 2 : 0;
      inside.draw({
        x: x + padding,
        y: y + padding + down,
        width: width - 2 * padding,
        height: place.height - 2 * padding,
      }, ink);
    },
  };
}

/** A picture of a fixed size, drawn from its own corner; what it shows is told to screen readers by the figure. */
export function art(svg: string, width: number, height: number): Block {
  return {
    width,
    height: () => height,
    draw: ({ x, y }, { parts }) => parts.push(`<g transform="translate(${round(x)},${round(y)})">${svg}</g>`),
  };
}

/** A picture of a file (a data URI) that keeps its proportions within a size. */
export function photo(href: string, width: number, height: number): Block {
  return art(
    `<image href="${
      escapeXml(href)
    }" width="${width}" height="${height}" preserveAspectRatio="xMidYMid meet"/>`,
    width,
    height,
  );
}

/** Empty space. */
export function space(height: number): Block {
  return { height: () => height, draw: () => {} };
}

/** An arrow between two blocks of a row (`right`) or of a stack (`down`), with a word beside it. */
export function arrow(direction: "right" | "down", { label = "", length = 28 } = {}): Block {
  const size = SIZE.note;
  if (direction === "down") {
    return {
      height: () => length,
      draw({ x, y, width }, { parts }) {
        const middle = x + width / 2;
        parts.push(line(middle, y, middle, y + length));
        if (label) {
          parts.push(textElement(label, { x: middle + 10, y: y + length / 2 + 4, size, color: INK.soft }));
        }
      },
    };
  }
  const wide = Math.max(length, label ? textWidth(plain(label), size) + 8 : 0);
  return {
    width: wide,
    height: () => 2 * size + 8,
    draw({ x, y, height }, { parts }) {
      const middle = y + height / 2;
      parts.push(line(x, middle, x + wide, middle));
      if (label) {
        parts.push(
          textElement(label, { x: x + wide / 2, y: middle - 7, size, anchor: "middle", color: INK.soft }),
        );
      }
    },
  };
}

/** Draws a block over the figure's whole width, then its links. */
export function picture(
  block: Block,
  links: readonly Link[] = [],
): Extract<Drawing["body"], { kind: "picture" }> {
  const ink: Ink = { parts: [], places: new Map() };
  const width = block.width ?? INNER, height = block.height(width);
  block.draw({ x: (INNER - width) / 2, y: 0, width, height }, ink);
  for (const link of links) ink.parts.push(drawLink(link, ink.places));
  return { kind: "picture", svg: ink.parts.join(""), height: Math.ceil(height) };
}
