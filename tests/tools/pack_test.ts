import assert from "node:assert/strict";
import { shipped } from "./pack.ts";

Deno.test("pack: data, documents, styles and scripts go along; modules are compiled, commands and what makes data stay", () => {
  const files = ("LICENSE data/papers/a.csv data/examples/make_examples.ts deno.json lib/cli/execute.py " +
    "lib/report/page.ts lib/report/report.css lib/report/in_browser.js").split(" ");
  assert.deepEqual(shipped(files), [files[0], files[1], files[6], files[7]]);
  assert.throws(() => shipped([...files, "lib/report/page.js"]), {
    name: "RangeError",
    message: "pack: wanted one file for each name, found two for lib/report/page.js",
  });
});
