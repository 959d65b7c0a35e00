import assert from "node:assert/strict";
import { findNotebookPython, projectKernel } from "../tools/notebook_kernel.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { notebookFiles } from "../tools/notebook_files.ts";
import { ended } from "../tools/run_deno.ts";

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
    const env = { JUPYTER_PATH: await projectKernel() };
    const { stdout, stderr } = await ended(jupyter.python!, ["-c", SCRIPT], { env });
    assert.deepEqual(stdout.trim().split("\n"), ["ok", "error", "ok"], stderr);
  },
});

Deno.test("a notebook of one's own beside the project's is nobody's business", async () => {
  using folder = tempFolder();
  const names = () => notebookFiles(folder.path).map(({ name }) => name), both = ["a.ipynb", "mine.ipynb"];
  for (const name of both) Deno.writeTextFileSync(`${folder.path}/${name}`, '{"cells": []}');
  assert.deepEqual(names(), both, "no repository: all");
  for (const args of [["init", "--quiet"], ["add", "a.ipynb"]]) {
    await ended("git", args, { cwd: folder.path });
  }
  assert.deepEqual(names(), ["a.ipynb"]);
});
