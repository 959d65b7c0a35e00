/**
 * The picture of a report's head that the README shows, and what it was made of: `deno run -A tests/outside/browser/report_picture.ts` draws
 * it anew. Needs Chromium and the public verdicts of GenAI-Bench beside the project.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { readPairs } from "judgebias";
import { report } from "judgebias/report";
import { DISPLAY_NAMES, displayName } from "@/figures/paper_order.ts";
import { findChromium, launch } from "./chromium.ts";

const place = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const VERDICTS = place("../shared/data/genai-bench/verdicts.csv.gz");

/** The committed picture, and the record of the page that it shows. */
export const PICTURE: string = place("figures/report/genai-bench.png");
const RECORD = place("figures/report/genai-bench.json");

/** Whether the verdicts lie beside the project. */
export const haveVerdicts: boolean = existsSync(VERDICTS);

/** What the head of a page looks like, and which file shows it. */
export type PictureRecord = { head: string; picture: string };

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The page of the README's report. */
export async function reportPage(): Promise<string> {
  const pairs = readPairs(VERDICTS);
  // As their makers call them.
  const names = pairs.getColumn("judge").toArray().map((judge) => displayName(judge, DISPLAY_NAMES.real));
  const title = "Bias report: GenAI-Bench, 17 judges and a random one";
  return (await report(pairs.withColumns(pl.Series("judge", names)), { title, silent: true })).html;
}

/** What is seen in the picture: the style, and everything up to the first table of verdicts with it. */
export function headOf(html: string): string {
  const key = html.indexOf('<p class="soft key">');
  const end = html.indexOf("</table>", key);
  if (end < 0 || key < 0) {
    throw new Error("headOf: wanted a report with a picture of its verdicts, found none");
  }
  return html.slice(html.indexOf("<style>"), end);
}

/** The record of a page and of the committed picture. */
export function recordOf(html: string): PictureRecord {
  return { head: sha256(headOf(html)), picture: sha256(readFileSync(PICTURE)) };
}

/** The record that is committed beside the picture. */
export function committedRecord(): PictureRecord {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

if (import.meta.main) {
  const { path } = await findChromium();
  if (path === null || !haveVerdicts) {
    throw new Error("report_picture: wanted Chromium and the verdicts, found neither or one");
  }
  const html = await reportPage(), browser = await launch(path);
  // Narrow, and without its tables, so that it can be read in a column of 400 px.
  const width = 700, viewport = { width, height: 900 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 1.5 });
  await page.setContent(html);
  const key = await page.locator("p.soft.key").first().boundingBox(),
    height = Math.ceil(key!.y + key!.height + 16);
  await page.screenshot({ path: PICTURE, clip: { x: 0, y: 0, width, height }, fullPage: true });
  await browser.close();
  writeFileSync(RECORD, `${JSON.stringify(recordOf(html), null, 2)}\n`);
}
