import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { findProgram } from "@/cli/notebook.ts";
import { projectKernel } from "../../tools/notebook_kernel.ts";
import { ROOT } from "@/cli/project.ts";
import { findChromium, launch } from "./chromium.ts";

const NOTEBOOK = "01_informativeness_bias.ipynb", PORT = 18_888, TIMEOUT_MS = 120_000;

/** The first run starts the kernel, the second one meets the outputs of the first; what is lost now and then wants more. */
const RUNS = Deno.env.has("FULL_SIZE") ? 5 : 2;

const chromium = await findChromium();
const jupyter = await findProgram("jupyter-notebook");
const lacking = chromium.path === null
  ? chromium.reason
  : jupyter === null
  ? "no jupyter-notebook found"
  : null;
if (lacking !== null) {
  if (Deno.env.get("JUDGEBIAS_REQUIRE_BROWSER")) throw new Error(lacking);
  console.warn(`The browser test of the notebook is skipped: ${lacking}`);
}

/** The part of the classic front end that the test drives. */
interface Notebook {
  kernel?: { is_connected(): boolean };
  set_autosave_interval(seconds: number): void;
  execute_all_cells(): void;
  get_cells(): {
    cell_type: string;
    get_text(): string;
    input_prompt_number?: number | "*" | null;
    output_area?: { outputs: { output_type: string; name?: string }[] };
  }[];
}

/** The notebook in the page, for what is evaluated there. */
const notebookOf = (page: Page) =>
  page.evaluateHandle(() => (globalThis as unknown as { Jupyter: { notebook: Notebook } }).Jupyter.notebook);

/** What each code cell shows, what it promises (an output for every `await show(`), and the number of its prompt. */
const cellsOf = async (page: Page) =>
  await (await notebookOf(page)).evaluate((notebook) =>
    notebook.get_cells().filter((cell) => cell.cell_type === "code").map((cell) => {
      const { outputs } = cell.output_area!, { input_prompt_number: number } = cell;
      return {
        promised: (cell.get_text().match(/^await show\(/gm) ?? []).length,
        displays: outputs.filter((one) => one.output_type === "display_data").length,
        errors: outputs.filter((one) => one.output_type === "error" || one.name === "stderr").length,
        number: typeof number === "number" ? number : 0,
      };
    })
  );

/** Runs all cells and waits until each has a prompt number above those of the run before. */
async function runAll(page: Page, before: number): Promise<Awaited<ReturnType<typeof cellsOf>>> {
  await (await notebookOf(page)).evaluate((notebook) => notebook.execute_all_cells());
  const until = performance.now() + TIMEOUT_MS;
  let cells = await cellsOf(page);
  while (cells.some(({ number }) => number <= before)) {
    if (performance.now() > until) throw new Error(`cells were not run: ${JSON.stringify(cells)}`);
    await page.waitForTimeout(100);
    cells = await cellsOf(page);
  }
  // The numbers come with the replies; the last outputs may be a moment behind them. Those that stay away are told below.
  for (let tries = 0; tries < 100 && cells.some((cell) => cell.displays < cell.promised); tries++) {
    await page.waitForTimeout(100);
    cells = await cellsOf(page);
  }
  return cells;
}

Deno.test({
  name: `${NOTEBOOK} in a real Jupyter front end: all cells ${RUNS} times, and no cell loses an output`,
  ignore: lacking !== null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const before = await Deno.readTextFile(`${ROOT}notebooks/${NOTEBOOK}`);
    const server = new Deno.Command(jupyter!, {
      args: ["--no-browser", "--allow-root", "--ip=127.0.0.1", `--port=${PORT}`, "--port-retries=0"]
        .concat("--NotebookApp.token=", "--NotebookApp.password=", `--notebook-dir=${ROOT}notebooks`),
      env: { JUPYTER_PATH: await projectKernel() },
      ...{ stdin: "null", stdout: "null", stderr: "null" },
    }).spawn();
    const browser = await launch(chromium.path!);
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      const url = `http://127.0.0.1:${PORT}/notebooks/${NOTEBOOK}`;
      for (let attempt = 0;; attempt++) {
        try {
          await page.goto(url);
          break;
        } catch (error) {
          if (attempt === 60) throw error;
          await page.waitForTimeout(500);
        }
      }
      await page.waitForFunction(
        () => (globalThis as { Jupyter?: { notebook?: Notebook } }).Jupyter?.notebook?.kernel?.is_connected(),
        undefined,
        { timeout: TIMEOUT_MS },
      );
      // The file in the project must stay as it is committed.
      await (await notebookOf(page)).evaluate((notebook) => notebook.set_autosave_interval(0));
      let last = 0;
      for (let run = 1; run <= RUNS; run++) {
        const cells = await runAll(page, last);
        last = Math.max(...cells.map(({ number }) => number));
        assert.ok(cells.length > 10);
        cells.forEach(({ promised, displays, errors }, i) => {
          assert.equal(errors, 0, `run ${run}: code cell ${i + 1} fails or warns`);
          assert.ok(displays >= promised, `run ${run}: code cell ${i + 1} shows ${displays} of ${promised}`);
        });
      }
      assert.deepEqual(faults, []);
    } finally {
      await browser.close();
      server.kill("SIGTERM");
      await server.status;
      const after = await Deno.readTextFile(`${ROOT}notebooks/${NOTEBOOK}`);
      assert.equal(after, before, "the notebook was not saved");
    }
  },
});
