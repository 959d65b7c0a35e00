import { type Command, runCommand, UsageError } from "./command.ts";
import { notebookFiles } from "./notebook_files.ts";
import { runNotebooks } from "./run_notebooks.ts";
import { CACHE } from "./project.ts";

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
      throw new UsageError(
        `no notebook is called like ${only}; there are ${all.map(({ name }) => name).join(", ")}`,
      );
    }
    if (values.list) {
      console.log(chosen.map(({ name }) => name).join("\n"));
      return;
    }
    const runs = await runNotebooks(chosen, { out: values.out as string ?? `${CACHE}/notebooks` });
    for (const { name, success, seconds, path, error } of runs) {
      console.log(`${success ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s) → ${path}`);
      if (!success) console.error(error);
    }
    const failed = runs.filter(({ success }) => !success).length;
    if (failed > 0) throw new UsageError(`${failed} of ${runs.length} notebooks failed`, 1);
  },
};

if (import.meta.main) await runCommand(command);
