import { plotDocument } from "@/figures/plot_document.ts";
import { textWidth } from "@/figures/text_width.ts";

/** A line of text in a picture and the box that it takes; pixels from the picture's corner. */
export interface TextBox {
  text: string;
  /** Which of the picture's elements `text` it is a line of. */
  element: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Colour of the letters, and of the halo around them, where there is one. */
  fill: string;
  halo: string | null;
  size: number;
  /** The box is turned by this angle around a point, as slanted names of columns are. */
  turn?: { degrees: number; x: number; y: number };
}

/** What an element inherits that says where its text stands. */
interface State {
  scale: number;
  x: number;
  y: number;
  size: number;
  anchor: string;
  bold: boolean;
  mono: boolean;
  fill: string;
  halo: string | null;
  turn?: TextBox["turn"];
}

/** Boxes of all lines of text of an SVG as the library writes it: translations, rotations, nested SVGs, anchors and em lengths. */
export async function textBoxes(svg: string): Promise<TextBox[]> {
  const holder = (await plotDocument()).createElement("div");
  holder.innerHTML = svg;
  const boxes: TextBox[] = [];
  const elements = new Map([...holder.querySelectorAll("text")].map((one, i) => [one as Element, i]));
  const plain = { anchor: "start", scale: 1, bold: false, mono: false, fill: "#000000", halo: null };
  walk(holder.firstElementChild!, { x: 0, y: 0, size: 16, ...plain }, boxes, elements);
  return boxes;
}

function walk(
  element: Element,
  outer: State,
  boxes: TextBox[],
  elements: ReadonlyMap<Element, number>,
): void {
  const name = element.localName.toLowerCase();
  if (["defs", "title", "desc"].includes(name)) return;
  const state = inherited(element, outer, name === "svg");
  if (name !== "text") {
    for (const child of Array.from(element.children)) walk(child, state, boxes, elements);
    return;
  }
  const lines = Array.from(element.children).filter((child) =>
    child.hasAttribute("x") || child.hasAttribute("y")
  );
  const { scale } = state, size = scale * state.size;
  const along = (of: Element, name: string) => scale * length(of, name, state.size);
  let x = state.x + along(element, "x"), y = state.y + along(element, "y");
  for (const line of lines.length > 0 ? lines : [element]) {
    if (line !== element) {
      if (line.hasAttribute("x")) x = state.x + along(line, "x");
      if (line.hasAttribute("y")) y = state.y + along(line, "y");
      y += along(line, "dy");
    }
    const text = line.textContent!.replaceAll("\u02dc", "");
    const width = scale * widthOf(line, state.size, state);
    const left = x - (state.anchor === "middle" ? width / 2 : state.anchor === "end" ? width : 0);
    // Ink of letters and digits, without the rare accents and descenders.
    const { fill, halo, turn } = state;
    const place = { left, right: left + width, top: y - 0.72 * size, bottom: y };
    boxes.push({ text, element: elements.get(element)!, ...place, fill, halo, size, turn });
  }
}

/** How far the pen goes: letters in the size of their tspan, and what that is moved by. */
function widthOf(element: Element, size: number, face: State): number {
  return Array.from(element.childNodes).reduce((sum, child) => {
    const text = child.textContent!;
    if (child.nodeType === 3) return sum + textWidth(text, size, { ...face, kerned: true });
    const one = child as Element, own = size * parseFloat(one.getAttribute("font-size") ?? "100") / 100;
    return sum + length(one, "dx", own) + widthOf(one, own, face);
  }, 0);
}

function inherited(element: Element, outer: State, nested: boolean): State {
  const [, dx = "0", dy = "0"] =
    /translate\(([-.\d]+),?([-.\d]+)?\)/.exec(element.getAttribute("transform") ?? "") ?? [];
  const [, degrees] = /rotate\(([-.\d]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
  const [, scale = "1"] = /scale\(([.\d]+)\)/.exec(element.getAttribute("transform") ?? "") ?? [];
  const [x, y] = (["x", "y"] as const).map((name, i) =>
    outer[name] + outer.scale * (Number([dx, dy][i]) + (nested ? length(element, name, outer.size) : 0))
  );
  return {
    scale: outer.scale * Number(scale),
    turn: degrees === undefined ? outer.turn : { degrees: Number(degrees), x, y },
    ...{ x, y },
    fill: colorOf(element.getAttribute("fill"), element.getAttribute("color")) ?? outer.fill,
    halo: colorOf(element.getAttribute("stroke"), null) ?? outer.halo,
    size: Number(element.getAttribute("font-size") ?? outer.size),
    anchor: element.getAttribute("text-anchor") ?? outer.anchor,
    mono: element.getAttribute("font-family")?.includes("Mono") ?? outer.mono,
    bold: element.hasAttribute("font-weight") ? element.getAttribute("font-weight") === "bold" : outer.bold,
  };
}

/** A colour as six digits; null where an element says nothing of it, or inherits. */
function colorOf(value: string | null, current: string | null): string | null {
  if (value === "currentColor") return current;
  if (value === "white") return "#ffffff";
  return value !== null && /^#[0-9a-f]{6}$/.test(value) ? value : null;
}

/** A length in pixels or in the em of its text. */
function length(element: Element, name: string, size: number): number {
  const text = element.getAttribute(name) ?? "0";
  return text.endsWith("em") ? parseFloat(text) * size : Number(text);
}

/**
 * A picture without the texts that lie more than `far` pixels within its edges, all round. Letters are what takes time to draw
 * (two thirds of it); no error of measuring moves these to an edge.
 */
export function withoutInnerTexts(svg: string, boxes: readonly TextBox[], far: number): string {
  const [, width, height] = /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const outer = new Set(
    boxes.filter(({ left, right, top, bottom, turn }) =>
      turn || left < far || top < far || right > width - far || bottom > height - far
    ).map(({ element }) => element),
  );
  let element = 0;
  return svg.replace(/<text[ >][\s\S]*?<\/text>/g, (text) => outer.has(element++) ? text : "");
}

/** Pairs of lines whose boxes overlap by more than a pixel both ways. */
export function overlaps(boxes: readonly TextBox[]): string[] {
  const found: string[] = [], all = boxes.map((box) => ({ ...box, points: corners(box) }));
  const extents = all.map(({ points }) => [0, 1].map((axis) => extent(points.map((point) => point[axis]))));
  all.forEach((a, i) => {
    for (let j = i + 1; j < all.length; j++) {
      // Far apart, as most are, whatever their angles.
      if ([0, 1].some((axis) => shared(extents[i][axis], extents[j][axis]) < 0)) continue;
      const b = all[j];
      // Boxes overlap unless a side of one of them separates them.
      const sides = [a, b].flatMap(({ turn }) => [0, 90].map((square) => square + (turn?.degrees ?? 0)));
      if (sides.every((degrees) => overlapAlong(degrees * Math.PI / 180, a.points, b.points) > 1)) {
        found.push(`"${a.text}" and "${b.text}"`);
      }
    }
  });
  return found;
}

type Points = [x: number, y: number][];

function overlapAlong(angle: number, a: Points, b: Points): number {
  const [first, second] = [a, b].map((points) =>
    extent(points.map(([x, y]) => x * Math.cos(angle) + y * Math.sin(angle)))
  );
  return shared(first, second);
}

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function shared(first: readonly number[], second: readonly number[]): number {
  return Math.min(first[1], second[1]) - Math.max(first[0], second[0]);
}

function corners({ left, right, top, bottom, turn }: TextBox): Points {
  const all: Points = [[left, top], [right, top], [right, bottom], [left, bottom]];
  if (!turn) return all;
  const cos = Math.cos(turn.degrees * Math.PI / 180), sin = Math.sin(turn.degrees * Math.PI / 180);
  return all.map(([x, y]) => [
    turn.x + (x - turn.x) * cos - (y - turn.y) * sin,
    turn.y + (x - turn.x) * sin + (y - turn.y) * cos,
  ]);
}
