import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { tempFolder } from "./judge/temp_folder.ts";

/**
 * Examples as `deno test --doc` finds them, in one process: two hundred of them, each with a library loaded for itself, take a tenth of
 * the time of all tests.
 */
function examplesOf(path: string): { place: string; code: string }[] {
  const text = readFileSync(path, "utf8"), isCode = path.endsWith(".ts");
  if (isCode) {
    assert.doesNotMatch(text, /^ *\* @example(?![^@]*? \* ```ts$)/m, `${path}: an example is fenced`);
  }
  const fences = isCode ? /^ *\* ```ts\n([\s\S]*?)^ *\* ```$/gm : /^```ts\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fences)].map(({ 1: code, index }) => ({
    place: `${path}:${text.slice(0, index).split("\n").length}`,
    code: isCode ? code.replace(/^ *\* ?/gm, "") : code,
  }));
}

for (const { place, code } of ["README.md", ...globSync("lib/**/*.ts").sort()].flatMap(examplesOf)) {
  Deno.test(`the example in ${place} holds`, async () => {
    if (place.startsWith("lib")) assert.deepEqual(code.match(/^.{86,}$/gm), null, "too wide to be read");
    using folder = tempFolder();
    Deno.writeTextFileSync(`${folder.path}/example.ts`, code);
    await import(`file://${folder.path}/example.ts`);
  });
}
