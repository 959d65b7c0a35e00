import { ownFacts } from "../progress/own_facts.ts";

/** Characters that are commands, and signs that pdfLaTeX has in mathematics alone; blanks that keep decimals below each other. */
const SIGNS: Readonly<Record<string, string>> = ownFacts("latex");

/** Text in which no character is a command, and none is missing from pdfLaTeX's fonts that stands above. */
export function escaped(text: string): string {
  return text.replace(
    /Φ\u0303|--|[%#$&_{}]|[^\w\s.,;:!?()[\]/+*'"=@`-]|[\u00a0\u2002-\u202f]/gu,
    (sign) => SIGNS[sign] ?? (/[%#$&_{}]/.test(sign) ? `\\${sign}` : sign),
  ).replace(/\s+/g, " ");
}

/** Text of a picture, with its subscripts and signs. */
export function tex(text: string): string {
  return text.split(/(_\{[^}]*\})/).map((part, i) =>
    i % 2 === 1 ? `$_{\\mathrm{${escaped(part.slice(2, -1))}}}$` : escaped(part)
  ).join("");
}
