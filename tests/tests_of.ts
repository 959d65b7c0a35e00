import { globSync } from "node:fs";
import { resolve } from "node:path";

const FOLDERS = ["figures", "judge", "results/layouts"];
FOLDERS.push("{hypotheses,metrics,stats,ensemble,simulate,calibration}", "{outcomes,tools,papers,fonts}");
FOLDERS.push("property", "report", "{results,cli,progress}", "**");

/**
 * Loads the tests of a few folders into one worker, or all that no worker before it loads. Each file in a worker of its own would spend
 * about a second on loading Polars and the library, which is longer than most tests take; fewer and longer workers leave a processor
 * idle at the end, and hold more frames at a time, which makes each dearer to free.
 */
export async function testsOf(worker: number): Promise<void> {
  const filesOf = (folders: string) => globSync(`tests/${folders}/**/*_test.ts`);
  const others = new Set(["outside", ...FOLDERS.slice(0, worker)].flatMap(filesOf));
  for (const file of filesOf(FOLDERS[worker]).sort()) {
    if (!others.has(file)) await import(`file://${resolve(file)}`);
  }
}
