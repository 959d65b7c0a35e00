import assert from "node:assert/strict";
import { archiveOf, filesOf } from "./pack.ts";

const file = (name: string, text: string) => ({ name, body: new TextEncoder().encode(text) });
const long = `package/${"folder/".repeat(14)}${"x".repeat(90)}.csv`;
const files = [file("package/a.js", "a".repeat(512)), file(long, "1,2\n"), file("package/empty", "")];

Deno.test("pack: files come out of an archive as they went in, also by the system's tar", async () => {
  const archive = archiveOf(files);
  assert.deepEqual(
    filesOf(archive).map(({ name, body }) => file(name, new TextDecoder().decode(body))),
    files,
  );
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/a.tar`, archive);
    const { success } = await new Deno.Command("tar", { args: ["xf", "a.tar"], cwd: folder }).output();
    assert.ok(success);
    for (const { name, body } of files) assert.deepEqual(await Deno.readFile(`${folder}/${name}`), body);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("pack: a long name that an entry of its own holds belongs to the file behind it", () => {
  const archive = archiveOf([file("././@LongLink", `${long}\0`), file("package/cut", "1,2\n"), files[0]]);
  archive[156] = "L".charCodeAt(0);
  assert.deepEqual(filesOf(archive).map(({ name }) => name), [long, "package/a.js"]);
});

Deno.test("pack: two files of one name are refused", () => {
  // A script for browsers beside a module of that name, which becomes JavaScript too.
  assert.throws(() => archiveOf([...files, file("package/a.js", "b")]), {
    name: "RangeError",
    message: "pack: wanted one file for each name, found two called package/a.js",
  });
});
