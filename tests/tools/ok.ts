import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { runDeno } from "@/cli/project.ts";

export const command: Command = {
  name: "ok",
  summary: "Runs everything that CI runs: the checks, then all tests.",
  async run() {
    const failed = [];
    for (const task of ["check", "test"]) if (!await runDeno(["task", task])) failed.push(task);
    if (failed.length > 0) throw new UsageError(`failed: ${failed.join(", ")}`, 1);
  },
};

if (import.meta.main) await runCommand(command);
