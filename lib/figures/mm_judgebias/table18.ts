import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { SUBTASK_COLUMNS, subtasks } from "./table12.ts";
import { textTable } from "./text_table.ts";

export const table18: NamedFigure<"mm-judgebias-table18"> = textTable("mm-judgebias-table18", {
  title: "Subtasks of the queries about pictures",
  columns: SUBTASK_COLUMNS,
  rows: () =>
    subtasks(
      publishedTable("mm-judgebias-table18-subtasks").map(({ task_category, subtask }) => ({
        category: task_category,
        subtask,
      })),
    ),
  caption:
    "Fifteen categories with 178 subtasks; each of the three queries written for a picture gets one at random.",
  alt: "Table of fifteen categories with their 178 subtasks.",
});
