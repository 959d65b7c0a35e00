import { fontFile } from "../../fonts/project_fonts.ts";
import type { PdfDocument } from "./pdf_document.ts";
import { inherited, type Style, type SvgNode, textLength } from "./svg_style.ts";

/** A stretch of text in one style, and how far the pen moves before it. */
interface Run {
  text: string;
  style: Style;
  dx: number;
  dy: number;
}

/** Runs that are placed together: from an x of their own to the next. */
interface Chunk {
  x: number;
  y: number;
  runs: Run[];
}

/** Draws a text element: its chunks, each by its anchor, on one line unless a tspan has a y of its own. */
export function drawText(document: PdfDocument, node: SvgNode, style: Style): void {
  for (const { x, y, runs } of chunksOf(node, style)) {
    const widths = runs.map((run) => widthOf(document, run));
    const width = runs.reduce((sum, { dx }, r) => sum + dx + widths[r], 0);
    let at = x - (style.anchor === "middle" ? width / 2 : style.anchor === "end" ? width : 0), line = y;
    runs.forEach((run, r) => {
      at += run.dx;
      line += run.dy;
      drawRun(document, run, at, line, widths[r]);
      at += widths[r];
    });
  }
}

function chunksOf(node: SvgNode, style: Style): Chunk[] {
  const chunks: Chunk[] = [];
  const walk = (element: SvgNode, style: Style, moved: { dx: number; dy: number }) => {
    const [x, y] = ["x", "y"].map((name) => element.getAttribute(name));
    if (chunks.length === 0 || x !== null || y !== null) {
      const last = chunks.at(-1);
      chunks.push({
        x: x === null ? last?.x ?? 0 : textLength(x, style.size),
        y: y === null ? last?.y ?? 0 : textLength(y, style.size),
        runs: [],
      });
    }
    moved = {
      dx: moved.dx + textLength(element.getAttribute("dx"), style.size),
      dy: moved.dy + textLength(element.getAttribute("dy"), style.size),
    };
    for (const child of element.childNodes) {
      if (child.nodeType === 3) {
        const text = (child.nodeValue ?? "").replace(/[\n\t]/g, " ");
        if (text === "") continue;
        chunks.at(-1)!.runs.push({ text, style, ...moved });
        moved = { dx: 0, dy: 0 };
      } else if (child.localName === "tspan") {
        walk(child, inherited(child, style), moved);
        moved = { dx: 0, dy: 0 };
      }
    }
  };
  walk(node, style, { dx: 0, dy: 0 });
  return chunks;
}

function set(document: PdfDocument, { size, bold, italic, mono }: Style): PdfDocument {
  return document.font(fontFile(bold, italic, mono)).fontSize(size);
}

function widthOf(document: PdfDocument, { text, style }: Run): number {
  return set(document, style).widthOfString(text);
}

function drawRun(document: PdfDocument, { text, style }: Run, x: number, y: number, width: number): void {
  const color = style.fill === "currentColor" ? style.color : style.fill;
  if (color === "none" || text.trim() === "") return;
  set(document, style);
  const options = { lineBreak: false, baseline: "alphabetic" };
  if (style.haloed && style.stroke !== "none") {
    // Not read out or copied a second time.
    document.markContent("Artifact").strokeColor(style.stroke, style.opacity * style.strokeOpacity)
      .lineWidth(style.width).lineJoin("round").undash()
      .text(text, x, y, { ...options, stroke: true, fill: false }).endMarkedContent();
  }
  document.fillColor(color, style.opacity * style.fillOpacity).text(text, x, y, options);
  if (style.underlined) {
    document.strokeColor(color).lineWidth(style.size / 16).undash().moveTo(x, y + style.size / 9)
      .lineTo(x + width, y + style.size / 9).stroke();
  }
}
