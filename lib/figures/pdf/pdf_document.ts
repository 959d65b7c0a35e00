import { fontFile } from "../../fonts/project_fonts.ts";

/** The part of pdfkit's document (0.20) that figures are drawn with; lengths in its current scale. */
export interface PdfDocument {
  save(): this;
  restore(): this;
  translate(x: number, y: number): this;
  scale(x: number, y: number): this;
  rotate(degrees: number): this;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): this;
  path(d: string): this;
  rect(x: number, y: number, width: number, height: number): this;
  roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
  ellipse(x: number, y: number, rx: number, ry: number): this;
  moveTo(x: number, y: number): this;
  lineTo(x: number, y: number): this;
  polygon(...points: [number, number][]): this;
  clip(): this;
  fill(): this;
  stroke(): this;
  fillAndStroke(): this;
  fillColor(color: PdfColor, opacity?: number): this;
  strokeColor(color: PdfColor, opacity?: number): this;
  lineWidth(width: number): this;
  lineCap(cap: string): this;
  lineJoin(join: string): this;
  miterLimit(limit: number): this;
  dash(lengths: number[]): this;
  undash(): this;
  linearGradient(x1: number, y1: number, x2: number, y2: number): PdfGradient;
  font(file: string): this;
  fontSize(size: number): this;
  widthOfString(text: string): number;
  text(text: string, x: number, y: number, options: Record<string, unknown>): this;
  image(source: string, x: number, y: number, options: Record<string, unknown>): this;
  markContent(tag: string): this;
  endMarkedContent(): this;
  end(): void;
  on(event: "data", listener: (bytes: Uint8Array) => void): this;
  on(event: "end", listener: () => void): this;
}

/** A colour as text or as red, green and blue up to 255; or a gradient. */
export type PdfColor = string | [number, number, number] | PdfGradient;

/** A gradient along a line. */
export interface PdfGradient {
  stop(at: number, color: PdfColor): this;
}

/** Points of a PDF per pixel of a figure: a CSS pixel is 1/96 of an inch. */
export const POINTS = 0.75;

/** The same bytes on every run. */
const NO_DATE = new Date(0);

/**
 * A PDF of one page, as large as the figure, drawn by `draw` in the figure's pixels. pdfkit is loaded on first use; fonts are
 * the figures' own, of which the letters that occur are embedded.
 */
export async function pdfPage(
  { width, height, title }: { width: number; height: number; title: string },
  draw: (document: PdfDocument) => void,
): Promise<Uint8Array> {
  const { default: Document } = await import("pdfkit") as {
    default: new (options: Record<string, unknown>) => PdfDocument;
  };
  const document = new Document({
    size: [width * POINTS, height * POINTS],
    margin: 0,
    font: fontFile(),
    info: { Title: title, Creator: "judgebias", Producer: "pdfkit", CreationDate: NO_DATE, ModDate: NO_DATE },
  });
  const parts: Uint8Array[] = [];
  const done = new Promise<void>((resolve) =>
    document.on("data", (part) => parts.push(part)).on("end", resolve)
  );
  document.scale(POINTS, POINTS);
  draw(document);
  document.end();
  await done;
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
