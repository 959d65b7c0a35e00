import { useProjectFonts } from "../fonts/project_fonts.ts";

/** Letters as coverage: 0 is none, 255 full; the picture ends where the ink does. */
export interface TextMask {
  width: number;
  height: number;
  coverage: Uint8Array;
}

/**
 * Sets text in the project's font (letters that it lacks in the system's), centred, wrapped at `width` pixels between words,
 * or inside a word that is wider alone; any script, in its own direction.
 */
export async function textMask(
  text: string,
  { size, width }: { size: number; width?: number },
): Promise<TextMask> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  // At 72 dots per inch a point is a pixel. The text is Pango markup.
  const { data, info } = await sharp({
    text: {
      text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      font: `DejaVu Sans ${size}`,
      dpi: 72,
      align: "centre",
      wrap: "word-char",
      ...(width === undefined ? {} : { width }),
    },
  }).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    coverage: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}

/** Size at which letters are compared: large enough that no letter has the frame of another's box. */
const COMPARED = 32;

/** What has been found out of letters beyond ASCII, which every font has. */
const known = new Map<string, Promise<boolean>>();

/**
 * The letters of a text that no font at hand can draw: they would become boxes with their number in it. Spaces, marks that join
 * others and characters without a shape of their own are passed over.
 */
export async function missingLetters(text: string): Promise<string[]> {
  const letters = [...new Set(text.match(/[^\p{ASCII}\p{M}\p{Z}\p{Cc}\p{Cf}]/gu) ?? [])];
  const missing = await Promise.all(letters.map((letter) => {
    const answer = known.get(letter) ?? isMissing(letter);
    known.set(letter, answer);
    return answer;
  }));
  return letters.filter((_, i) => missing[i]);
}

/** Whether a letter comes out as the box that stands for a letter which no font has, one of as many digits. */
async function isMissing(letter: string): Promise<boolean> {
  const nobodys = String.fromCodePoint(letter.codePointAt(0)! > 0xffff ? 0x10f0f1 : 0xe0f1);
  const [drawn, box] = await Promise.all([letter, nobodys].map((one) => textMask(one, { size: COMPARED })));
  return letter === nobodys || drawn.width === box.width && drawn.height === box.height &&
      frame(drawn) === frame(box);
}

function frame({ width, height, coverage }: TextMask): string {
  return coverage.filter((_, i) => {
    const x = i % width, y = Math.floor(i / width);
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  }).join();
}
