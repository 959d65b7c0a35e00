import { readFileSync } from "node:fs";
import type { Section } from "./report_types.ts";

/** BibTeX keys of the papers that a report may cite. */
const KEYS = {
  birch: "zou2026informativeness",
  "mm-judgebias": "lee2026mmjudgebias",
  philautia: "koyama2026preference",
  "multi-crit": "xiong2025multicrit",
} as const;

/** A paragraph on methods fit for a paper, with the BibTeX of what it cites. */
export function methodsOf(
  sections: readonly Section[],
  { alpha, seed, version }: { alpha: number; seed: number; version: string },
): { text: string; bibtex: string } {
  const tested =
    sections.flatMap(({ lines }) => lines).filter(({ pAdjusted }) => !Number.isNaN(pAdjusted)).length;
  const cited = new Set<keyof typeof KEYS>();
  const clauses = sections.filter(({ lines }) => lines.length > 0).map(({ question }) => {
    const papers = question.cite.filter((name): name is keyof typeof KEYS => name in KEYS);
    for (const name of papers) cited.add(name);
    return `${capital(question.method)}${papers.map((name) => ` [@${KEYS[name]}]`).join("")}.`;
  });
  const text = [
    ...new Set(clauses),
    `Intervals are ${
      level(alpha)
    } and allow for correlation within images (or items, where images are not named), with degrees of freedom for few and unequal clusters.`,
    tested > 0
      ? `The ${tested} tests of this report are adjusted together (Holm), so that the chance of any false finding is at most ${alpha}; a bias is called absent where its whole interval lies within the stated range of practical absence.`
      : "Nothing was tested.",
    `Computed with judgebias ${version}, seed ${seed}.`,
  ].join(" ");
  return { text, bibtex: entries([...cited].map((name) => KEYS[name])) };
}

function level(alpha: number): string {
  return `${Number((100 * (1 - alpha)).toPrecision(6))}%`;
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1);
}

/** The entries with these keys, as they stand in the project's list of papers. */
function entries(keys: readonly string[]): string {
  const all = readFileSync(new URL("../../papers.bib", import.meta.url), "utf8").split(/\n(?=@)/);
  return keys.map((key) => all.find((entry) => entry.includes(`{${key},`))?.trim() ?? "").filter(Boolean)
    .join("\n\n");
}
