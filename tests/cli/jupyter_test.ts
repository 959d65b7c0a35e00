import assert from "node:assert/strict";
import { relative } from "node:path";
import { defaultDataFolder, installKernel, jupyterArguments, kernelSpec } from "@/cli/notebook.ts";
import { ROOT } from "@/cli/project.ts";
import { jsonLines } from "../judge/study.ts";

Deno.test("installKernel: the kernel starts from a copy beside its description", async () => {
  const data = await Deno.makeTempDir();
  try {
    for (const path of [data, relative(Deno.cwd(), data)]) {
      const folder = await installKernel(path);
      const spec = JSON.parse(await Deno.readTextFile(`${folder}/kernel.json`));
      assert.ok(
        spec.argv[0].startsWith(`${data}/kernels/deno/`),
        "the executable lies in the kernel's own folder",
      );
      assert.deepEqual(spec.argv.slice(1), ["jupyter", "--kernel", "--conn", "{connection_file}"]);
      const { stdout } = await new Deno.Command(spec.argv[0], { args: ["--version"] }).output();
      assert.match(new TextDecoder().decode(stdout), new RegExp(`^deno ${Deno.version.deno}`));
      assert.deepEqual([...Deno.readDirSync(folder)].length, 2, "no temporary file is left");
    }
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("Jupyter starts in the project, as root too, and takes the user's own options last", () => {
  assert.deepEqual(
    jupyterArguments(["--no-browser", "--port", "8889"], true),
    ["notebook", `--notebook-dir=${ROOT}`, "--allow-root", "--no-browser", "--port", "8889"],
  );
  assert.ok(!jupyterArguments([], false).includes("--allow-root"));
});

Deno.test("an interrupt reaches the kernel as a message, which keeps the state", () => {
  assert.equal(JSON.parse(kernelSpec("/deno")).interrupt_mode, "message");
});

Deno.test("the folder of kernels where no jupyter command can be asked, by system", () => {
  const { build, env: { get } } = Deno, cases = jsonLines("tests/cli/kernel_folders.jsonl");
  try {
    for (const { os, env, folder } of cases) {
      Object.defineProperty(Deno, "build", { value: { ...build, os } });
      Deno.env.get = (name) => env[name];
      assert.equal(defaultDataFolder(), folder);
    }
  } finally {
    Object.defineProperty(Deno, "build", { value: build });
    Deno.env.get = get;
  }
});
