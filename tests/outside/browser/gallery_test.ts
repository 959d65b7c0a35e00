import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { coverage } from "@/figures/registry.ts";
import { exportFigure } from "@/figures/export_figure.ts";
import { entryOf } from "@/figures/gallery/gallery_page.ts";
import { figures, findFigure } from "@/figures/registry.ts";
import { renderFigure } from "@/figures/render_figure.ts";
import { writePage } from "@/cli/reproduce.ts";
import { browserTest } from "./chromium.ts";

const SHOWN = "birch-fig1 birch-fig3 birch-fig5 birch-table1 birch-table3 birch-table5 birch-fig18".split(
  " ",
);

/** A gallery of a few figures, one of them beside a reference. */
async function writeGallery(folder: string): Promise<string> {
  const entries = [];
  for (const id of SHOWN) {
    const figure = findFigure(id), rendered = await renderFigure(id), { paper } = figure;
    await exportFigure(rendered, `${folder}/${paper}`, { formats: ["svg", "csv"] });
    const reference = id === "birch-fig5" ? { rendered, svg: "birch/birch-fig5.svg" } : undefined;
    entries.push(entryOf(figure, rendered, { formats: ["svg", "csv"], reference }));
  }
  return writePage(folder, entries, {
    notebook: ({ notebook }) => `../${notebook}`,
    source: ({ source }) => `../${source}`,
  });
}

/** Ids of the cards that are to be seen. */
function visible(page: Page): Promise<string[]> {
  return page.$$eval("article:not([hidden])", (cards) => cards.map(({ id }) => id));
}

browserTest(
  "the gallery in a browser: search, filters, large view, keyboard, dark, nothing from elsewhere",
  async (page, folder, t) => {
    const url = pathToFileURL(await writeGallery(folder)).href;
    await page.goto(url);

    await t.step("opens with every figure, each loaded, with text for those who cannot see it", async () => {
      assert.deepEqual(await visible(page), SHOWN);
      const pictures = await page.$$eval("article img", async (images) => {
        for (const image of images) image.setAttribute("loading", "eager");
        await Promise.all((images as HTMLImageElement[]).map((image) => image.decode()));
        return (images as HTMLImageElement[]).map(({ naturalWidth, alt }) => ({ naturalWidth, alt }));
      });
      assert.equal(pictures.length, SHOWN.length + 1);
      for (const { naturalWidth, alt } of pictures) {
        assert.ok(naturalWidth > 300 && alt.length > 20, alt);
      }
      for (
        const href of await page.$$eval(".links a", (links) => links.map((a) => a.getAttribute("href")!))
      ) {
        if (href.startsWith("../")) assert.ok(Deno.statSync(href.slice(3)).isFile, href);
        else assert.ok(Deno.statSync(`${folder}/${href}`).isFile, href);
      }
    });
    await t.step("finds figure 3 of the informativeness paper", async () => {
      await page.keyboard.press("/");
      await page.keyboard.type("figure 3 of the informativeness paper");
      assert.deepEqual(await visible(page), ["birch-fig3"]);
      assert.equal(await page.textContent("#count"), `1 of ${SHOWN.length}`);
      // Typos, two letters that are swapped, words of captions, of a picture and of numbers.
      const searches: [words: string, found: string[] | null][] = [
        ["informatveness", null],
        ["infromativeness", null],
        ["figure 3", ["birch-fig3"]],
        ["chance", ["birch-fig1"]],
        ["anchrs", ["birch-table5"]],
        ["no such thing", []],
      ];
      for (const [words, wanted] of searches) {
        await page.fill("#search", words);
        const seen = await visible(page);
        if (wanted === null) assert.ok(seen.length > 1, words);
        else assert.deepEqual(seen, wanted, words);
      }
      assert.ok(await page.isVisible("#none"));
      await page.click("#clear");
      assert.equal((await visible(page)).length, SHOWN.length);
    });
    await t.step("filters by kind and provenance", async () => {
      await page.selectOption("#kind", "table");
      assert.deepEqual(await visible(page), ["birch-table1", "birch-table3", "birch-table5"]);
      await page.selectOption("#kind", "");
      await page.selectOption("#provenance", "computed-from-published");
      // Figure 3's gaps are not printed: the differences of what is.
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
        assert.equal(await page.locator("#large-pictures .inline").count(), 2);
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowLeft");
        await page.keyboard.press("ArrowLeft");
        // From the first to the last, which is folded.
        assert.match(await page.textContent("#large-title") ?? "", /^Figure 18/);
        assert.equal(new URL(page.url()).hash, "#birch-fig18");
        await page.keyboard.press("Escape");
        // The browser first gives the focus back to where it was; the page then moves it to what was last looked at.
        await page.waitForFunction(() => document.activeElement?.closest("article")?.id === "birch-fig18");
      },
    );
    await t.step("search and filters stand in the address, and come back from it", async () => {
      await page.fill("#search", "phi-4");
      await page.selectOption("#kind", "table");
      assert.deepEqual(await visible(page), ["birch-table3"], "the names of judges are found in the numbers");
      assert.match(page.url(), /[?]search=phi-4&kind=table/);
      await page.reload();
      assert.deepEqual(await visible(page), ["birch-table3"]);
      assert.equal(await page.inputValue("#search"), "phi-4");
      await page.goto(url);
      assert.equal((await visible(page)).length, SHOWN.length);
    });
    await t.step("small pictures show the chart alone; large ones answer to the mouse", async () => {
      // The picture begins above its frame by the height of the title, and goes on below it with the caption.
      const frame = (await page.locator("#birch-fig1 .crop").boundingBox())!;
      const picture = (await page.locator("#birch-fig1 img").boundingBox())!;
      assert.ok(picture.y < frame.y - 10 && picture.y + picture.height > frame.y + frame.height + 10);
      await page.click("#birch-fig1 .open");
      const data = await page.getAttribute("#large-pictures .inline", "data-path");
      assert.equal(data, "birch/birch-fig1.svg");
      assert.match(
        Deno.readTextFileSync(`${folder}/${data}`),
        /<title>MLLM-as-a-Judge, GPT-4o, Base, .*85\.3 \(published\)<\/title>/,
      );
      await page.keyboard.press("Escape");
    });
    await t.step("marks answer to the keyboard, where the page is a file too", async () => {
      await page.click("#birch-fig1 .open");
      const marks = page.locator("#large-pictures .inline [tabindex]");
      await marks.first().waitFor({ state: "attached" });
      // Below the picture is no strip of its ground, which dark mode would make light.
      const strip = await page.locator("#large-pictures .inline").evaluate((place) =>
        place.getBoundingClientRect().height -
        place.shadowRoot!.querySelector("svg")!.getBoundingClientRect().height
      );
      assert.ok(Math.abs(strip) < 1, `${strip} pixels`);
      const said = () => page.textContent("#mark");
      await page.locator("#large-pictures .inline [tabindex='0']").focus();
      const first = await said();
      assert.match(first ?? "", /\d.*published/);
      await page.keyboard.press("ArrowRight");
      const second = await said();
      assert.match(second ?? "", /\d.*published/);
      assert.notEqual(second, first);
      await page.keyboard.press("ArrowLeft");
      assert.equal(await said(), first);
      assert.match(await page.textContent("#large-title") ?? "", /^Figure 1/);
      await page.keyboard.press("Escape");
      assert.equal(await page.isVisible("#large"), false);
    });
    await t.step(
      "on a phone: nothing is wider than the screen, filters fold, the dialog's buttons can be reached",
      async () => {
        await page.setViewportSize({ width: 390, height: 760 });
        const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(await wide() <= 390, `${await wide()} pixels`);
        const bar = () =>
          page.evaluate(() => document.getElementById("filters")!.getBoundingClientRect().height);
        assert.ok(await bar() < 0.15 * 760, `the filter bar takes ${await bar()} pixels`);
        assert.equal(await page.isVisible("#kind"), false);
        await page.click("#more");
        assert.ok(await page.isVisible("#kind"));
        await page.click("#more");
        await page.click("#birch-fig3 .open");
        await page.waitForFunction(() => document.querySelector(".inline")?.shadowRoot);
        const widths = () => page.$eval("dialog", (one) => [one.scrollWidth, one.clientWidth]);
        assert.deepEqual(await widths(), [390, 390], "an opened figure is seen whole");
        await page.click("#large-pictures");
        assert.deepEqual(
          await widths(),
          [760, 390],
          "touched, it is as large as its letters want, and moves",
        );
        for (const id of ["previous", "next", "close"]) {
          const box = (await page.locator(`#${id}`).boundingBox())!;
          assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 760, id);
        }
        await page.click("#close");
        await page.setViewportSize({ width: 1280, height: 800 });
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
  },
);
