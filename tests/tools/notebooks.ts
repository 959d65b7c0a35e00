import { progress } from "@/progress/progress.ts";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { findNotebookPython, projectKernel } from "./notebook_kernel.ts";
import { type NotebookFile, notebookFiles } from "./notebook_files.ts";
import { CACHE, ROOT } from "@/cli/project.ts";
import { ended } from "./run_deno.ts";

export const command: Command = {
  name: "notebooks",
  summary: "Executes the notebooks headlessly through Jupyter, each top to bottom in a fresh Deno kernel.",
  options: {
    "only NAME": "only notebooks whose name contains NAME",
    "out DIR": "folder of the executed copies (default: .cache/notebooks)",
    list: "list the notebooks and stop",
  },
  notes: ["Needs Jupyter (nbclient) on the machine; JUDGEBIAS_PYTHON names the Python that has it."],
  async run({ values }) {
    const all = notebookFiles();
    const only = values.only as string | undefined;
    const chosen = all.filter(({ name }) => !only || name.includes(only));
    if (chosen.length === 0) {
      const names = all.map(({ name }) => name).join(", ");
      throw new UsageError(`no notebook is called like ${only}; there are ${names}`);
    }
    if (values.list) return console.log(chosen.map(({ name }) => name).join("\n"));
    const runs = await runNotebooks(chosen, { out: values.out as string ?? `${CACHE}/notebooks` });
    for (const { name, success, seconds, path, error } of runs) {
      console.log(`${success ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s) → ${path}`);
      if (!success) console.error(error);
    }
    const failed = runs.filter(({ success }) => !success).length;
    if (failed > 0) throw new UsageError(`${failed} of ${runs.length} notebooks failed`, 1);
  },
};

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
    const execute = `${ROOT}tests/tools/execute_notebook.py`;
    const args = [execute, path, target, `${ROOT}notebooks`, `${CELL_SECONDS}`];
    const { code, stderr } = await ended(found.python, args, { env: { JUPYTER_PATH: kernels, ...env } });
    const seconds = (performance.now() - started) / 1000;
    runs.push({ name, success: code === 0, seconds, path: target, error: code === 0 ? "" : stderr.trim() });
    bar.tick();
  }
  bar.done();
  return runs;
}

if (import.meta.main) await runCommand(command);
