export const FORMATTINGS = ["lists", "bold", "headings"] as const;

/** One of them. */
export type Formatting = (typeof FORMATTINGS)[number];

const OPENING = /^\S+(?:[^\S\n]+\S+){0,2}/;

/** Markup that is part of what is said: code, tables, formulas. Such texts are left alone. */
const SAID_BY_MARKUP = /```|~~~|`[^`]|^\s*\|.*\|\s*$|\$[^$\s]|\\\(|\\\[/m;

/**
 * A text in other markup of Markdown and nothing else: every sentence a point of a list (`lists`), its first three words in
 * bold (`bold`), or the first sentence of every paragraph a heading (`headings`). The words, their order and the paragraphs
 * stay; it is checked that taking the markup away (`withoutMarkup`) gives the same words again. Null for a text that the
 * markup would not change (a single sentence has no list), that holds code, tables or formulas, or whose own characters
 * would be taken for markup.
 */
export function formatted(text: string, formatting: Formatting): string | null {
  if (SAID_BY_MARKUP.test(text)) return null;
  const plain = withoutMarkup(text);
  const segmenter = new Intl.Segmenter("und", { granularity: "sentence" });
  const paragraphs = plain.split(/\n{2,}/).map((paragraph) =>
    Array.from(segmenter.segment(paragraph), ({ segment }) => segment).filter((one) => one.trim() !== "")
  );
  const several = paragraphs.flat().length > 1;
  if (!several && formatting !== "bold" || paragraphs.flat().length === 0) return null;
  const made = paragraphs.map((sentences) => FORMATS[formatting](sentences)).join("\n\n");
  return letters(withoutMarkup(made)) === letters(plain) ? made : null;
}

const FORMATS: Record<Formatting, (sentences: string[]) => string> = {
  lists: (sentences) => sentences.map((sentence) => `- ${sentence.trim()}`).join("\n"),
  bold: (sentences) => sentences.map((sentence) => sentence.replace(OPENING, "**$&**")).join(""),
  headings: ([first, ...others]) => `### ${first.trim()}\n\n${others.join("")}`.trim(),
};

/**
 * A text without the markup of Markdown that shows how and not what: headings, points of lists, quotes, bold and italics.
 * Line breaks stay; marks within words and between numbers (`snake_case`, `2*3*4`) are no markup.
 */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").split("\n").map((line) => {
    const bare = line.replace(/^\s*(?:(?:#{1,6}|[-*+•>])[ \t]+)?/, "").replace(/(?<=\S)[ \t]+#+$/, "");
    return bare.replaceAll(EMPHASIS, "$2").trimEnd();
  }).join("\n").trim();
}

/** Marks in pairs around text, at the edges of words. */
const EMPHASIS = /(?<![\p{L}\p{N}*_])(\*\*\*|\*\*|\*|__|_)(?=\S)([^*_\n]*[^*_\s])\1(?![\p{L}\p{N}*_])/gu;

function letters(text: string): string {
  return text.replace(/\s+/g, "");
}
