import { ROOT } from "@/cli/project.ts";

/** What a program printed, and the status with which it ended; in the project's root and without a terminal, where nothing else is said. */
export async function ended(
  program: string,
  args: readonly string[],
  options: Deno.CommandOptions = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const told: Deno.CommandOptions = { cwd: ROOT, stdin: "null", ...options, args: [...args] };
  const { code, stdout, stderr } = await new Deno.Command(program, told).output();
  const [said, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, stdout: said, stderr: error };
}

/**
 * Runs this same Deno with `args` in the project's root and passes its output on; true when it ended with status 0.
 * Children get no terminal input, so that none waits for an answer that nobody gives.
 */
export async function runDeno(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env, stdin: "null" }).spawn();
  return (await child.status).success;
}
