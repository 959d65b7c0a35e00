import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { coverage, coverageTotals } from "@/figures/coverage.ts";
import { notebookFiles } from "@/cli/notebook_files.ts";
import { figures } from "@/figures/registry.ts";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import denoJson from "../deno.json" with { type: "json" };

const readme = Deno.readTextFileSync("README.md");

Deno.test("README: links lead somewhere", () => {
  for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    assert.ok(existsSync(target), `${target} is there`);
  }
});

Deno.test("README: tasks and functions that it names exist", () => {
  const tasks = new Set(Object.keys(denoJson.tasks));
  for (const [, task] of readme.matchAll(/(?:deno|deno@[\d.]+) task ([a-z]+)/g)) {
    assert.ok(tasks.has(task), `task ${task}`);
  }
  const [, measured] = /## What is measured\n([\s\S]*?)\n## /.exec(readme)!;
  for (const [, name] of measured.matchAll(/`([a-zA-Z]+)`/g)) {
    assert.ok(name in core || name in stats, `${name} is exported`);
  }
  const metrics = Deno.readTextFileSync("lib/mod.ts").matchAll(/^export \{([^}]*)\} from "\.\/metrics\//gm);
  const names = [...metrics].flatMap(([, exported]) =>
    exported.match(/(?<!\btype )\b(?!type\b)[a-z]\w*/g) ?? []
  );
  assert.ok(names.includes("lengthBias"));
  assert.deepEqual(
    names.filter((name) => !measured.includes(`\`${name}\``)),
    [],
    "in README's table of metrics",
  );
  const listed = [...readme.matchAll(/\(notebooks\/([^)]+)\)/g)].map(([, name]) => name);
  const found = notebookFiles().map(({ name }) => name);
  assert.deepEqual([...new Set(listed)].sort(), found.sort());
});

Deno.test("README: its totals of coverage are the real ones", () => {
  const totals = coverageTotals(coverage(figures));
  const rows = Object.entries(totals).map(([kind, { rendered, of }]) => [kind, String(rendered), String(of)]);
  const [, table] = /<!-- coverage[^>]*-->\n\n([\s\S]*?)\n\n/.exec(readme)!;
  const printed = table.split("\n").slice(2).map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim())
  );
  assert.deepEqual(printed, rows);
});
