import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** One row per category with all of its subtasks. */
export function subtasks(rows: readonly { category: string; subtask: string }[]) {
  const categories = [...new Set(rows.map(({ category }) => category))];
  return categories.map((category) => {
    const own = rows.filter((row) => row.category === category).map(({ subtask }) => subtask);
    return { cells: { category, n: String(own.length), subtasks: own.join(", ") } };
  });
}

/** The paper's columns, its first under its own head, and between them our count. */
export const subtaskColumns = (category: string) => [
  { key: "category", label: category },
  { key: "n", label: "Number", align: "right" as const, ours: true as const },
  { key: "subtasks", label: "Subtasks", wrap: 480 },
];

export const table12: NamedFigure<"mm-judgebias-table12"> = textTable("mm-judgebias-table12", {
  title: "Subtasks of the text-only queries",
  columns: subtaskColumns("Domain type"),
  rows: () =>
    subtasks(
      publishedTable("mm-judgebias-table12-text-subtasks").map(({ domain_type, subtask }) => ({
        category: domain_type,
        subtask,
      })),
    ),
  caption:
    "Eleven domain types with 90 subtasks (numbers counted here); the writer of a text-only query (for Unnecessary-Image) is given one of them.",
  footnotes: [
    "How these 197 samples enter the twelve visual domains of Table 5, which sum to all 1,804, is not said.",
  ],
  alt: "Table of eleven text domains with their 90 subtasks.",
});
