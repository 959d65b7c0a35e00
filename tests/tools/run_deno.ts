import { ROOT } from "@/cli/project.ts";

/**
 * Runs this same Deno with `args` in the project's root and passes its output on; true when it ended with status 0.
 * Children get no terminal input, so that none waits for an answer that nobody gives.
 */
export async function runDeno(args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env, stdin: "null" }).spawn();
  return (await child.status).success;
}
