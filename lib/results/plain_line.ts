/**
 * A line without what Markdown puts around it: `> ## **Score:** \`8\`` → `Score: 8`. Brackets stay, and so does every word;
 * escaped characters (`\[`, `\$`) lose the backslash. A mark between two digits stays: `8*5` is no 85.
 */
export function plainLine(line: string): string {
  if (line === "") return line;
  return line
    .replace(/\\([[\]$*_{}#(). -])/g, "$1")
    .replace(/^(?:[\s>#]+|[-+*]\s+)+/, "") // a bullet, but not the sign of -3
    .replace(/(?<!\d)[*_`]+|[*_`]+(?!\d)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The lines of a text, plain; a heading in the middle of a line (`good. ### Score: 8`) begins one of its own. */
export function plainLines(text: string): string[] {
  return text.replace(/(?<!#)(#{2,4}\s*(?:\*+\s*)?[A-Z])/g, "\n$1").split(/\r\n|\r|\n/).map(plainLine);
}
