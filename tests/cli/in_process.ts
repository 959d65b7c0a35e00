import { type Command, runCommand } from "@/cli/command.ts";

/** What a command printed, and the status with which it ended. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

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
