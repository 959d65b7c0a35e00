import { readFileSync } from "node:fs";
import { deltaText } from "./number_text.ts";
import { levelText } from "./report_words.ts";
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
  { alpha, seed, epsilon, version }: { alpha: number; seed: number; epsilon: number; version: string },
): { text: string; bibtex: string } {
  const lines = sections.flatMap((section) => section.lines);
  const tested = lines.filter(({ pAdjusted }) => !Number.isNaN(pAdjusted)).length;
  const cited = new Set<keyof typeof KEYS>();
  const clauses = sections.filter(({ lines }) => lines.length > 0).map(({ question: { method, cite } }) => {
    const papers = cite.filter((name): name is keyof typeof KEYS => name in KEYS);
    for (const name of papers) cited.add(name);
    return `${method[0].toUpperCase()}${method.slice(1).replace("ε", `ε = ${epsilon}`)}${
      papers.map((name) => ` [@${KEYS[name]}]`).join("")
    }.`;
  });
  const deltas = sections.filter(({ question, lines }) => !Number.isNaN(question.delta) && lines.length > 0)
    .map(({ question: { delta, unit } }) => deltaText(delta, unit));
  const text = [
    ...new Set(clauses),
    `Intervals are ${
      levelText(alpha)
    } and robust to correlation within images (or items, where images are not named): cluster-robust variances (CR2) with Satterthwaite's degrees of freedom, Wilson's limits for shares, added up for differences (MOVER); p-values invert the same limits. Intervals are not adjusted for their number.`,
    tested === 0
      ? "Nothing was tested."
      : `The ${tested} tests are adjusted together (Holm), so that the chance of any false finding is at most ${alpha}${
        deltas.length === 0
          ? ""
          : `; an effect is called absent where two one-sided tests, adjusted by Bonferroni, rule out one of ${
            [...new Set(deltas)].join(" or ")
          } or more`
      }.`,
    ...lines.some(({ parts }) => parts !== "")
      ? ["Parts of opposite sign are tested apart (Holm over the parts of each estimate)."]
      : [],
    `Computed with judgebias ${version}, seed ${seed}.`,
  ].join(" ");
  return { text, bibtex: entries([...cited].map((name) => KEYS[name])) };
}

/** The entries with these keys, as they stand in the project's list of papers. */
function entries(keys: readonly string[]): string {
  const all = readFileSync(new URL("../../papers.bib", import.meta.url), "utf8").split(/\n(?=@)/);
  return keys.map((key) => all.find((entry) => entry.includes(`{${key},`))?.trim() ?? "").filter(Boolean)
    .join("\n\n");
}
