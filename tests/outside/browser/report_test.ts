import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { report } from "judgebias/report";
import { browserTest } from "./chromium.ts";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const NAME =
  "a report in a browser: accessible, sorted by a click, drawn to scale, narrow, dark, printed, nothing from elsewhere";

browserTest(NAME, async (page, folder, t) => {
  const { html } = await report("data/examples/pairs.csv", { silent: true });
  await Deno.writeTextFile(`${folder}/index.html`, html);
  await page.goto(pathToFileURL(`${folder}/index.html`).href);

  for (const colorScheme of ["light", "dark"] as const) {
    await t.step(`axe finds nothing serious, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const axe =
          (globalThis as unknown as Record<string, { run(): Promise<{ violations: Violation[] }> }>).axe;
        interface Violation {
          id: string;
          impact: string;
          nodes: { html: string }[];
        }
        return (await axe.run()).violations.map(({ id, impact, nodes }) => ({
          id,
          impact,
          at: nodes[0].html,
        }));
      });
      assert.deepEqual(violations.filter(({ impact }) => impact === "serious" || impact === "critical"), []);
    });
  }

  await t.step("a click on a head sorts, a second one turns it round", async () => {
    const estimates = () =>
      page.$$eval(
        "#ib > .scroll tbody tr td:nth-child(3)",
        (cells) => cells.map((cell) => Number(cell.getAttribute("data-sort"))),
      );
    const head = page.locator("#ib > .scroll th button", { hasText: "Estimate" });
    await head.click();
    const up = await estimates();
    assert.deepEqual(up, up.toSorted((a, b) => a - b));
    await head.press("Enter");
    assert.deepEqual(await estimates(), up.toReversed());
  });

  await t.step("an interval is drawn to its scale, beside its numbers", async () => {
    const [zero, twenty, dot] = await page.evaluate(() => {
      const table = document.querySelector("#ib table.forest")!;
      const left = (at: Element) => at.getBoundingClientRect().left + at.getBoundingClientRect().width / 2;
      const ticks = [...table.querySelectorAll(".axis b")];
      const tick = (text: string) => left(ticks.find((one) => one.textContent === text)!);
      return [tick("0"), tick("20"), left(table.querySelector("tbody .dot")!)];
    });
    const drawn = 20 * (dot - zero) / (twenty - zero);
    const said = await page.locator("#ib tbody td.num").first().getAttribute("data-sort");
    assert.ok(Math.abs(drawn - 100 * Number(said)) < 0.5, `${drawn} for ${said}`);
  });

  await t.step(
    "at 390 px nothing is wider than the page, no table either, and intervals are",
    async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      const over = (all: Element[]) => all.filter((one) => one.scrollWidth > one.clientWidth).length;
      assert.equal(await page.$$eval("html, .scroll", over), 0);
      const widths = await page.$$eval(
        "td.bar",
        (all) => all.map((bar) => bar.getBoundingClientRect().width).filter((width) => width > 0),
      );
      assert.ok(widths.length > 0 && widths.every((width) => width > 250 && width <= 390), `${widths}`);
    },
  );

  await t.step("prints to PDF, the question of a section on the sheet of its table", async () => {
    await page.emulateMedia({ media: "print" });
    const held = await page.$eval("#ib > h2 + p", (one) => {
      const { breakInside, breakAfter } = getComputedStyle(one);
      return [breakInside, breakAfter];
    });
    assert.deepEqual(held, ["avoid", "avoid"]);
    assert.ok((await page.pdf()).length > 10_000);
  });
});
