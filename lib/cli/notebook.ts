import { type Command, runCommand } from "./command.ts";
import { defaultDataFolder, findProgram, installKernel, jupyterArguments } from "./jupyter.ts";
import { ROOT } from "./project.ts";

const HOW_TO_GET_JUPYTER = `No Jupyter was found on the path. Two ways to the notebooks:

  Jupyter   pip install notebook            (or: apt-get install jupyter-notebook)
            then run this task again
  VS Code   install the Jupyter extension, open a file of notebooks/ and choose the kernel "Deno"
            (Select Kernel → Jupyter Kernel → Deno)`;

export const command: Command = {
  name: "notebook",
  positionals: "-- [JUPYTER OPTION …]",
  summary: "Installs the Deno kernel for Jupyter and VS Code, and opens the notebooks in Jupyter.",
  options: {
    "no-open": "only install the kernel",
    "data-dir DIR": "Jupyter's data folder (default: the user's)",
  },
  notes: [
    "What stands after `--` goes to Jupyter: `deno task notebook -- --no-browser --port 8889`.",
    "In a container the port must be reachable from outside it: `deno task notebook -- --ip 0.0.0.0`.",
    "Your own notebooks have a place in notebooks/own, which is not in version control.",
    "The kernel gets a copy of this Deno, so that it still starts when a package cache was cleared.",
    "Interrupting a cell stops a computation and keeps the state. While a cell awaits something (a judge), Deno's kernel does not " +
    "come back from an interrupt: restart it; a run goes on where it was.",
  ],
  async run({ values, positionals }) {
    const jupyter = await findProgram("jupyter");
    const kernel = await installKernel(values["data-dir"] as string ?? defaultDataFolder());
    console.log(`Kernel "Deno" installed: ${kernel}`);
    if (!jupyter) {
      console.log(`\n${HOW_TO_GET_JUPYTER}`);
      return;
    }
    if (values["no-open"]) return;
    const args = jupyterArguments(positionals, Deno.uid() === 0);
    const child = new Deno.Command(jupyter, { args, cwd: ROOT }).spawn();
    Deno.exitCode = (await child.status).code;
  },
};

if (import.meta.main) await runCommand(command);
