import { existsSync } from "node:fs";
import { ROOT } from "@/cli/project.ts";

/** A code or markdown cell as stored in an `.ipynb` file. */
export interface NotebookCell {
  cell_type: "code" | "markdown" | "raw";
  source: string | string[];
  outputs?: unknown[];
  execution_count?: number | null;
  metadata?: { numbers?: Record<string, string> };
}

/** A notebook file: its path and its cells. */
export type NotebookFile = { name: string; path: string; cells: NotebookCell[] };

/**
 * The notebooks of the project in the order of their names, read anew at each call: those under version control, so that
 * somebody's own beside them (or in `notebooks/own`) are nobody else's business; all where there is no repository.
 */
export function notebookFiles(folder = `${ROOT}notebooks`): NotebookFile[] {
  const tracked = git(["ls-files", "--", "*.ipynb"], folder)?.filter((name) => !name.includes("/"));
  const names = tracked ??
    [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".ipynb"));
  return names.filter((name) => existsSync(`${folder}/${name}`)).sort().map((name) => {
    const path = `${folder}/${name}`;
    return { name, path, cells: JSON.parse(Deno.readTextFileSync(path)).cells };
  });
}

/** The code of a notebook as one module: its code cells, top to bottom. */
export function notebookCode({ cells }: NotebookFile): string {
  return cells.filter((cell) => cell.cell_type === "code").map(cellText).join("\n\n") + "\n";
}

/** A cell's text in one string. */
export function cellText({ source }: NotebookCell): string {
  return Array.isArray(source) ? source.join("") : source;
}

/** What a page tears apart: inline code over two lines of a text, and lines of code that are cut. */
export function tornIn(cell: NotebookCell): string[] {
  const text = cellText(cell);
  if (cell.cell_type === "code") return text.split("\n").filter((line) => line.length > 110);
  return text.replace(/^```[^]*?^```/gm, "").split("\n\n")
    .flatMap((part) => part.split("`").filter((span, i) => i % 2 === 1 && span.includes("\n")));
}

/** Lines that git prints in a folder, or null where it fails (no git, no repository). */
export function git(args: string[], folder = ROOT): string[] | null {
  try {
    const { success, stdout } = new Deno.Command("git", { args, cwd: folder, stdin: "null", stderr: "null" })
      .outputSync();
    return success ? new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "") : null;
  } catch {
    return null;
  }
}
