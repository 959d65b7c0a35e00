import { type TextMask, textMask } from "./text_mask.ts";

/** Size at which letters are compared: large enough that no letter has the frame of another's box. */
const SIZE = 32;

/** What has been found out of letters beyond ASCII, which every font has. */
const known = new Map<string, Promise<boolean>>();

/**
 * The letters of a text that no font at hand can draw: they would become boxes with their number in it.
 *
 * Spaces, marks that join others and characters without a shape of their own are passed over.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { missingLetters } from "@/perturb/missing_letters.ts";
 *
 * assert.deepEqual(await missingLetters("Größe, размер, μέγεθος"), []);
 * assert.deepEqual(await missingLetters("private: \ue0f1"), ["\ue0f1"]);
 * ```
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
  const point = letter.codePointAt(0)!;
  const nobodys = String.fromCodePoint(point > 0xffff ? 0x10f0f1 : 0xe0f1);
  if (letter === nobodys) return true;
  const [drawn, box] = await Promise.all([
    textMask(letter, { size: SIZE }),
    textMask(nobodys, { size: SIZE }),
  ]);
  return drawn.width === box.width && drawn.height === box.height && frame(drawn) === frame(box);
}

/** The outermost ring of pixels. */
function frame({ width, height, coverage }: TextMask): string {
  return coverage.filter((_, i) => {
    const x = i % width, y = Math.floor(i / width);
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  }).join();
}
