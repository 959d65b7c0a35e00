import type { Box } from "../compose.ts";
import type { Drawing } from "../figure_spec.ts";
import { element, escapeXml, round, textElement } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, INNER, SIZE } from "../theme.ts";
import { layOutText, type Run, type TextStyle } from "./styled_text.ts";

interface Ink {
  parts: string[];
}

/** A part of a drawing that knows how high it is at a width. */
export interface Block {
  /** The only width that it takes, for a block that does not stretch. */
  width?: number;
  height(width: number): number;
  draw(place: Box, ink: Ink): void;
}

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

export function labelled(label: string, text: string | readonly Run[]): Block {
  return stack([words(label, { size: SIZE.note, bold: true, color: INK.soft }), words(text)], { gap: 2 });
}

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
    draw({ x, y, width, height }, ink) {
      ink.parts.push(element("rect", { x, y, width, height, rx: 6, fill, stroke }));
      const within = { width: width - 2 * padding, height: height - 2 * padding };
      inside.draw({ x: x + padding, y: y + padding, ...within }, ink);
    },
  };
}

/** A picture of a fixed size, drawn from its own corner; what it shows is told to screen readers by the figure. */
export function art(svg: string, width: number, height: number): Block {
  return {
    width,
    height: () => height,
    draw: ({ x, y }, { parts }) =>
      parts.push(element("g", { transform: `translate(${round(x)},${round(y)})` }, svg)),
  };
}

/** A picture of a file (a data URI) that keeps its proportions within a size, in a thin frame. */
export function photo(href: string, width: number, height: number): Block {
  const shown = { href: escapeXml(href), width, height, preserveAspectRatio: "xMidYMid meet" };
  const edge = element("rect", { width, height, fill: "none", stroke: INK.rule });
  return art(element("image", shown) + edge, width, height);
}

export function space(height: number): Block {
  return { height: () => height, draw: () => {} };
}

export function rule(): Block {
  return {
    height: () => 1,
    draw: ({ x, y, width }, { parts }) =>
      parts.push(element("path", { d: `M${round(x)} ${round(y)}h${round(width)}`, stroke: INK.rule })),
  };
}

export function arrow(direction: "right" | "down", { label = "", length = 28 } = {}): Block {
  const size = SIZE.note;
  const word = (x: number, y: number, anchor: "start" | "middle") =>
    label && textElement(label, { x, y, size, anchor, color: INK.soft });
  if (direction === "down") {
    return {
      height: () => length,
      draw({ x, y, width }, { parts }) {
        const middle = x + width / 2;
        parts.push(line(middle, y, middle, y + length), word(middle + 10, y + length / 2 + 4, "start"));
      },
    };
  }
  const wide = Math.max(length, label ? textWidth(label, size) + 8 : 0);
  return {
    width: wide,
    height: () => 2 * size + 8,
    draw({ x, y, height }, { parts }) {
      const middle = y + height / 2;
      parts.push(line(x, middle, x + wide, middle), word(x + wide / 2, middle - 7, "middle"));
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
  const ink: Ink = { parts: [] };
  const height = block.height(INNER);
  block.draw({ x: 0, y: 0, width: INNER, height }, ink);
  return { kind: "picture", svg: ink.parts.join(""), height: Math.ceil(height) };
}
