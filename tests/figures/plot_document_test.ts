import assert from "node:assert/strict";
import { themedPlot } from "@/figures/plot_document.ts";

/** Strings that look like numbers on a linear scale: Plot warns. */
const suspicious = () =>
  themedPlot((Plot) => ({ marks: [Plot.barY([{ x: "1", y: 2 }, { x: "2", y: 3 }], { x: "x", y: "y" })] }));

Deno.test("a warning of Plot's is an error", async () => {
  await assert.rejects(suspicious, /themedPlot: wanted a chart without warnings, found/);
});

Deno.test("charts drawn side by side leave console.warn as it was", async () => {
  const before = console.warn;
  const fine = () => themedPlot((Plot) => ({ marks: [Plot.dot([[1, 2]])] }));
  const all = await Promise.allSettled([fine(), suspicious(), fine()]);
  assert.deepEqual(all.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
  assert.equal(console.warn, before);
});
