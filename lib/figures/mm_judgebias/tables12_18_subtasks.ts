import { publishedTable } from "../../papers/published_table.ts";
import { textTable } from "./text_table.ts";

/** One row per category with all of its subtasks. */
function subtasks(rows: readonly { category: string; subtask: string }[]) {
  const categories = [...new Set(rows.map(({ category }) => category))];
  return categories.map((category) => {
    const own = rows.filter((row) => row.category === category).map(({ subtask }) => subtask);
    return { cells: { category, n: String(own.length), subtasks: own.join(", ") } };
  });
}

const COLUMNS = [
  { key: "category", label: "Category" },
  { key: "n", label: "Keys", align: "right" as const },
  { key: "subtasks", label: "Subtasks", wrap: 480 },
];

export const table12 = textTable({
  file: "tables12_18_subtasks.ts",
  number: "Table 12",
  title: "Subtasks of the text-only queries",
  columns: COLUMNS,
  rows: () =>
    subtasks(
      publishedTable("mm-judgebias-table12-text-subtasks").map(({ domain_type, subtask }) => ({
        category: domain_type,
        subtask,
      })),
    ),
  caption:
    "Eleven domains with 90 subtasks; the writer of a text-only query (for Unnecessary-Image) is given one of them. Keys are as " +
    "published.",
  footnotes: [
    "How these 197 samples enter the twelve visual domains of Table 5, which sum to all 1,804, is not said.",
  ],
  alt: "Table of eleven text domains with their 90 subtasks.",
});

export const table18 = textTable({
  file: "tables12_18_subtasks.ts",
  number: "Table 18",
  title: "Subtasks of the queries about pictures",
  columns: COLUMNS,
  rows: () =>
    subtasks(
      publishedTable("mm-judgebias-table18-subtasks").map(({ task_category, subtask }) => ({
        category: task_category,
        subtask,
      })),
    ),
  caption:
    "Fifteen categories with 178 subtasks; each of the three queries written for a picture gets one at random. Keys are as published.",
  alt: "Table of fifteen categories with their 178 subtasks.",
});
