import { globSync } from "node:fs";
import { resolve } from "node:path";

const FOLDERS = ["figures", "judge", "{hypotheses,metrics,stats,ensemble,simulate,calibration}"];
FOLDERS.push("{outcomes,tools,papers,fonts}", "{results,cli,progress}", "report");

/**
 * Loads the tests of a few folders, or of all that are in none of those, into one worker. Each file in a worker of its own would
 * spend about a second on loading Polars and the library, which is longer than most tests take.
 */
export async function testsOf(worker: number): Promise<void> {
  const filesOf = (folders: string) => globSync(`tests/${folders}/**/*_test.ts`);
  const others = new Set([...FOLDERS, "outside"].flatMap(filesOf));
  const files = worker < FOLDERS.length
    ? filesOf(FOLDERS[worker])
    : filesOf("**").filter((file) => !others.has(file));
  for (const file of files.sort()) await import(`file://${resolve(file)}`);
}
