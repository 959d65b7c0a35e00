import { Buffer } from "node:buffer";
import { fontFile } from "../fonts/project_fonts.ts";

/** Points of a PDF per pixel of a figure: a CSS pixel is 1/96 of an inch. */
const POINTS = 0.75;

/** The same bytes on every run. */
const NO_DATE = new Date(0);

/** What is asked of pdfkit's document, and of svg-to-pdfkit. */
interface PdfDocument {
  on(event: "data" | "end", listener: (bytes: Uint8Array) => void): this;
  end(): void;
}
type Draw = (document: PdfDocument, svg: string, x: number, y: number, options: {
  fontCallback(family: string, bold: boolean, italic: boolean): string;
  warningCallback(words: string): void;
}) => void;

/** A figure's SVG as a PDF page of its size: lines stay lines, text stays text, in the figures' own fonts. */
export async function renderPdf(svg: string, title: string): Promise<Uint8Array> {
  const [, unknown] = /<(foreignObject|style|filter|mask|textPath)\b/.exec(svg) ?? [];
  if (unknown) throw new RangeError(`renderPdf: wanted shapes, text, groups and pictures, found ${unknown}`);
  const [{ default: Document }, { default: draw }] = await Promise.all([
    import("pdfkit") as unknown as Promise<
      { default: new (options: Record<string, unknown>) => PdfDocument }
    >,
    import("svg-to-pdfkit") as unknown as Promise<{ default: Draw }>,
  ]);
  const [, width, height] = /^<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const document = new Document({
    size: [width * POINTS, height * POINTS],
    margin: 0,
    font: fontFile(),
    info: { Title: title, Creator: "judgebias", Producer: "pdfkit", CreationDate: NO_DATE, ModDate: NO_DATE },
  });
  const parts: Uint8Array[] = [];
  const done = new Promise<void>((resolve) =>
    document.on("data", (part) => parts.push(part)).on("end", () => resolve())
  );
  draw(document, withHalosBelow(svg), 0, 0, {
    fontCallback: (family, bold, italic) => fontFile(bold, italic, family.includes("Mono")),
    warningCallback(words) {
      throw new RangeError(`renderPdf: wanted a picture that can be drawn as PDF, found: ${words}`);
    },
  });
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(parts));
}

/** Letters with their outline as a copy below them, since a PDF would paint it above. */
function withHalosBelow(svg: string): string {
  return svg.replace(
    /<(g|text) ([^>]*)paint-order="stroke"([^>]*)>[^]*?<\/\1>/g,
    (haloed, name, before, after) => {
      const bare = `${before}${after}`.replace(/ ?stroke[a-z-]*="[^"]*"/g, "");
      return haloed + `<${name} ${bare}>` + haloed.slice(haloed.indexOf(">") + 1);
    },
  );
}
