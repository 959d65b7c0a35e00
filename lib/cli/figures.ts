import { type Command, runCommand } from "./command.ts";
import { RENDER_OPTIONS, renderAll } from "./render_all.ts";

export const command: Command = {
  name: "figures",
  summary: "Renders figures of the papers as SVG, PNG and CSV.",
  options: RENDER_OPTIONS,
  notes: ["Without --only, all charts and drawings; tables have a task of their own."],
  run: ({ values }) => renderAll(values, { kinds: ["chart", "schematic", "example", "prompt"] }),
};

if (import.meta.main) await runCommand(command);
