import assert from "node:assert/strict";
import broken from "./broken_rules.json" with { type: "json" };
import { importFaults, importsOf, libraryModules, notebookImportFaults } from "./import_rule.ts";

Deno.test("import rule: the library keeps it", () => {
  const modules = libraryModules();
  assert.ok(Object.keys(modules).length > 30, "the library is found");
  assert.deepEqual(importFaults(modules), []);
});

Deno.test("import rule: arrows upward, circles and unknown rooms are found", () => {
  assert.deepEqual(importFaults(broken.modules), broken.faults);
});

Deno.test("import rule: comments hold no imports, dynamic and side-effect imports count", () => {
  assert.deepEqual(importsOf(broken.text), broken.imports);
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
