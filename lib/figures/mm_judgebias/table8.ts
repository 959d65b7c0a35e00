import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** The columns of Tables 8 and 9. */
export const RULE_COLUMNS = [
  { key: "difficulty", label: "Difficulty" },
  { key: "language", label: "Language", wrap: 210, ours: true as const },
  { key: "evidence", label: "What has to be looked at", wrap: 210, ours: true as const },
  { key: "steps", label: "Thinking", wrap: 210, ours: true as const },
];

/** Rules by difficulty as rows. */
export const rules =
  (rows: [difficulty: string, language: string, evidence: string, steps: string][]) => () =>
    rows.map(([difficulty, language, evidence, steps]) => ({
      cells: { difficulty, language, evidence, steps },
    }));

export const table8: NamedFigure<"mm-judgebias-table8"> = textTable("mm-judgebias-table8", {
  title: "Difficulty guidelines for multimodal queries",
  columns: RULE_COLUMNS,
  rows: rules([
    [
      "Easy",
      "One clause, about 15 words at most",
      "One explicit visual cue, joined to the text",
      "One hop; no counting beyond 3",
    ],
    [
      "Moderate",
      "Two clauses at most, about 30 words",
      "Two or more regions or attributes",
      "One deliberate step, as comparing or ordering",
    ],
    [
      "Hard",
      "Several clauses, often several sentences",
      "Several cues together with the text; reading or one glance is not enough",
      "Two or more steps that build on each other: condition, inference, conclusion",
    ],
  ]),
  caption: "Rules given to the model that writes the queries; the numbers are the paper’s.",
  footnotes: [
    "Appendix C.1 draws the difficulty at random for balance; the set that results has 236 easy, 646 moderate and 922 hard " +
    "samples (Table 6: 13%, 36%, 51%).",
  ],
  alt: "Table of the rules for easy, moderate and hard queries about pictures.",
});
