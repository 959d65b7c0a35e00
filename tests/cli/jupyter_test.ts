import assert from "node:assert/strict";
import { installKernel } from "@/cli/jupyter.ts";

Deno.test("installKernel: the kernel starts from a copy beside its description", async () => {
  const data = await Deno.makeTempDir();
  try {
    for (let again = 0; again < 2; again++) {
      const folder = await installKernel(data);
      const spec = JSON.parse(await Deno.readTextFile(`${folder}/kernel.json`));
      assert.ok(spec.argv[0].startsWith(folder), "the executable lies in the kernel's own folder");
      assert.deepEqual(spec.argv.slice(1), ["jupyter", "--kernel", "--conn", "{connection_file}"]);
      const { stdout } = await new Deno.Command(spec.argv[0], { args: ["--version"] }).output();
      assert.match(new TextDecoder().decode(stdout), new RegExp(`^deno ${Deno.version.deno}`));
      assert.deepEqual([...Deno.readDirSync(folder)].length, 2, "no temporary file is left");
    }
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});
