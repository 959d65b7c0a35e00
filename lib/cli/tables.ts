import { type Command, runCommand, told } from "./command.ts";
import { RENDER_LISTS, renderAll } from "./render_all.ts";

export const command: Command = {
  ...told("tables", RENDER_LISTS),
  run: ({ values }) => renderAll(values, { kinds: ["table"] }),
};

if (import.meta.main) await runCommand(command);
