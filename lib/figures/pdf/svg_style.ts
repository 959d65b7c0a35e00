/** What is asked of a parsed SVG's nodes. */
export interface SvgNode {
  nodeType: number;
  localName?: string;
  nodeValue: string | null;
  childNodes: Iterable<SvgNode>;
  getAttribute(name: string): string | null;
}

/** What an element hands down to those inside it. */
export interface Style {
  color: string;
  fill: string;
  stroke: string;
  /** Of lines, in pixels. */
  width: number;
  dash: number[] | null;
  cap: string;
  join: string;
  miter: number;
  opacity: number;
  fillOpacity: number;
  strokeOpacity: number;
  size: number;
  bold: boolean;
  mono: boolean;
  italic: boolean;
  underlined: boolean;
  anchor: string;
  /** Whether a letter's outline lies below it: the halo around numbers. */
  haloed: boolean;
}

const PLAIN: Style = {
  color: "#000000",
  fill: "#000000",
  stroke: "none",
  width: 1,
  dash: null,
  cap: "butt",
  join: "miter",
  miter: 4,
  opacity: 1,
  fillOpacity: 1,
  strokeOpacity: 1,
  size: 16,
  bold: false,
  mono: false,
  italic: false,
  underlined: false,
  anchor: "start",
  haloed: false,
};

/** An attribute as a number; what is missing is 0 or `otherwise`. */
export function numberOf(node: SvgNode, name: string, otherwise = 0): number {
  const text = node.getAttribute(name);
  return text === null || text === "" ? otherwise : parseFloat(text);
}

/** A length of text in pixels: a number, or `em` or `%` of a size. */
export function textLength(text: string | null, size: number): number {
  if (text === null || text === "") return 0;
  const value = parseFloat(text);
  return text.endsWith("em") ? value * size : text.endsWith("%") ? value / 100 * size : value;
}

/** The style of an element inside another. */
export function inherited(node: SvgNode, above: Style = PLAIN): Style {
  const own = (name: string) => {
    const text = node.getAttribute(name);
    return text === null || text === "" ? undefined : text;
  };
  const number = (name: string, otherwise: number) =>
    own(name) === undefined ? otherwise : parseFloat(own(name)!);
  const dash = own("stroke-dasharray");
  const size = own("font-size");
  return {
    color: own("color") ?? above.color,
    fill: own("fill") ?? above.fill,
    stroke: own("stroke") ?? above.stroke,
    width: number("stroke-width", above.width),
    dash: dash === undefined ? above.dash : dash === "none" ? null : dash.split(/[ ,]+/).map(Number),
    cap: own("stroke-linecap") ?? above.cap,
    join: own("stroke-linejoin") ?? above.join,
    miter: number("stroke-miterlimit", above.miter),
    opacity: above.opacity * number("opacity", 1),
    fillOpacity: number("fill-opacity", above.fillOpacity),
    strokeOpacity: number("stroke-opacity", above.strokeOpacity),
    size: size === undefined ? above.size : textLength(size, above.size),
    bold: own("font-weight") === undefined ? above.bold : /bold|[6-9]00/.test(own("font-weight")!),
    mono: own("font-family") === undefined ? above.mono : own("font-family")!.includes("Mono"),
    italic: own("font-style") === undefined ? above.italic : /italic|oblique/.test(own("font-style")!),
    underlined: own("text-decoration") === undefined
      ? above.underlined
      : own("text-decoration")!.includes("underline"),
    anchor: own("text-anchor") ?? above.anchor,
    haloed: own("paint-order") === undefined ? above.haloed : own("paint-order")!.startsWith("stroke"),
  };
}
