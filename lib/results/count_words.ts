/**
 * Number of words of a text: runs of characters between white space. Null for no text, 0 for an empty one.
 */
export function countWords(text: string | null | undefined): number | null {
  if (text === null || text === undefined) return null;
  let words = 0, inside = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const space = code === 32 || code >= 9 && code <= 13 || code >= 160 && OTHER_SPACE.has(code);
    if (!space && !inside) words++;
    inside = !space;
  }
  return words;
}

/** White space beyond ASCII, as `\s` and `trim` have it. */
const OTHER_SPACE = new Set([
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, i) => 0x2000 + i),
]);
