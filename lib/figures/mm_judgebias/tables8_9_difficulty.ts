import { textTable } from "./text_table.ts";

const COLUMNS = [
  { key: "difficulty", label: "Difficulty" },
  { key: "language", label: "Language", wrap: 210 },
  { key: "evidence", label: "What has to be looked at", wrap: 210 },
  { key: "steps", label: "Thinking", wrap: 210 },
];

const rules = (rows: [difficulty: string, language: string, evidence: string, steps: string][]) => () =>
  rows.map(([difficulty, language, evidence, steps]) => ({
    cells: { difficulty, language, evidence, steps },
  }));

export const table8 = textTable({
  file: "tables8_9_difficulty.ts",
  number: "Table 8",
  title: "What makes a query about a picture hard",
  columns: COLUMNS,
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
  caption: "Rules given to the model that writes the queries, in our own words with the paper’s numbers.",
  footnotes: [
    "Appendix C.1 draws the difficulty at random for balance; the set that results has 236 easy, 646 moderate and 922 hard " +
    "samples (Table 6: 13%, 36%, 51%).",
  ],
  alt: "Table of the rules for easy, moderate and hard queries about pictures.",
});

export const table9 = textTable({
  file: "tables8_9_difficulty.ts",
  number: "Table 9",
  title: "What makes a query of text alone hard",
  columns: [COLUMNS[0], COLUMNS[1], { ...COLUMNS[2], label: "What the query tells" }, COLUMNS[3]],
  rows: rules([
    ["Easy", "Short sentences", "All that is needed", "Simple: the answer follows at once"],
    ["Moderate", "Longer sentences", "A few hints at most", "Some thought"],
    [
      "Hard",
      "Long sentences, or several clauses",
      "All that is needed: no outside knowledge or context",
      "Deep, over several steps",
    ],
  ]),
  caption:
    "Rules given to the model that writes the text-only queries (for Unnecessary-Image), in our own words.",
  alt: "Table of the rules for easy, moderate and hard text-only queries.",
});
