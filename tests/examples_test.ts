import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { help } from "judgebias";
import { ownFacts } from "@/progress/own_facts.ts";
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

const { doors } = ownFacts<{ doors: object }>("help");
for (const door of Object.keys(doors)) {
  for (const name of Object.keys(await import(door))) {
    const [, example] =
      /^Example:[^]*?^(import [^]*?)\n\n(?:See also: |import \{ \w+ \} from "[^"]+"; it stands)/m
        .exec(String(help(name))) ?? [];
    if (example === undefined) continue;
    Deno.test(`the example that help shows of ${name} runs and shows something`, async () => {
      using folder = tempFolder();
      Deno.writeTextFileSync(`${folder.path}/example.ts`, example);
      const { log } = console, said: string[] = [];
      console.log = (...things) => void said.push(things.map((one) => String(one)).join(" "));
      await import(`file://${folder.path}/example.ts`).finally(() => console.log = log);
      assert.match(said.join("\n"), /\S/);
      assert.doesNotMatch(said.join("\n"), /^(undefined|\{\})$/);
      assert.ok(said.join("\n").length < 20_000, "short enough to be read");
    });
  }
}
