import assert from "node:assert/strict";

/** What a module loads as soon as it is imported: its static imports, and theirs; import types load nothing. */
function loaded(url: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(url.href)) return seen;
  seen.add(url.href);
  const text = Deno.readTextFileSync(url);
  for (const [statement, name] of text.matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)";/gm)) {
    if (/^(import|export) type\s/.test(statement)) continue;
    if (name.startsWith(".")) loaded(new URL(name, url), seen);
    else seen.add(name);
  }
  return seen;
}

Deno.test("importing the library does not load Plot, linkedom, sharp or openai", () => {
  const all = loaded(new URL("../../lib/mod.ts", import.meta.url));
  assert.ok(all.has("nodejs-polars"), "the walk finds packages");
  assert.ok([...all].some((name) => name.endsWith("/figures/compose.ts")), "the walk finds modules");
  for (const name of ["@observablehq/plot", "linkedom", "sharp", "openai"]) assert.ok(!all.has(name), name);
});
