import { refusing, said } from "../results/said.ts";
import type { Sharp } from "sharp";
import { fontFile, useProjectFonts } from "../fonts/project_fonts.ts";
import { Buffer } from "node:buffer";
import type { Provenance } from "./provenance.ts";
import { sayOnce } from "../progress/say_once.ts";
import { hasLetter } from "./text_width.ts";
import { existsSync } from "node:fs";

const SCALE = 2;

/** Of a figure that is as wide as its PDF where it is set: its pixels are 96 to the inch. */
export const DPI: number = 96 * SCALE;

export async function renderPng(svg: string, dpi = DPI): Promise<Uint8Array> {
  const lacking = lackingLetters(svg);
  if (lacking) sayOnce(said("png_letters", { lacking }));
  // Level 9 takes twice the time of level 6 and saves 5% of the bytes.
  const made = (await rasterized(svg, dpi / 96)).png({ compressionLevel: 6 });
  // By its usual pixels to the inch, or by name, a file of ours is known as such.
  const named = dpi === DPI ? {} : { exif: { IFD0: { Software: "judgebias" } } };
  const png = await made.withMetadata({ density: dpi, ...named }).toBuffer();
  return new Uint8Array(png);
}

/** The pixels that a PNG of an SVG has, not packed yet, or fewer: `scale` is how many there are per pixel of the figure. */
export async function rasterized(svg: string, scale = SCALE): Promise<Sharp> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  return sharp(new TextEncoder().encode(svg), { density: 72 * scale }).removeAlpha();
}

function lackingLetters(svg: string): string {
  const texts = [...svg.matchAll(/<text\b[^]*?<\/text>/g)].join("").replace(/<title>[^<]*|<[^>]*>/g, "");
  const lacking = [...texts].filter((one) => one > "~" && !/\p{M}/u.test(one) && !hasLetter(one));
  return [...new Set(lacking)].slice(0, 3).join(" ");
}

const POINTS = 0.75, NO_DATE = new Date(0);

interface PdfDocument {
  on(event: "data" | "end", listener: (bytes: Uint8Array) => void): this;
  end(): void;
}
type Draw = (document: PdfDocument, svg: string, x: number, y: number, options: {
  fontCallback(family: string, bold: boolean, italic: boolean): string;
  warningCallback(words: string): void;
}) => void;

/** A figure's SVG as a PDF page of its size: lines stay lines, text stays text, in its fonts; what it is, of which paper, and where its numbers come from, stand in the file too. */
export async function renderPdf(
  svg: string,
  sources: readonly Provenance[] = [],
  paper = "",
): Promise<Uint8Array> {
  const [, unknown] = /<(foreignObject|style|filter|mask|textPath)\b/.exec(svg) ?? [];
  if (unknown) throw refusing("pdf_elements", { unknown });
  const lacking = lackingLetters(svg);
  if (lacking) throw refusing("pdf_letters", { lacking });
  const [{ default: Document }, { default: draw }] = await Promise.all([
    import("pdfkit") as unknown as Promise<{ default: new (options: object) => PdfDocument }>,
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
      ...{ Title: wordsOf(svg, "title"), Subject: wordsOf(svg, "desc"), Creator: "judgebias" },
      ...{ Producer: "pdfkit", ...(keywords ? { Keywords: keywords } : {}) },
      ...{ CreationDate: NO_DATE, ModDate: NO_DATE },
    },
  });
  const parts: Uint8Array[] = [];
  const done = new Promise<void>((resolve) =>
    document.on("data", (part) => parts.push(part)).on("end", () => resolve())
  );
  draw(document, withHalosBelow(svg), 0, 0, {
    fontCallback: (family, bold, italic) => fontFile(bold, italic, /mono/i.test(family)),
    warningCallback(words) {
      throw refusing("pdf_picture", { words });
    },
  });
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(parts));
}

function wordsOf(svg: string, element: "title" | "desc"): string {
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

const EXTENSIONS = ["png", "jpg", "jpeg", "webp", "gif", "tif", "tiff"];

/** The longest side of a picture of one's own: twice what a figure shows, and more for those that zoom in. */
const LONGEST = 900;

/**
 * A picture of one's own for an example card, as a data URI: `<folder>/<name>.png` (or .jpg, .webp, …). Null where the folder
 * has none of that name.
 *
 * @throws {RangeError} when the file cannot be read as a picture
 */
export async function ownPicture(folder: string, name: string): Promise<string | null> {
  const path = EXTENSIONS.map((ending) => `${folder}/${name}.${ending}`).find((file) => existsSync(file));
  return path === undefined ? null : (await embedded(path, LONGEST)).href;
}

export async function embedded(
  picture: string | Uint8Array,
  longest: number,
): Promise<{ href: string; width: number; height: number }> {
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(picture).autoOrient()
      .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" }).jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return { href: `data:image/jpeg;base64,${data.toString("base64")}`, width, height };
  } catch (error) {
    const name = typeof picture === "string" ? `${picture}: ` : "";
    throw refusing("own_picture", { name }, { cause: error });
  }
}
