import { readFileSync } from "node:fs";

export interface DataSource extends Record<"title" | "repository" | "commit" | "licence" | "rows", string> {
  folders: readonly string[];
  leaveOut?: string;
  tables: readonly { file: string; bytes: number; sha256: string }[];
}

/** The public collections that results were computed from. */
export type DataSourceName = "genai-bench" | "viescore" | "llmbar" | "wildvision";

export const DATA_SOURCES: Record<DataSourceName, DataSource> = JSON.parse(
  readFileSync(new URL("../../data/sources.json", import.meta.url), "utf8"),
);

export function isDataSource(name: string): name is DataSourceName {
  return Object.hasOwn(DATA_SOURCES, name);
}
