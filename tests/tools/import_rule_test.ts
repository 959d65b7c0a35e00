import assert from "node:assert/strict";
import { importFaults, importsOf, libraryModules, notebookImportFaults } from "./import_rule.ts";

Deno.test("import rule: the library keeps it", () => {
  const modules = libraryModules();
  assert.ok(Object.keys(modules).length > 30, "the library is found");
  assert.deepEqual(importFaults(modules), []);
});

Deno.test("import rule: arrows upward, circles and unknown rooms are found", () => {
  const faults = importFaults({
    "stats/wilson.ts": 'import { readPairs } from "../results/read_pairs.ts";',
    "metrics/a.ts": 'import { b } from "./b.ts";',
    "metrics/b.ts": 'import { a } from "./a.ts";\nimport type { X } from "../stats/wilson.ts";',
    "figures/c.ts": 'const x = await import("@/attic/d.ts");',
    "mod.ts":
      'export * from "./metrics/a.ts";\nexport * from "../tests/e.ts";\nexport * from "./judge/f.ts";',
    "figures/g.ts": 'import { philautia } from "judgebias";\nimport { wilson } from "judgebias/stats";',
  });
  assert.deepEqual(faults, [
    "stats/wilson.ts imports upward from results/read_pairs.ts",
    "figures/c.ts imports attic/d.ts: attic is no room of the house",
    "mod.ts imports ../tests/e.ts, which is outside lib",
    "mod.ts imports upward from judge/f.ts",
    "figures/g.ts imports judgebias: files of the library import each other, not its doors",
    "figures/g.ts imports judgebias/stats: files of the library import each other, not its doors",
    "circle of imports: metrics/a.ts → metrics/b.ts → metrics/a.ts",
  ]);
});

Deno.test("import rule: comments hold no imports, dynamic and side-effect imports count", () => {
  const text =
    '// import "./a.ts"\n/* from "./b.ts" */\nimport "./c.ts";\nawait import("./d.ts");\nexport { e } from "./e.ts";';
  assert.deepEqual(importsOf(text), ["./c.ts", "./d.ts", "./e.ts"]);
});

Deno.test("import rule: notebooks see the library's doors alone", () => {
  const code = 'import { readPairs } from "judgebias"; import pl from "nodejs-polars";';
  assert.deepEqual(notebookImportFaults("n.ipynb", code), []);
  assert.equal(notebookImportFaults("n.ipynb", 'import { x } from "@/metrics/x.ts";').length, 1);
});

Deno.test("no task is named like a test or a benchmark, which deno would run as one", () => {
  // `deno test lib` for the documentation examples would otherwise run the task that runs `deno test`, without end.
  const tasks = Object.keys(libraryModules()).filter((file) => file.startsWith("cli/"));
  assert.deepEqual(tasks.filter((file) => /[/_.](test|bench)\.ts$/.test(file)), []);
});

Deno.test("no loop of the library asks a frame for its height again and again: each time is a native call", () => {
  const asks = (text: string) =>
    /for \([^;]*;[^;]*\b(frame|pairs|rows|table|data|scores)\.height;/.test(text);
  assert.ok(asks("for (let i = 0; i < frame.height; i++) {"));
  assert.ok(!asks("for (let i = 0, { height } = frame; i < height; i++) {"));
  const found = Object.entries(libraryModules()).filter(([, text]) => asks(text)).map(([name]) => name);
  assert.deepEqual(found, []);
});
