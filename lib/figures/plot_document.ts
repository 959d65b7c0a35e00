import type * as PlotModule from "@observablehq/plot";
import { FONT, INK, SIZE } from "./theme.ts";
import { escapeXml, richText } from "./svg_text.ts";

let document: Document | undefined;

export async function plotDocument(): Promise<Document> {
  if (!document) {
    const { parseHTML } = await import("linkedom");
    document = parseHTML("<!doctype html><html><body></body></html>").document;
  }
  return document;
}

/**
 * Observable Plot with the house's defaults: font, ink, quiet axes. A warning of Plot's (an ordinal scale with numbers, a
 * channel without data) is an error: it would be a mark that is silently wrong.
 */
export async function themedPlot(
  options: (plot: typeof PlotModule) => PlotModule.PlotOptions,
): Promise<SVGSVGElement | HTMLElement> {
  const Plot = await import("@observablehq/plot");
  const own = { document: await plotDocument(), color: { type: "identity" as const }, ...options(Plot) };
  const warnings: string[] = [];
  const warn = console.warn;
  console.warn = (...words: unknown[]) => void warnings.push(words.join(" "));
  let svg: SVGSVGElement | HTMLElement;
  // Nothing may be awaited in here: charts are drawn side by side, and another one would take this one's warnings.
  try {
    svg = Plot.plot(own);
  } finally {
    console.warn = warn;
  }
  if (warnings.length > 0) {
    throw new Error(`themedPlot: wanted a chart without warnings, found: ${warnings.join("; ")}`);
  }
  // Plot marks its own warnings with a sign in the picture.
  if (svg.textContent?.includes("⚠")) {
    throw new Error("themedPlot: wanted a chart without warnings, found one in it");
  }
  // One layout of axes for all charts: numbers at the ends of lines, no dashes, and titles in grey.
  for (const dashes of svg.querySelectorAll('[aria-label$="-axis tick"]')) dashes.remove();
  for (const title of svg.querySelectorAll('[aria-label$="-axis label"]')) {
    title.setAttribute("fill", INK.soft);
  }
  // As attributes: librsvg knows nothing of Plot's style sheet.
  const look = { "font-family": FONT, "font-size": String(SIZE.axis), color: INK.text, overflow: "visible" };
  for (const [name, value] of Object.entries(look)) svg.setAttribute(name, value);
  return svg;
}

const DROPPED = new Set(["style", "foreignobject", "script"]);

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
