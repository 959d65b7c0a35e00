import { type Command, runCommand } from "./command.ts";
import { ROOT } from "./project.ts";
import { writeSite } from "./write_site.ts";

export const command: Command = {
  name: "site",
  summary:
    "Writes page, executed notebooks and documentation into one folder that opens from disk or any static host.",
  options: {
    "out DIR": "folder to write to (default: .cache/site)",
    "only IDS": "only these figures, separated by commas",
    "notebooks NAME": "only notebooks whose name contains NAME",
  },
  notes: ["Executing the notebooks needs Jupyter with nbclient and nbconvert."],
  async run({ values }) {
    const index = await writeSite({
      out: values.out as string ?? `${ROOT}.cache/site`,
      only: values.only as string | undefined,
      notebooks: values.notebooks as string | undefined,
    });
    console.log(`Open ${index}.`);
  },
};

if (import.meta.main) await runCommand(command);
