import { type Command, runCommand, told } from "./command.ts";
import { defaultDataFolder, findProgram, installKernel, jupyterArguments } from "./jupyter.ts";
import { ROOT } from "./project.ts";

const HOW_TO_GET_JUPYTER = `No Jupyter was found on the path. Two ways to the notebooks:

  Jupyter   pip install notebook            (or: apt-get install jupyter-notebook)
            then run this task again
  VS Code   install the Jupyter extension, open a file of notebooks/ and choose the kernel "Deno"
            (Select Kernel → Jupyter Kernel → Deno)`;

export const command: Command = {
  ...told("notebook"),
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
