import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { coverage, coverageTotals } from "@/figures/registry.ts";
import { notebookFiles } from "./tools/notebook_files.ts";
import { numberFaults } from "./tools/notebook_numbers.ts";
import { figures } from "@/figures/registry.ts";
import denoJson from "../deno.json" with { type: "json" };

const readme = Deno.readTextFileSync("README.md");

Deno.test("README: links lead somewhere", () => {
  for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    assert.ok(existsSync(target), `${target} is there`);
  }
});

Deno.test("README: tasks and notebooks that it names exist, and all of these", () => {
  const tasks = new Set(Object.keys(denoJson.tasks));
  for (const [, task] of readme.matchAll(/(?:deno|deno@[\d.]+) task ([a-z]+(?::[a-z]+)?)/g)) {
    assert.ok(tasks.has(task), `task ${task}`);
  }
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
  const [{ item }] = coverage(figures), none = coverageTotals([{ item, figures: [] }]);
  assert.deepEqual(none, { [item.kind]: { rendered: 0, of: 1 } }, "what no figure shows is not rendered");
});

Deno.test("README: its examples print what stands below them", async () => {
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)];
  assert.equal(examples.length, 3);
  for (const [, code, printed] of examples) {
    const run = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", "--quiet", "-"],
      ...{ env: { NO_COLOR: "1" }, stdin: "piped", stdout: "piped", stderr: "piped" },
    }).spawn();
    await new Blob([code]).stream().pipeTo(run.stdin);
    const { stdout, stderr } = await run.output(), text = new TextDecoder();
    assert.equal(text.decode(stdout).trimEnd(), printed.trimEnd(), text.decode(stderr));
  }
});

Deno.test("notebooks: numbers of sentences that no output shows are faults; rounding, shares and sums are none", () => {
  const faults = (text: string, numbers?: Record<string, string>) =>
    numberFaults([
      { cell_type: "code", source: "show(x)", outputs: [{ text: "ib 0.4183  n 1200\nlb −0.062  n 812" }] },
      { cell_type: "markdown", source: text, metadata: { numbers } },
    ]).map((fault) => fault.split(": ").slice(1, 3).join(": "));
  assert.deepEqual(faults("IB is 42 points, LB −6; 0.418 of 1,200 pairs of GPT-4 in 2024 (`n = 7`)."), []);
  assert.deepEqual(faults("IB is 43 points of 1,201 pairs."), ["43: is not shown", "1,201: is not shown"]);
  assert.deepEqual(faults("LB is 6 points, 2,012 pairs.", { "2,012 pairs": "1200 + 812" }), []);
  assert.deepEqual(faults("2,013 pairs.", { "2,013 pairs": "1200 + 812" }), ["2,013: 1200 + 812 is 2012"]);
  assert.deepEqual(faults("2,013 pairs.", { "2,013 pairs": "1201 + 812" }), [
    "2,013: of 1201 + 812 1201 is shown nowhere",
  ]);
  assert.equal(faults("None.", { "5 pairs": "n" }).length, 1);
});
