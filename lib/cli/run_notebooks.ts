import { progress } from "../progress/progress.ts";
import { UsageError } from "./command.ts";
import { findNotebookPython, projectKernel } from "./jupyter.ts";
import type { NotebookFile } from "./notebook_files.ts";
import { CACHE, ROOT } from "./project.ts";

/** What became of a notebook. */
export interface NotebookRun {
  name: string;
  success: boolean;
  seconds: number;
  /** The executed copy, with outputs. */
  path: string;
  error: string;
}

/** A cell may take this long; a notebook of the project takes seconds. */
const CELL_SECONDS = 600;

/**
 * Executes notebooks top to bottom, each in a fresh Deno kernel under Jupyter, and writes the executed copies to `out`.
 * The notebooks themselves stay as they are, without outputs.
 */
export async function runNotebooks(
  notebooks: NotebookFile[],
  { out = `${CACHE}/notebooks`, env = {} }: { out?: string; env?: Record<string, string> } = {},
): Promise<NotebookRun[]> {
  const found = await findNotebookPython();
  if (found.python === null) throw new UsageError(found.reason, 1);
  const kernels = await projectKernel();
  await Deno.mkdir(out, { recursive: true });
  const bar = progress({ total: notebooks.length, label: "notebooks" });
  const runs: NotebookRun[] = [];
  for (const { name, path } of notebooks) {
    const target = `${out}/${name}`;
    const started = performance.now();
    const { success, stderr } = await new Deno.Command(found.python, {
      args: [`${ROOT}lib/cli/execute_notebook.py`, path, target, `${ROOT}notebooks`, String(CELL_SECONDS)],
      env: { JUPYTER_PATH: kernels, ...env },
      stdin: "null",
      stdout: "null",
    }).output();
    runs.push({
      name,
      success,
      seconds: (performance.now() - started) / 1000,
      path: target,
      error: success ? "" : new TextDecoder().decode(stderr).trim(),
    });
    bar.tick();
  }
  bar.done();
  return runs;
}
