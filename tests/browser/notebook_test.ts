import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { findProgram } from "@/cli/jupyter.ts";
import { projectKernel } from "../tools/notebook_kernel.ts";
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

/** The parts of the classic front end that the test drives. */
interface JupyterPage {
  Jupyter?: {
    notebook?: {
      kernel?: { is_connected(): boolean };
      set_autosave_interval(seconds: number): void;
      execute_all_cells(): void;
      get_cells(): {
        cell_type: string;
        get_text(): string;
        input_prompt_number?: number | "*" | null;
        output_area?: { outputs: { output_type: string; name?: string }[] };
      }[];
    };
  };
}

/** What each code cell shows, and what it promises: an output for every `await show(`. */
function outputs(page: Page) {
  return page.evaluate(() => {
    const { Jupyter } = globalThis as unknown as JupyterPage;
    return Jupyter!.notebook!.get_cells().filter((cell) => cell.cell_type === "code").map((cell) => ({
      promised: (cell.get_text().match(/^await show\(/gm) ?? []).length,
      displays: cell.output_area!.outputs.filter((one) => one.output_type === "display_data").length,
      errors: cell.output_area!.outputs.filter((one) =>
        one.output_type === "error" || one.name === "stderr"
      ).length,
    }));
  });
}

/** Runs all cells and waits until each has a prompt number above those of the run before. */
async function runAll(page: Page, before: number): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as JupyterPage).Jupyter!.notebook!.execute_all_cells());
  await page.waitForFunction(
    (last) =>
      (globalThis as unknown as JupyterPage).Jupyter!.notebook!.get_cells()
        .filter((cell) => cell.cell_type === "code")
        .every(({ input_prompt_number: number }) => typeof number === "number" && number > last),
    before,
    { timeout: TIMEOUT_MS },
  );
  // The numbers come with the replies; the last outputs may be a moment behind them. Those that stay away are told below.
  for (
    let tries = 0;
    tries < 100 && (await outputs(page)).some((cell) => cell.displays < cell.promised);
    tries++
  ) {
    await page.waitForTimeout(100);
  }
  return await page.evaluate(() =>
    Math.max(
      ...(globalThis as unknown as JupyterPage).Jupyter!.notebook!.get_cells()
        .map(({ input_prompt_number: number }) => typeof number === "number" ? number : 0),
    )
  );
}

Deno.test({
  name: `${NOTEBOOK} in a real Jupyter front end: all cells ${RUNS} times, and no cell loses an output`,
  ignore: lacking !== null,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const before = await Deno.readTextFile(`${ROOT}notebooks/${NOTEBOOK}`);
    const server = new Deno.Command(jupyter!, {
      args: [
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        `--port=${PORT}`,
        "--port-retries=0",
        "--NotebookApp.token=",
        "--NotebookApp.password=",
        `--notebook-dir=${ROOT}notebooks`,
      ],
      env: { JUPYTER_PATH: await projectKernel() },
      stdin: "null",
      stdout: "null",
      stderr: "null",
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
        () => (globalThis as unknown as JupyterPage).Jupyter?.notebook?.kernel?.is_connected(),
        undefined,
        { timeout: TIMEOUT_MS },
      );
      // The file in the project must stay as it is committed.
      await page.evaluate(() =>
        (globalThis as unknown as JupyterPage).Jupyter!.notebook!.set_autosave_interval(0)
      );
      let last = 0;
      for (let run = 1; run <= RUNS; run++) {
        last = await runAll(page, last);
        const cells = await outputs(page);
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
      assert.equal(
        await Deno.readTextFile(`${ROOT}notebooks/${NOTEBOOK}`),
        before,
        "the notebook was not saved",
      );
    }
  },
});
