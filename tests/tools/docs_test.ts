import assert from "node:assert/strict";
import { command } from "./docs.ts";
import { inProcess } from "../cli/in_process.ts";

Deno.test("docs: pages of all doors in a folder whose parents are not there yet; `--` may stand before the options", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const out = `${folder}/not/there`;
    const { code, stdout, stderr } = await inProcess(command, "--", "--out", out);
    assert.deepEqual([code, stdout, stderr], [0, `docs: ${out}/index.html\n`, ""]);
    assert.match(await Deno.readTextFile(`${out}/index.html`), /judgebias/);
    await Deno.writeTextFile(`${folder}/file`, "");
    const failed = await inProcess(command, "--out", `${folder}/file/docs`);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /^error docs: .*file\/docs/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
