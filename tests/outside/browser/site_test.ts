import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { findNotebookPython } from "../../tools/notebook_kernel.ts";
import { inProcess } from "../../cli/in_process.ts";
import { writeSite } from "../../tools/site.ts";
import { browserTest } from "./chromium.ts";

const found = await findNotebookPython();

const NAME =
  "the site: a figure leads to its executed notebook, which shows pictures; the documentation opens";

browserTest(NAME, async (page, out) => {
  let index = "";
  const run = async () =>
    void (index = await writeSite({ out, only: "birch-fig1,birch-table1", notebooks: "00_quickstart" }));
  const { code, stderr } = await inProcess({ name: "site", summary: "", run });
  assert.equal(code, 0, stderr);
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
  await page.setViewportSize({ width: 420, height: 800 });
  const isWhole = await page.locator("img").first().evaluate((one: HTMLImageElement) =>
    one.width === one.naturalWidth && one.parentElement!.scrollWidth > one.parentElement!.clientWidth
  );
  assert.ok(isWhole, "on a narrow screen a picture is scrolled, not shrunk");
}, found.python === null ? found.reason : null);
