import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { importFaults, libraryModules, notebookImportFaults } from "./import_rule.ts";
import { notebookCode, type NotebookFile, notebookFiles, tornIn } from "./notebook_files.ts";
import { ROOT } from "@/cli/project.ts";
import { runDeno } from "./run_deno.ts";

export const command: Command = {
  name: "check",
  summary: "Checks format, lint, types, the import rule and the notebooks' cells; changes nothing.",
  notes: ["`deno fmt` repairs the format."],
  async run() {
    const faults: string[] = [];
    const step = async (name: string, passed: boolean | Promise<boolean>) => {
      if (!await passed) faults.push(name);
    };
    // It names files only where it is not quiet. Notebooks apart: with an empty cache `deno fmt --check` refuses every cell that ends without a newline, as
    // Jupyter writes them and as `deno fmt` itself leaves them.
    // The option takes the place of what deno.json excludes, so this is named too.
    const { fmt } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as { fmt: { exclude: string[] } };
    const ignored = ["notebooks", ...fmt.exclude].join();
    await step("format (deno fmt --check)", runDeno(["fmt", "--check", `--ignore=${ignored}`]));
    await step("lint (deno lint)", runDeno(["lint", "--quiet"]));
    await step(
      "types (deno check)",
      runDeno(["check", "--quiet", "--doc", "lib", "tests", "data/examples", "data/solve", "README.md"]),
    );
    const broken = importFaults(libraryModules());
    broken.forEach((fault) => console.error(fault));
    await step("import rule", broken.length === 0);
    await step("notebooks", checkNotebooks());
    if (faults.length > 0) throw new UsageError(`these do not pass: ${faults.join(", ")}`, 1);
    console.log("check: format, lint, types, import rule and notebooks are all right");
  },
};

/** Whether `deno fmt` leaves a notebook as it is. */
async function isFormatted({ name, path }: NotebookFile): Promise<boolean> {
  const text = await Deno.readTextFile(path);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "--ext=ipynb", "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  await ReadableStream.from([new TextEncoder().encode(text)]).pipeTo(child.stdin);
  const { success, stdout } = await child.output();
  const formatted = success && new TextDecoder().decode(stdout) === text;
  if (!formatted) console.error(`${name} is not formatted`);
  return formatted;
}

/** Type-checks and lints the joined code cells of each notebook; wants them formatted and without outputs. */
async function checkNotebooks(): Promise<boolean> {
  // Beside the library, so that the import map applies; the name says what it is should a crash leave it behind.
  const folder = await Deno.makeTempDir({ dir: ROOT, prefix: ".notebook-check-" });
  let passed = true;
  try {
    const modules: string[] = [];
    for (const notebook of notebookFiles()) {
      const code = notebookCode(notebook);
      const dirty = notebook.cells.some((cell) =>
        cell.cell_type === "code" && (cell.outputs?.length || cell.execution_count != null)
      );
      if (dirty) console.error(`${notebook.name} is to be committed without outputs and execution counts`);
      const torn = notebook.cells.flatMap(tornIn).map((code) => `${notebook.name} would be torn at ${code}`);
      const faults = [...notebookImportFaults(notebook.name, code), ...torn];
      faults.forEach((fault) => console.error(fault));
      if (dirty || faults.length > 0 || !await isFormatted(notebook)) passed = false;
      const module = `${folder}/${notebook.name.replace(/\.ipynb$/, ".ts")}`;
      await Deno.writeTextFile(module, code);
      modules.push(module);
    }
    if (modules.length === 0) return passed;
    const typed = await runDeno(["check", "--quiet", ...modules]);
    const linted = await runDeno(["lint", "--quiet", ...modules]);
    return passed && typed && linted;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) await runCommand(command);
