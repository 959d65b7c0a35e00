import type pl from "nodejs-polars";

const SHARED = new URL("../../../../shared/", import.meta.url);

/** A test on files that are not in version control; skipped, with that reason, where their folder is absent. */
export function realTest(name: string, folder: string, run: (folder: string) => void): void {
  const path = new URL(folder, SHARED).pathname;
  const present = isFolder(path);
  if (!present) console.warn(`Skipped, for there is no folder ../shared/${folder}: ${name}`);
  Deno.test({ name, ignore: !present, fn: () => run(path) });
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Rows with A, B, tie and nothing in a column. */
export function verdicts(pairs: pl.DataFrame, column = "choice"): number[] {
  const found = pairs.getColumn(column).toArray();
  return ["A", "B", "tie", null].map((verdict) => found.filter((value) => value === verdict).length);
}
