import { escapeXml, richText } from "./svg_text.ts";

/** Elements that librsvg cannot use or that a standalone picture does not need. */
const DROPPED = new Set(["style", "foreignobject", "script"]);

/** A node of linkedom, which is an element or a text. */
type NodeLike = Node & Partial<Pick<Element, "attributes" | "localName">>;

/** An element of Plot's as text with stable bytes: two decimals, ids renumbered behind `prefix`, text escaped (linkedom does not), no style sheets. */
export function serializeSvg(element: Node, prefix = "p"): string {
  const ids = new Map<string, string>();
  const rename = (id: string) => {
    const known = ids.get(id) ?? `${prefix}-${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  collectIds(element, rename);
  return written(element, ids);
}

function collectIds(node: NodeLike, rename: (id: string) => string): void {
  for (const { name, value } of Array.from(node.attributes ?? [])) if (name === "id") rename(value);
  for (const child of Array.from(node.childNodes)) collectIds(child, rename);
}

function written(node: NodeLike, ids: Map<string, string>): string {
  if (node.nodeType === 3) {
    const parent = node.parentNode?.nodeName.toLowerCase();
    return parent === "text" || parent === "tspan"
      ? richText(node.nodeValue ?? "")
      : escapeXml(node.nodeValue ?? "");
  }
  const name = node.localName ?? node.nodeName;
  if (node.nodeType !== 1 || DROPPED.has(name.toLowerCase())) return "";
  const attributes = Array.from(node.attributes ?? [])
    .filter(({ name }) => name !== "class" && name !== "xmlns")
    .map(({ name, value }) => ` ${name}="${escapeXml(attribute(name, value, ids))}"`);
  const children = Array.from(node.childNodes).map((child) => written(child, ids)).join("");
  return children === ""
    ? `<${name}${attributes.join("")}/>`
    : `<${name}${attributes.join("")}>${children}</${name}>`;
}

function attribute(name: string, value: string, ids: Map<string, string>): string {
  if (name === "id") return ids.get(value)!;
  const renamed = value.replace(
    /url\(#([^)]+)\)/g,
    (whole, id) => ids.has(id) ? `url(#${ids.get(id)})` : whole,
  );
  if (name === "href" && renamed.startsWith("#")) return `#${ids.get(renamed.slice(1)) ?? renamed.slice(1)}`;
  if (/^(fill|stroke|font-family|aria-)/.test(name) && !/opacity|width|dash/.test(name)) return renamed;
  return renamed.replace(
    /-?\d+\.\d{3,}(?:e-?\d+)?/g,
    (number) => String(Math.round(Number(number) * 100) / 100 + 0),
  );
}
