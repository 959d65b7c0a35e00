import type { NamedFigure } from "../figure.ts";
import { RULE_COLUMNS, rules } from "./table8.ts";
import { textTable } from "./text_table.ts";

export const table9: NamedFigure<"mm-judgebias-table9"> = textTable("mm-judgebias-table9", {
  title: "Difficulty guidelines for text-only queries",
  columns: [
    RULE_COLUMNS[0],
    RULE_COLUMNS[1],
    { ...RULE_COLUMNS[2], label: "What the query tells" },
    RULE_COLUMNS[3],
  ],
  rows: rules([
    ["Easy", "Short sentences", "All that is needed", "Simple: the answer follows at once"],
    ["Moderate", "Longer sentences", "A few hints at most", "Some thought"],
    [
      "Hard",
      "Long sentences, or several clauses",
      "No outside knowledge or further context is needed",
      "Deep, over several steps",
    ],
  ]),
  caption: "Rules given to the model that writes the text-only queries (for Unnecessary-Image).",
  alt: "Table of the rules for easy, moderate and hard text-only queries.",
});
