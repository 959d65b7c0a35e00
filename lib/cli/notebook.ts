import { runCommand } from "./command.ts";
import { defaultDataFolder, findProgram, installKernel } from "./jupyter.ts";
import { ROOT } from "./project.ts";

const HOW_TO_GET_JUPYTER = `No Jupyter was found on the path. Two ways to the notebooks:

  Jupyter   pip install notebook            (or: apt-get install jupyter-notebook)
            then run this task again
  VS Code   install the Jupyter extension, open a file of notebooks/ and choose the kernel "Deno"
            (Select Kernel → Jupyter Kernel → Deno)`;

await runCommand({
  name: "notebook",
  summary: "Installs the Deno kernel for Jupyter and VS Code, and opens the notebooks in Jupyter.",
  options: {
    "no-open": { type: "boolean", help: "only install the kernel" },
    "data-dir": { type: "string", value: "DIR", help: "Jupyter's data folder (default: the user's)" },
  },
  notes: ["The kernel gets a copy of this Deno, so that it still starts when a package cache was cleared."],
  async run({ values }) {
    const jupyter = await findProgram("jupyter");
    const kernel = await installKernel(values["data-dir"] as string ?? defaultDataFolder());
    console.log(`Kernel "Deno" installed: ${kernel}`);
    if (!jupyter) {
      console.log(`\n${HOW_TO_GET_JUPYTER}`);
      return;
    }
    if (values["no-open"]) return;
    const child = new Deno.Command(jupyter, { args: ["notebook", `${ROOT}notebooks`] }).spawn();
    Deno.exitCode = (await child.status).code;
  },
});
