import { type Browser, chromium } from "playwright-core";
import { findProgram } from "@/cli/jupyter.ts";

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
