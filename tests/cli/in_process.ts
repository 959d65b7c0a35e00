import { type Command, runCommand } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";
import { ended } from "../tools/run_deno.ts";

/** What a command printed, and the status with which it ended. */
export type Ended = { code: number; stdout: string; stderr: string };

/**
 * Runs a task's command in this process, which costs a hundredth of a start. That the task runs this command is what
 * the tests that do start a process show.
 */
export async function inProcess(command: Command, ...args: string[]): Promise<Ended> {
  const said = { log: [] as string[], error: [] as string[] }, own = { ...console };
  console.log = (...parts: unknown[]) => void said.log.push(`${parts.join(" ")}\n`);
  console.error = (...parts: unknown[]) => void said.error.push(`${parts.join(" ")}\n`);
  try {
    await runCommand(command, args);
    return { code: Deno.exitCode, stdout: said.log.join(""), stderr: said.error.join("") };
  } finally {
    Deno.exitCode = 0;
    Object.assign(console, { log: own.log, error: own.error });
  }
}

/** A process of Deno in the project, as a user starts it. */
export function denoProcess(args: readonly string[]): Deno.Command {
  const piped = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  return new Deno.Command(Deno.execPath(), { args: [...args], cwd: ROOT, env: { NO_COLOR: "1" }, ...piped });
}

/** What such a process printed. */
export const task = (start: readonly string[], ...args: string[]): Promise<Ended> =>
  ended(Deno.execPath(), [...start, ...args], { env: { NO_COLOR: "1" } });
