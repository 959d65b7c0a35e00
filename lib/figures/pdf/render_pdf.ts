import { drawText } from "./pdf_text.ts";
import { type PdfColor, type PdfDocument, pdfPage } from "./pdf_document.ts";
import { inherited, numberOf, type Style, type SvgNode } from "./svg_style.ts";

/**
 * Renders a figure's SVG to a PDF page of its size, for `\includegraphics`: lines stay lines, text stays text that can be
 * searched and copied. It knows what figures consist of (shapes, paths, text, clips, gradients, pictures), not all of SVG.
 *
 * @throws {RangeError} for an element that it does not know
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderPdf } from "@/figures/pdf/render_pdf.ts";
 *
 * const pdf = await renderPdf('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>', "A figure");
 * assert.equal(new TextDecoder().decode(pdf.slice(0, 5)), "%PDF-");
 * ```
 */
export async function renderPdf(svg: string, title: string): Promise<Uint8Array> {
  const { DOMParser } = await import("linkedom");
  const root: SvgNode = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const named = new Map<string, SvgNode>();
  collect(root, named);
  const size = { width: numberOf(root, "width"), height: numberOf(root, "height"), title };
  return await pdfPage(size, (document) => {
    for (const child of elements(root)) draw(document, child, inherited(root), named);
  });
}

const elements = (node: SvgNode) => Array.from(node.childNodes).filter(({ nodeType }) => nodeType === 1);

function collect(node: SvgNode, named: Map<string, SvgNode>): void {
  const id = node.getAttribute("id");
  if (id) named.set(id, node);
  for (const child of elements(node)) collect(child, named);
}

/** Elements that show nothing by themselves. */
const SILENT = ["title", "desc", "defs", "clipPath", "linearGradient", "pattern"];

function draw(document: PdfDocument, node: SvgNode, above: Style, named: ReadonlyMap<string, SvgNode>): void {
  const name = node.localName ?? "";
  if (SILENT.includes(name)) return;
  const style = inherited(node, above);
  document.save();
  const clip = node.getAttribute("clip-path");
  if (name === "svg") {
    document.translate(numberOf(node, "x"), numberOf(node, "y"));
    const [left, top, width, height] = (node.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
    if (height > 0) {
      document.scale(numberOf(node, "width", width) / width, numberOf(node, "height", height) / height)
        .translate(-left, -top);
    }
  }
  move(document, node.getAttribute("transform"));
  if (clip) clipTo(document, clip, named);
  if (name === "g" || name === "svg") {
    for (const child of elements(node)) draw(document, child, style, named);
  } else if (name === "text") drawText(document, node, style);
  else if (name === "image") {
    document.image(node.getAttribute("href") ?? "", numberOf(node, "x"), numberOf(node, "y"), {
      fit: [numberOf(node, "width"), numberOf(node, "height")],
      align: "center",
      valign: "center",
    });
  } else paint(document, node, style, named);
  document.restore();
}

function move(document: PdfDocument, transform: string | null): void {
  for (const [, name, list] of (transform ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = list.trim().split(/[ ,]+/).map(Number);
    if (name === "translate") document.translate(a, b);
    else if (name === "scale") document.scale(a, list.trim().split(/[ ,]+/).length > 1 ? b : a);
    else if (name === "rotate") document.translate(b, c).rotate(a).translate(-b, -c);
    else if (name === "matrix") document.transform(a, b, c, d, e, f);
    else throw new RangeError(`renderPdf: wanted translate, scale, rotate or matrix, found ${name}`);
  }
}

function clipTo(document: PdfDocument, reference: string, named: ReadonlyMap<string, SvgNode>): void {
  const clip = named.get(idOf(reference));
  if (!clip) return;
  for (const child of elements(clip)) outline(document, child);
  document.clip();
}

const idOf = (reference: string) => /#([^)]+)\)/.exec(reference)?.[1] ?? "";

/** Puts an element's outline into the document, without ink. */
function outline(document: PdfDocument, node: SvgNode): void {
  const at = (name: string) => numberOf(node, name);
  const shape = node.localName ?? "";
  if (shape === "rect") {
    const [x, y, width, height] = [at("x"), at("y"), at("width"), at("height")];
    const radius = Math.min(at("rx"), width / 2, height / 2);
    if (radius > 0) document.roundedRect(x, y, width, height, radius);
    else document.rect(x, y, width, height);
  } else if (shape === "circle") document.ellipse(at("cx"), at("cy"), at("r"), at("r"));
  else if (shape === "ellipse") document.ellipse(at("cx"), at("cy"), at("rx"), at("ry"));
  else if (shape === "line") document.moveTo(at("x1"), at("y1")).lineTo(at("x2"), at("y2"));
  else if (shape === "path") document.path(node.getAttribute("d") ?? "");
  else if (shape === "polygon" || shape === "polyline") {
    const numbers = (node.getAttribute("points") ?? "").trim().split(/[ ,]+/).map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, i): [number, number] => [
      numbers[2 * i],
      numbers[2 * i + 1],
    ]);
    if (shape === "polygon") document.polygon(...points);
    else points.forEach(([x, y], i) => i === 0 ? document.moveTo(x, y) : document.lineTo(x, y));
  } else throw new RangeError(`renderPdf: wanted a shape, text, a group or a picture, found ${shape}`);
}

/** Fills and strokes a shape. */
function paint(
  document: PdfDocument,
  node: SvgNode,
  style: Style,
  named: ReadonlyMap<string, SvgNode>,
): void {
  const fill = node.localName === "line" ? null : colorOf(document, style.fill, node, named, style);
  const stroke = style.width > 0 ? colorOf(document, style.stroke, node, named, style) : null;
  if (fill === null && stroke === null) return;
  if (fill !== null) document.fillColor(fill, style.opacity * style.fillOpacity);
  if (stroke !== null) {
    document.strokeColor(stroke, style.opacity * style.strokeOpacity).lineWidth(style.width).lineCap(
      style.cap,
    )
      .lineJoin(style.join).miterLimit(style.miter);
    if (style.dash) document.dash(style.dash);
    else document.undash();
  }
  outline(document, node);
  if (fill !== null && stroke !== null) document.fillAndStroke();
  else if (fill !== null) document.fill();
  else document.stroke();
}

/** A colour of pdfkit's; null for none. What is hatched is filled with the hatching's colour. */
function colorOf(
  document: PdfDocument,
  color: string,
  node: SvgNode,
  named: ReadonlyMap<string, SvgNode>,
  style: Style,
): PdfColor | null {
  if (color === "none" || color === "transparent") return null;
  if (color === "currentColor") return style.color;
  const found = color.startsWith("url(") ? named.get(idOf(color)) : undefined;
  if (!found) return plainColor(color);
  const inside = elements(found);
  if (found.localName !== "linearGradient") {
    return plainColor(
      inside.map((one) => one.getAttribute("stroke") ?? "").find((one) => one !== "") ?? "#999999",
    );
  }
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => numberOf(node, name));
  const along = (name: string, otherwise: number) => {
    const text = found.getAttribute(name) ?? "";
    return text === "" ? otherwise : text.endsWith("%") ? parseFloat(text) / 100 : Number(text);
  };
  const gradient = document.linearGradient(
    x + along("x1", 0) * width,
    y + along("y1", 0) * height,
    x + along("x2", 1) * width,
    y + along("y2", 0) * height,
  );
  for (const stop of inside) {
    const offset = stop.getAttribute("offset") ?? "0";
    const at = offset.endsWith("%") ? parseFloat(offset) / 100 : Number(offset);
    gradient.stop(at, plainColor(stop.getAttribute("stop-color") ?? "#000000"));
  }
  return gradient;
}

/** Names and hexadecimal colours as they are, rgb(…) as numbers. */
function plainColor(color: string): PdfColor {
  const rgb = /^rgba?\(([^)]*)\)$/.exec(color)?.[1].split(/[ ,/]+/).map(Number);
  return rgb ? [rgb[0], rgb[1], rgb[2]] : color;
}
