import { resolve } from "node:path";
import { type Command, runCommand, said, told } from "./command.ts";
import { ROOT } from "./project.ts";

export const command: Command = {
  ...told("notebook"),
  async run({ values, positionals }) {
    const jupyter = await findProgram("jupyter");
    const kernel = await installKernel(values["data-dir"] as string ?? defaultDataFolder());
    console.log(`Kernel "Deno" installed: ${kernel}`);
    if (!jupyter) {
      console.log(said("get_jupyter"));
      return;
    }
    if (values["no-open"]) return;
    const args = jupyterArguments(positionals, Deno.uid() === 0);
    const child = new Deno.Command(jupyter, { args, cwd: ROOT }).spawn();
    Deno.exitCode = (await child.status).code;
  },
};

if (import.meta.main) await runCommand(command);

export async function findProgram(name: string): Promise<string | null> {
  const finder = Deno.build.os === "windows" ? "where" : "which";
  return (await output(finder, [name]))?.split(/\r?\n/)[0] ?? null;
}

export async function output(program: string, args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stdin: "null", stderr: "null" })
      .output();
    return success ? new TextDecoder().decode(stdout).trim() || null : null;
  } catch {
    return null;
  }
}

/** Contents of a kernel.json that starts Deno's kernel from the given executable. */
export function kernelSpec(executable: string): string {
  const spec = {
    argv: [executable, "jupyter", "--kernel", "--conn", "{connection_file}"],
    display_name: "Deno",
    language: "typescript",
    // An interrupt reaches the kernel as a message: running code stops and the state stays. A signal would end the kernel.
    interrupt_mode: "message",
    // Frames as the last line of a cell show so many rows, as `show` does.
    env: { POLARS_FMT_MAX_ROWS: "20" },
  };
  return JSON.stringify(spec, null, 2) + "\n";
}

/** Installs the kernel `deno` for the user, with a copy of the executable: the running one may lie in a cache that is cleared. */
export async function installKernel(dataFolder: string): Promise<string> {
  // Jupyter starts a kernel where its notebook lies.
  const folder = resolve(dataFolder, "kernels/deno");
  await Deno.mkdir(folder, { recursive: true });
  const name = Deno.build.os === "windows" ? "deno.exe" : "deno";
  const executable = `${folder}/${name}`;
  if (await Deno.realPath(Deno.execPath()) !== await Deno.realPath(executable).catch(() => null)) {
    // A kernel that is running keeps the old file; the rename replaces it for the next start.
    const temporary = `${executable}.${Deno.pid}.tmp`;
    await Deno.copyFile(Deno.execPath(), temporary);
    if (Deno.build.os !== "windows") await Deno.chmod(temporary, 0o755);
    await Deno.rename(temporary, executable);
  }
  await Deno.writeTextFile(`${folder}/kernel.json`, kernelSpec(executable));
  return folder;
}

/** How Jupyter is started: rooted in the project, so that links from notebooks lead somewhere; root (as in containers) is allowed. */
export function jupyterArguments(own: readonly string[], root: boolean): string[] {
  return ["notebook", `--notebook-dir=${ROOT}`, ...(root ? ["--allow-root"] : []), ...own];
}

/** Where Jupyter keeps a user's kernels when no `jupyter` command can be asked. */
export function defaultDataFolder(): string {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE") ?? ".";
  if (Deno.env.get("JUPYTER_DATA_DIR")) return Deno.env.get("JUPYTER_DATA_DIR")!;
  if (Deno.build.os === "darwin") return `${home}/Library/Jupyter`;
  if (Deno.build.os === "windows") return `${Deno.env.get("APPDATA") ?? home}/jupyter`;
  return `${Deno.env.get("XDG_DATA_HOME") ?? `${home}/.local/share`}/jupyter`;
}
