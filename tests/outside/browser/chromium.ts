import assert from "node:assert/strict";
import { type Browser, chromium, type Page } from "playwright-core";
import { findProgram } from "@/cli/notebook.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** The path of a Chromium on this machine, or why the tests that need one are skipped. */
export async function findChromium(): Promise<{ path: string } | { path: null; reason: string }> {
  const named = Deno.env.get("JUDGEBIAS_CHROMIUM");
  if (named) return { path: named };
  for (const name of NAMES) {
    const path = await findProgram(name);
    if (path) return { path };
  }
  const reason = `no Chromium found (tried ${NAMES.join(", ")}); \`apt-get install chromium\` on Debian`;
  if (Deno.env.get("JUDGEBIAS_REQUIRE_BROWSER")) throw new Error(reason);
  return { path: null, reason };
}

/** A headless browser that asks the network for nothing of its own. */
export function launch(path: string): Promise<Browser> {
  const quiet = ["no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"];
  return chromium.launch({
    executablePath: path,
    args: ["no-sandbox", "disable-gpu", "disable-quic", ...quiet].map((flag) => `--${flag}`),
  });
}

const found = await findChromium();

/**
 * A test with a page and a folder of its own, skipped (and said so) where no browser is or `lacking` says what else is not: nothing may be
 * reported as an error or a warning, and nothing asked of the network.
 */
export function browserTest(
  name: string,
  use: (page: Page, folder: string, t: Deno.TestContext) => Promise<void>,
  lacking: string | null = null,
): void {
  const reason = found.path === null ? found.reason : lacking;
  if (reason !== null) console.warn(`Skipped: ${name}: ${reason}`);
  // The browser's pipes outlive the test by a moment.
  const options = { ignore: reason !== null, sanitizeOps: false, sanitizeResources: false };
  Deno.test(name, options, async (t) => {
    const folder = await Deno.makeTempDir(), browser = await launch(found.path!);
    try {
      const page = await browser.newPage(), faults: string[] = [];
      page.on("console", (said) => {
        if (["error", "warning"].includes(said.type())) faults.push(said.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("request", (request) => {
        if (!/^(file|data|http:\/\/127\.0\.0\.1)/.test(request.url())) faults.push(request.url());
      });
      await use(page, folder, t);
      assert.deepEqual(faults, []);
    } finally {
      await browser.close();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
