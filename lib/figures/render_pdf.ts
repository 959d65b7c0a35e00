import { Buffer } from "node:buffer";
import { familyWith, fontNamed, ownFont } from "./font_files.ts";
import { fontFile } from "../fonts/project_fonts.ts";
import type { Provenance } from "./provenance.ts";
import { lettersIn } from "./with_font.ts";

/** Points of a PDF per pixel of a figure: a CSS pixel is 1/96 of an inch. */
const POINTS = 0.75;

/** The figures' own fonts, and what stands for them. */
const OWN = /^(DejaVu Sans( Mono)?|(sans-)?serif|system-ui|monospace)$/;

/** The same bytes on every run. */
const NO_DATE = new Date(0);

/** What is asked of pdfkit's document, and of svg-to-pdfkit. */
interface PdfDocument {
  on(event: "data" | "end", listener: (bytes: Uint8Array) => void): this;
  end(): void;
  registerFont(name: string, path: string, face?: string): unknown;
}
type Draw = (document: PdfDocument, svg: string, x: number, y: number, options: {
  fontCallback(family: string, bold: boolean, italic: boolean, look: { fauxBold: boolean }): string;
  warningCallback(words: string): void;
}) => void;

/** A figure's SVG as a PDF page of its size: lines stay lines, text stays text, in the fonts that it names; what it is, of which paper, and where its numbers come from, stand in the file too. */
export async function renderPdf(
  svg: string,
  sources: readonly Provenance[] = [],
  paper = "",
): Promise<Uint8Array> {
  const [, unknown] = /<(foreignObject|style|filter|mask|textPath)\b/.exec(svg) ?? [];
  if (unknown) throw new RangeError(`renderPdf: wanted shapes, text, groups and pictures, found ${unknown}`);
  const [{ default: Document }, { default: draw }] = await Promise.all([
    import("pdfkit") as unknown as Promise<
      { default: new (options: Record<string, unknown>) => PdfDocument }
    >,
    import("svg-to-pdfkit") as unknown as Promise<{ default: Draw }>,
  ]);
  const keywords = [...sources.length > 0 ? [`numbers: ${sources.join(", ")}`] : [], paper].filter(Boolean)
    .join("; ");
  const [, width, height] = /^<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
  const document = new Document({
    size: [width * POINTS, height * POINTS],
    margin: 0,
    font: fontFile(),
    info: {
      ...{ Title: said(svg, "title"), Subject: said(svg, "desc"), Creator: "judgebias", Producer: "pdfkit" },
      ...(keywords ? { Keywords: keywords } : {}),
      ...{ CreationDate: NO_DATE, ModDate: NO_DATE },
    },
  });
  const parts: Uint8Array[] = [];
  const done = new Promise<void>((resolve) =>
    document.on("data", (part) => parts.push(part)).on("end", () => resolve())
  );
  draw(document, lettersIn(withHalosBelow(svg), foreign(svg)), 0, 0, {
    fontCallback(families, bold, italic, look) {
      const family = families.split(",")[0].trim().replace(/^['"](.*)['"]$/, "$1");
      if (OWN.test(family)) return fontFile(bold, italic, /mono/i.test(family));
      const { path, name, weight } = fontNamed(family, bold, italic);
      look.fauxBold = bold && weight < 600;
      // Of a collection its name tells which.
      document.registerFont(name, path, /\.ttc$/i.test(path) ? name : undefined);
      return name;
    },
    warningCallback(words) {
      throw new RangeError(`renderPdf: wanted a picture that can be drawn as PDF, found: ${words}`);
    },
  });
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(parts));
}

/** The font of a letter that none of a picture's has, as browsers and PNG find one. */
function foreign(svg: string): (letter: string) => string | undefined {
  const families = [...svg.matchAll(/ font-family="'?([^'",]+)/g)].map(([, family]) => family);
  const others = [...new Set(families)].filter((one) => !OWN.test(one));
  const fonts = [ownFont(), ...others.map((one) => fontNamed(one))];
  return (letter) =>
    /\p{M}/u.test(letter) || fonts.some(({ has }) => has(letter)) ? undefined : familyWith(letter);
}

function said(svg: string, element: "title" | "desc"): string {
  const [, text = ""] = new RegExp(`<${element} [^>]*>([^<]*)`).exec(svg) ?? [];
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
}

const ENTITIES = { lt: "<", gt: ">", quot: '"', amp: "&" };

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
