import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { coverage } from "@/figures/coverage.ts";
import { exportFigure } from "@/figures/export_figure.ts";
import { entryOf } from "@/figures/gallery/gallery_entry.ts";
import { galleryPage } from "@/figures/gallery/gallery_page.ts";
import { figures, findFigure } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { findChromium, launch } from "./chromium.ts";

const found = await findChromium();
if (found.path === null) console.warn(`The browser tests of the gallery are skipped: ${found.reason}`);

const SHOWN = ["birch-fig1", "birch-fig3", "birch-fig5", "birch-table1", "birch-table3", "birch-table5"];

/** A gallery of a few figures, one of them beside a reference. */
async function writeGallery(folder: string): Promise<string> {
  const entries = [];
  for (const id of SHOWN) {
    const figure = findFigure(id), rendered = await renderFigure(id);
    exportFigure(rendered, `${folder}/birch`, ["svg", "csv"]);
    const reference = id === "birch-fig5" ? { rendered, svg: "birch/birch-fig5.svg" } : undefined;
    entries.push({ figure, ...entryOf(rendered, { folder: "birch", formats: ["svg", "csv"], reference }) });
  }
  const page = `${folder}/index.html`;
  await Deno.writeTextFile(page, galleryPage({ entries, covered: coverage(figures), root: "../" }));
  return page;
}

/** Ids of the cards that are to be seen. */
function visible(page: Page): Promise<string[]> {
  return page.$$eval("article:not([hidden])", (cards) => cards.map(({ id }) => id));
}

Deno.test({
  name: "the gallery in a browser: search, filters, large view, keyboard, dark, nothing from elsewhere",
  ignore: found.path === null,
  // The browser's pipes outlive the test by a moment.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const folder = await Deno.makeTempDir();
    const browser = await launch(found.path!);
    try {
      const url = pathToFileURL(await writeGallery(folder)).href;
      const page = await browser.newPage();
      const faults: string[] = [], requests: string[] = [];
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("request", (request) => requests.push(request.url()));
      await page.goto(url);

      await t.step(
        "opens with every figure, each loaded, with text for those who cannot see it",
        async () => {
          assert.deepEqual(await visible(page), SHOWN);
          const pictures = await page.$$eval("article img", async (images) => {
            for (const image of images) image.setAttribute("loading", "eager");
            await Promise.all((images as HTMLImageElement[]).map((image) => image.decode()));
            return (images as HTMLImageElement[]).map(({ naturalWidth, alt }) => ({ naturalWidth, alt }));
          });
          assert.equal(pictures.length, SHOWN.length + 1);
          for (const { naturalWidth, alt } of pictures) {
            assert.ok(naturalWidth === 760 && alt.length > 20, alt);
          }
          for (
            const href of await page.$$eval(".links a", (links) => links.map((a) => a.getAttribute("href")!))
          ) {
            if (href.startsWith("../")) assert.ok(Deno.statSync(href.slice(3)).isFile, href);
            else assert.ok(Deno.statSync(`${folder}/${href}`).isFile, href);
          }
        },
      );
      await t.step("finds figure 3 of the informativeness paper", async () => {
        await page.keyboard.press("/");
        await page.keyboard.type("figure 3 of the informativeness paper");
        assert.deepEqual(await visible(page), ["birch-fig3"]);
        assert.equal(await page.textContent("#count"), `1 of ${SHOWN.length}`);
        await page.fill("#search", "no such thing");
        assert.deepEqual(await visible(page), []);
        assert.ok(await page.isVisible("#none"));
        await page.click("#clear");
        assert.equal((await visible(page)).length, SHOWN.length);
      });
      await t.step("filters by kind and provenance", async () => {
        await page.selectOption("#kind", "table");
        assert.deepEqual(await visible(page), ["birch-table1", "birch-table3", "birch-table5"]);
        await page.selectOption("#kind", "");
        await page.selectOption("#provenance", "simulated");
        assert.deepEqual(await visible(page), ["birch-fig3", "birch-fig5"]);
        await page.selectOption("#provenance", "");
      });
      await t.step(
        "enlarges with Enter, leafs with the arrows, closes with Escape and gives the focus back",
        async () => {
          await page.focus("#birch-fig3 .open");
          await page.keyboard.press("Enter");
          assert.match(await page.textContent("#large-title") ?? "", /^Figure 3/);
          await page.keyboard.press("ArrowRight");
          assert.match(await page.textContent("#large-title") ?? "", /^Figure 5/);
          assert.equal(await page.locator("#large-pictures img").count(), 2);
          await page.keyboard.press("ArrowLeft");
          await page.keyboard.press("ArrowLeft");
          await page.keyboard.press("ArrowLeft");
          assert.match(await page.textContent("#large-title") ?? "", /^Table 5/);
          assert.equal(new URL(page.url()).hash, "#birch-table5");
          await page.keyboard.press("Escape");
          // The browser first gives the focus back to where it was; the page then moves it to what was last looked at.
          await page.waitForFunction(() => document.activeElement?.closest("article")?.id === "birch-table5");
        },
      );
      await t.step("is dark where that is wished, and lists what is covered", async () => {
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        await page.emulateMedia({ colorScheme: "light" });
        const light = await paper();
        await page.emulateMedia({ colorScheme: "dark" });
        assert.notEqual(await paper(), light);
        assert.equal(await page.locator("#coverage tbody tr").count(), coverage(figures).length);
      });
      assert.deepEqual(faults, []);
      assert.deepEqual(requests.filter((one) => !/^(file|data):/.test(one)), []);
    } finally {
      await browser.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
