import { runCommand, UsageError } from "./command.ts";
import { runDeno } from "./project.ts";

await runCommand({
  name: "ok",
  summary: "Runs everything that CI runs: the checks, then all tests.",
  async run() {
    const failed = [];
    for (const task of ["check", "test"]) if (!await runDeno(["task", task])) failed.push(task);
    if (failed.length > 0) throw new UsageError(`failed: ${failed.join(", ")}`, 1);
  },
});
