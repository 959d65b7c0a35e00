import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { findNotebookPython } from "../tools/notebook_kernel.ts";
import { writeSite } from "../tools/site.ts";
import { findChromium, launch } from "./chromium.ts";

const browserFound = await findChromium(), { python } = await findNotebookPython();

Deno.test({
  name: "the site: a figure leads to its executed notebook, which shows pictures; the documentation opens",
  ignore: browserFound.path === null || python === null,
  // The browser's pipes outlive the test by a moment.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const out = await Deno.makeTempDir();
    const browser = await launch(browserFound.path!);
    const log = console.log;
    console.log = () => {};
    try {
      const index = await writeSite({ out, only: "birch-fig1,birch-table1", notebooks: "00_quickstart" });
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      await page.goto(pathToFileURL(index).href);
      for (const href of await page.$$eval("a", (links) => links.map((a) => a.getAttribute("href")!))) {
        assert.ok(existsSync(`${out}/${href}`), href);
      }
      await page.goto(pathToFileURL(`${out}/figures/index.html`).href);
      assert.equal(await page.locator("article").count(), 2);
      // Its own notebook was not asked for: no link that leads nowhere.
      assert.equal(await page.getByText("notebook", { exact: true }).count(), 0);
      await page.goto(pathToFileURL(`${out}/notebooks/00_quickstart.html`).href);
      assert.ok(await page.locator("img[src^='data:image'], svg").count() >= 1, "outputs with pictures");
      assert.match(await page.textContent("body") ?? "", /simulated-judge-a/);
      assert.deepEqual(faults, []);
    } finally {
      console.log = log;
      await browser.close();
      await Deno.remove(out, { recursive: true });
    }
  },
});
