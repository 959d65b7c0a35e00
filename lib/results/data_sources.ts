import { readFileSync } from "node:fs";

/** A public collection of judges' verdicts, pinned. */
export interface DataSource {
  title: string;
  repository: string;
  commit: string;
  licence: string;
  /** What it holds, for the one who is about to fetch it. */
  rows: string;
  /** Folders of the repository that hold the verdicts. */
  folders: readonly string[];
  /** Paths below them that are copies, failed runs or other people's, as a regular expression. */
  leaveOut?: string;
  /** The same facts as tables, as others may have made them: names, sizes and SHA-256. */
  tables: readonly { file: string; bytes: number; sha256: string }[];
}

/** The public collections that results were computed from. */
export type DataSourceName = "genai-bench" | "viescore" | "llmbar" | "wildvision";

/** The collections that `deno task data` knows. Their rows are never in version control. */
export const DATA_SOURCES: Record<DataSourceName, DataSource> = JSON.parse(
  readFileSync(new URL("../../data/sources.json", import.meta.url), "utf8"),
);

/** Whether there is a collection of this name. */
export function isDataSource(name: string): name is DataSourceName {
  return Object.hasOwn(DATA_SOURCES, name);
}
