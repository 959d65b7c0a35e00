import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { subtaskColumns, subtasks } from "./table12.ts";
import { textTable } from "./text_table.ts";

export const table18: NamedFigure<"mm-judgebias-table18"> = textTable("mm-judgebias-table18", {
  title: "Subtasks of the queries about pictures",
  columns: subtaskColumns("Task type"),
  rows: () =>
    subtasks(
      publishedTable("mm-judgebias-table18-subtasks").map(({ task_category, subtask }) => ({
        category: task_category,
        subtask,
      })),
    ),
  caption:
    "Fifteen task types with 178 subtasks (numbers counted here); each of the three queries written for a picture gets one at random.",
  alt: "Table of fifteen categories with their 178 subtasks.",
});
