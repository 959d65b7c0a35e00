import assert from "node:assert/strict";
import { findNotebookPython } from "../../tools/notebook_kernel.ts";
import { type NotebookCell, type NotebookFile, notebookFiles } from "../../tools/notebook_files.ts";
import { numberFaults } from "../../tools/notebook_numbers.ts";
import { runNotebooks } from "../../tools/notebooks.ts";

const jupyter = await findNotebookPython();
if (jupyter.python === null) {
  if (Deno.env.get("JUDGEBIAS_REQUIRE_JUPYTER")) throw new Error(jupyter.reason);
  console.warn(`The notebook tests are skipped: ${jupyter.reason}`);
}

/** Statements of a cell that must leave an output behind: one `await show(` each. */
function promisedOutputs(cell: NotebookCell): number {
  const text = Array.isArray(cell.source) ? cell.source.join("") : cell.source;
  return cell.cell_type === "code" ? [...text.matchAll(/^await show\(/gm)].length : 0;
}

/** Every second notebook runs from one file and the others from another, so that both cores have work. */
export function testNotebooks(half: 0 | 1): void {
  notebookFiles().filter((_, i) => i % 2 === half).forEach(testNotebook);
}

function testNotebook(notebook: NotebookFile): void {
  Deno.test({
    name: `${notebook.name} runs top to bottom in a fresh kernel and keeps every output`,
    ignore: jupyter.python === null,
    async fn() {
      const out = await Deno.makeTempDir();
      try {
        const [run] = await runNotebooks([notebook], { out });
        assert.ok(run.success, run.error);
        const cells: NotebookCell[] = JSON.parse(await Deno.readTextFile(run.path)).cells;
        assert.equal(cells.length, notebook.cells.length);
        let shown = 0;
        cells.forEach((cell, i) => {
          const outputs = (cell.outputs ?? []) as { output_type: string; name?: string; text?: unknown }[];
          const errors = outputs.filter((o) => o.output_type === "error" || o.name === "stderr");
          assert.deepEqual(errors, [], `cell ${i + 1} of ${notebook.name} fails or warns`);
          const displays = outputs.filter((o) => o.output_type === "display_data").length;
          assert.ok(displays >= promisedOutputs(cell), `cell ${i + 1} of ${notebook.name} lost an output`);
          assert.ok(!JSON.stringify(outputs).includes("██"), `a bar of cell ${i + 1} stays when all is done`);
          const isEmpty = /no mark, for (\d+) of \1 /.test(JSON.stringify(outputs));
          assert.ok(!isEmpty, `a chart of cell ${i + 1} of ${notebook.name} has no mark`);
          shown += displays;
        });
        assert.ok(shown > 0, "the notebook shows something");
        assert.deepEqual(numberFaults(cells), [], `numbers of sentences in ${notebook.name}`);
      } finally {
        await Deno.remove(out, { recursive: true });
      }
    },
  });
}
