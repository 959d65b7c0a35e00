import assert from "node:assert/strict";

/** What a module loads as soon as it is imported: its static imports, and theirs; import types load nothing. */
function loaded(url: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(url.href)) return seen;
  seen.add(url.href);
  const text = Deno.readTextFileSync(url);
  for (const [statement, name] of text.matchAll(/^(?:import|export)\s[^;]*?from "([^"]+)";/gm)) {
    if (/^(import|export) type\s/.test(statement)) continue;
    if (name.startsWith(".")) loaded(new URL(name, url), seen);
    else if (name.startsWith("@/")) loaded(new URL(`../../lib/${name.slice(2)}`, import.meta.url), seen);
    else seen.add(name);
  }
  return seen;
}

for (const door of ["mod.ts", "figures/mod.ts", "judge/mod.ts", "simulate/mod.ts", "stats/mod.ts"]) {
  Deno.test(`importing lib/${door} does not load Plot, linkedom, sharp, pdfkit or openai`, () => {
    const all = loaded(new URL(`../../lib/${door}`, import.meta.url));
    assert.ok(
      [...all].some((name) => /\/lib\/(stats|results|simulate)\/(?!mod)/.test(name)),
      "the walk finds modules",
    );
    for (const name of ["@observablehq/plot", "linkedom", "sharp", "openai", "pdfkit"]) {
      assert.ok(!all.has(name), name);
    }
  });
}

Deno.test("the core door loads no figure, judge, perturbation or simulation", () => {
  const all = [...loaded(new URL("../../lib/mod.ts", import.meta.url))];
  assert.ok(all.includes("nodejs-polars"), "the walk finds packages");
  assert.deepEqual(all.filter((name) => /\/lib\/(figures|judge|perturb|simulate)\//.test(name)), []);
});
