import assert from "node:assert/strict";
import { findNotebookPython, projectKernel } from "../../tools/notebook_kernel.ts";
import { tempFolder } from "../../judge/temp_folder.ts";
import { notebookFiles } from "../../tools/notebook_files.ts";
import { ended } from "../../tools/run_deno.ts";

const jupyter = await findNotebookPython();

/** Starts the kernel, stops an endless loop in it, and asks what became of a variable. */
const SCRIPT = `
import os, tempfile, time
from jupyter_client import KernelManager
km = KernelManager(kernel_name="deno")
km.start_kernel()
kc = km.client()
kc.start_channels()
def status(request):  # a ready kernel may have answered several times: an answer is known by its request
    while (answer := kc.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != request: pass
    print(answer["content"]["status"])
try:
    kc.wait_for_ready(timeout=60)
    status(kc.execute("let x = 41; x += 1;"))
    mark = os.path.join(tempfile.mkdtemp(), "begun")
    loop = kc.execute(f"Deno.writeTextFileSync('{mark}', ''); while (true) {{}}")
    while not os.path.exists(mark): time.sleep(0.2)  # the loop has begun when its mark is there
    km.interrupt_kernel()
    status(loop)
    status(kc.execute("if (x !== 42) throw new Error('lost')"))
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
