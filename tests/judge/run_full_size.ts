import { type Command, runCommand } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";

const FILES = ["judge/run", "judge/simulated", "outside/browser/notebook_test.ts"];

export const command: Command = {
  name: "stress",
  summary:
    "Tests at full size: 2,000 requests under 25% faults, 20 kills, a study of 4,000 pairs, a notebook five times in a browser (minutes).",
  notes: ["The test suite runs the same at modest size."],
  async run() {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["test", "--allow-all", ...FILES.map((file) => `tests/${file}`)],
      cwd: ROOT,
      env: { FULL_SIZE: "1" },
      stdin: "null",
    }).spawn();
    Deno.exitCode = (await child.status).code;
  },
};

if (import.meta.main) await runCommand(command);
