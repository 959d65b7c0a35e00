/** What is asked of a parsed SVG's nodes. */
export interface SvgNode {
  nodeType: number;
  localName?: string;
  nodeValue: string | null;
  childNodes: Iterable<SvgNode>;
  getAttribute(name: string): string | null;
}

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

/** An attribute that an element hands down: what it is where nobody says, and how it is read, from what is above too. */
const handed = <T>(attribute: string, initial: T, read: (text: string, above: T) => T) => ({
  attribute,
  initial,
  read,
});
const text = (attribute: string, initial: string) => handed(attribute, initial, (text) => text);
const number = (attribute: string, initial: number) => handed(attribute, initial, parseFloat);
const yes = (attribute: string, sign: RegExp) => handed(attribute, false, (text) => sign.test(text));

const STYLES = {
  color: text("color", "#000000"),
  fill: text("fill", "#000000"),
  stroke: text("stroke", "none"),
  /** Of lines, in pixels. */
  width: number("stroke-width", 1),
  dash: handed<number[] | null>(
    "stroke-dasharray",
    null,
    (text) => text === "none" ? null : text.split(/[ ,]+/).map(Number),
  ),
  cap: text("stroke-linecap", "butt"),
  join: text("stroke-linejoin", "miter"),
  miter: number("stroke-miterlimit", 4),
  opacity: handed("opacity", 1, (text, above) => above * parseFloat(text)),
  fillOpacity: number("fill-opacity", 1),
  strokeOpacity: number("stroke-opacity", 1),
  size: handed("font-size", 16, textLength),
  bold: yes("font-weight", /bold|[6-9]00/),
  mono: yes("font-family", /Mono/),
  italic: yes("font-style", /italic|oblique/),
  underlined: yes("text-decoration", /underline/),
  anchor: text("text-anchor", "start"),
  /** Whether a letter's outline lies below it: the halo around numbers. */
  haloed: yes("paint-order", /^stroke/),
};

/** What an element hands down to those inside it. */
export type Style = { [Name in keyof typeof STYLES]: typeof STYLES[Name]["initial"] };

/** The style of an element inside another. */
export function inherited(node: SvgNode, above?: Style): Style {
  return Object.fromEntries(
    Object.entries(STYLES).map(([name, { attribute, initial, read }]) => {
      const before = above?.[name as keyof Style] ?? initial, own = node.getAttribute(attribute);
      return [name, own ? read(own, before as never) : before];
    }),
  ) as Style;
}
