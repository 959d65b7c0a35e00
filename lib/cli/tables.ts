import { type Command, runCommand } from "./command.ts";
import { RENDER_OPTIONS, renderAll } from "./render_all.ts";

export const command: Command = {
  name: "tables",
  summary: "Renders tables of the papers as SVG, PNG and CSV.",
  options: RENDER_OPTIONS,
  run: ({ values }) => renderAll(values, { kinds: ["table"] }),
};

if (import.meta.main) await runCommand(command);
