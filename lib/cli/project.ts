import { fileURLToPath } from "node:url";

/** The project's root folder, wherever the command was started. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folder for what can be made again: kernels, fonts' cache, simulated frames. Not in version control. */
export const CACHE = `${ROOT}.cache`;

/** Lines that git prints in a folder, or null where it fails (no git, no repository). */
export function git(args: string[], folder = ROOT): string[] | null {
  try {
    const { success, stdout } = new Deno.Command("git", { args, cwd: folder, stdin: "null", stderr: "null" })
      .outputSync();
    return success ? new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "") : null;
  } catch {
    return null;
  }
}
