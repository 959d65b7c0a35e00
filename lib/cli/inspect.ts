import { figures } from "../figures/registry.ts";
import { type Feature, FEATURES, frameFeatures } from "../results/frame_features.ts";
import { inspectFile } from "../results/inspect_file.ts";
import { runCommand, UsageError } from "./command.ts";

/** What the metrics on pairs ask for. */
const METRICS: readonly { names: string; needs: readonly Feature[] }[] = [
  { names: "pairAccuracy", needs: [] },
  { names: "informativenessBias, downsample, cdsRatioSweep", needs: ["informativeness"] },
  { names: "lengthBias", needs: ["lengths"] },
  { names: "imageReliance", needs: ["no_image"] },
  { names: "equalizeLengths, then informativenessBias", needs: ["informativeness", "length_equalized"] },
  { names: "positionRobustness", needs: ["swapped"] },
];

await runCommand({
  name: "inspect",
  summary:
    "Says what a results file is: its layout, what it holds, and which metrics and figures it can feed.",
  positionals: "FILE",
  notes: ["FILE is a file (CSV, JSONL, Parquet, gzip), a folder or a glob."],
  run({ positionals }) {
    if (positionals.length !== 1) {
      throw new UsageError(`wanted one file, folder or glob, found ${positionals.length}`);
    }
    const found = inspectFile(positionals[0]);
    if (found.frameName === null) {
      const [closest] = found.lacking;
      throw new UsageError(
        `${positionals[0]} fits no frame; closest is ${closest.frame}, which lacks ${
          closest.missing.join(", ")
        }` +
          (closest.similar.length > 0 ? ` (columns that sound alike: ${closest.similar.join(", ")})` : "") +
          `. Name columns with readPairs(path, { columns: { human: "…" } })`,
      );
    }
    console.log(`layout    ${found.layout}\nframe     ${found.frameName}`);
    if (found.others.length > 0) console.log(`others    ${found.others.join(", ")}`);
    if (found.report) {
      console.log(
        `files     ${found.report.files.map(({ path, rows }) => `${path} (${rows} rows)`).join(", ")}`,
      );
    }
    if (found.summary) console.log(`\n${table(found.summary.toRecords())}`);
    if (found.frame === null) {
      console.log(`\nThere is no reader for ${found.frameName} yet.`);
      return Promise.resolve();
    }
    if (found.frameName === "labels") {
      const labellers = found.frame.getColumn("labeller").nUnique();
      console.log(
        `\nmetrics\n  ${labellers > 1 ? "yes" : "no "}  matchRate, cohenKappa${
          labellers > 1 ? "" : ": two labellers"
        }`,
      );
      return Promise.resolve();
    }
    const features = frameFeatures(found.frame);
    const lines = (entries: readonly { names: string; needs: readonly Feature[] }[]) =>
      entries.map(({ names, needs }) => {
        const lacking = needs.filter((need) => !features.has(need)).map((need) => FEATURES[need]);
        return lacking.length === 0 ? `  yes  ${names}` : `  no   ${names}: needs ${lacking.join(", and ")}`;
      }).join("\n");
    const fed = figures.filter(({ frames }) => frames.includes("pairs"));
    console.log(`\nmetrics\n${lines(METRICS)}`);
    console.log(`\nfigures and tables\n${lines(fed.map(({ id, needs }) => ({ names: id, needs })))}`);
    console.log(`\nDraw them with: deno task reproduce --results ${positionals[0]}`);
    return Promise.resolve();
  },
});

/** Records as lines of aligned columns. */
function table(records: Record<string, unknown>[]): string {
  if (records.length === 0) return "no rows";
  const names = Object.keys(records[0]);
  const cells = [names, ...records.map((record) => names.map((name) => String(record[name] ?? "")))];
  const widths = names.map((_, c) => Math.max(...cells.map((row) => row[c].length)));
  return cells.map((row) => row.map((text, c) => text.padEnd(widths[c])).join("  ").trimEnd()).join("\n");
}
