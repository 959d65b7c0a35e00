import assert from "node:assert/strict";
import { findNotebookPython, projectKernel } from "../tools/notebook_kernel.ts";
import { notebookFiles } from "../tools/notebook_files.ts";

const jupyter = await findNotebookPython();

/** Starts the kernel, stops an endless loop in it, and asks what became of a variable. */
const SCRIPT = `
import time
from jupyter_client import KernelManager
km = KernelManager(kernel_name="deno")
km.start_kernel()
kc = km.client()
kc.start_channels()
try:
    kc.wait_for_ready(timeout=60)
    kc.execute("let x = 41; x += 1;")
    print(kc.get_shell_msg(timeout=60)["content"]["status"])
    kc.execute("while (true) {}")
    while kc.get_iopub_msg(timeout=60)["content"].get("code") != "while (true) {}":
        pass  # the kernel says what it begins
    time.sleep(1)
    km.interrupt_kernel()
    print(kc.get_shell_msg(timeout=60)["content"]["status"])
    kc.execute("if (x !== 42) throw new Error('lost')")
    print(kc.get_shell_msg(timeout=60)["content"]["status"])
finally:
    km.shutdown_kernel(now=True)
`;

Deno.test({
  name: "interrupting a loop in a cell stops it and keeps the kernel's state",
  ignore: jupyter.python === null,
  async fn() {
    const { stdout, stderr } = await new Deno.Command(jupyter.python!, {
      args: ["-c", SCRIPT],
      env: { JUPYTER_PATH: await projectKernel() },
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert.deepEqual(text(stdout).trim().split("\n"), ["ok", "error", "ok"], text(stderr));
  },
});

Deno.test("a notebook of one's own beside the project's is nobody's business", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const git = (...args: string[]) => new Deno.Command("git", { args, cwd: folder }).output();
    for (const name of ["a.ipynb", "mine.ipynb"]) {
      await Deno.writeTextFile(`${folder}/${name}`, '{"cells": []}');
    }
    assert.deepEqual(
      notebookFiles(folder).map(({ name }) => name),
      ["a.ipynb", "mine.ipynb"],
      "no repository: all",
    );
    await git("init", "--quiet");
    await git("add", "a.ipynb");
    assert.deepEqual(notebookFiles(folder).map(({ name }) => name), ["a.ipynb"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
