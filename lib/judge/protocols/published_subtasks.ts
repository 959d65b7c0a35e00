import { publishedTable } from "../../papers/published_table.ts";

/** Subtasks by category, by kind of query; read on first use, since every sample asks for them. */
const read = new Map<"multimodal" | "text", ReadonlyMap<string, readonly string[]>>();

/**
 * The subtasks that MM-JudgeBias lists for queries with an image (Table 18, by category) or for queries of text alone (Table
 * 12, by domain), in the paper's order.
 */
export function publishedSubtasks(kind: "multimodal" | "text"): ReadonlyMap<string, readonly string[]> {
  const known = read.get(kind);
  if (known) return known;
  const rows = kind === "multimodal"
    ? publishedTable("mm-judgebias-table18-subtasks").map((row) => ({ ...row, group: row.task_category }))
    : publishedTable("mm-judgebias-table12-text-subtasks").map((row) => ({ ...row, group: row.domain_type }));
  const made = new Map<string, string[]>();
  for (const { group, subtask } of rows) made.set(group, [...made.get(group) ?? [], subtask]);
  read.set(kind, made);
  return made;
}
