import { findProgram, kernelSpec, output } from "@/cli/notebook.ts";
import { CACHE } from "@/cli/project.ts";

/** A Python that can execute notebooks, or why there is none. */
export type NotebookPython = { python: string; version: string } | { python: null; reason: string };

/**
 * Finds a Python with nbclient: the one that the `jupyter` command runs on, else `python3` or `python` on the path, else
 * the system's. JUDGEBIAS_PYTHON names one outright.
 */
export async function findNotebookPython(): Promise<NotebookPython> {
  const named = Deno.env.get("JUDGEBIAS_PYTHON");
  const candidates = named ? [named] : [await jupyterPython(), "python3", "python", "/usr/bin/python3"];
  for (const python of candidates) {
    if (!python) continue;
    const version = await output(python, ["-c", "import nbclient, nbformat; print(nbclient.__version__)"]);
    if (version) return { python, version };
  }
  return {
    python: null,
    reason:
      `no Python with nbclient found (tried ${candidates.filter(Boolean).join(", ")}); install Jupyter: ` +
      `\`apt-get install jupyter-notebook\` on Debian and Ubuntu, or \`pip install notebook\``,
  };
}

/** The interpreter in the first line of the `jupyter` script, if there is such a script. */
async function jupyterPython(): Promise<string | null> {
  const path = await findProgram("jupyter");
  if (!path) return null;
  try {
    const first = Deno.readTextFileSync(path).split("\n", 1)[0];
    return /^#!\s*(\S*python\S*)/.exec(first)?.[1] ?? null;
  } catch {
    return null; // a binary launcher, as on Windows
  }
}

/**
 * Writes a kernel named `deno` that starts from the running executable into a folder of the project, for headless runs,
 * and returns the folder to name in JUPYTER_PATH: nothing of the user's own Jupyter is touched.
 */
export async function projectKernel(): Promise<string> {
  const folder = `${CACHE}/jupyter`;
  await Deno.mkdir(`${folder}/kernels/deno`, { recursive: true });
  await Deno.writeTextFile(`${folder}/kernels/deno/kernel.json`, kernelSpec(Deno.execPath()));
  return folder;
}
