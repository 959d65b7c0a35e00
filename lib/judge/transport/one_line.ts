const LONGEST = 300;

/**
 * A text from outside as one line that a terminal can show: no line breaks, no control or direction characters (an
 * escape sequence could rewrite the screen), and not longer than a line or two.
 */
export function oneLine(text: string, longest = LONGEST): string {
  // Before the cut: what stands behind it need not be looked at, but white space in front of it may be long.
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
