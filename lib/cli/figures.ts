import { type Command, runCommand, told } from "./command.ts";
import { RENDER_LISTS, renderAll } from "./render_all.ts";

export const command: Command = {
  ...told("figures", RENDER_LISTS),
  run: ({ values }) => renderAll(values, { kinds: ["chart", "schematic", "example", "prompt"] }),
};

if (import.meta.main) await runCommand(command);
