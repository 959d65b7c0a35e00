import { UsageError } from "./command.ts";

/**
 * Asks for leave to read the variable that holds a key, where it is another than the task's own: at a terminal the
 * user is asked, elsewhere the command line must say it.
 */
export async function askForKeyVariable(variable: string | undefined): Promise<void> {
  if (variable === undefined) return;
  const { state } = await Deno.permissions.request({ name: "env", variable });
  if (state === "granted") return;
  throw new UsageError(
    `wanted leave to read ${variable}, which the task does not have by itself: keep the key in JUDGE_API_KEY, or run its ` +
      `command in deno.json with --allow-env=${variable} more`,
  );
}
