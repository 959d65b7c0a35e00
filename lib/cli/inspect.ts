import { figures } from "../figures/registry.ts";
import type { FileInspection } from "../results/inspect_file.ts";
import { inspectFile } from "../results/inspect_file.ts";
import { runCommand, UsageError } from "./command.ts";

/** What a frame must hold for a metric to say anything. */
const METRICS: {
  name: string;
  frame: string;
  feeds: (inspection: FileInspection) => boolean;
  wants: string;
}[] = [
  { name: "pairAccuracy", frame: "pairs", feeds: () => true, wants: "" },
  {
    name: "informativenessBias, downsample, cdsRatioSweep",
    frame: "pairs",
    feeds: ({ frame }) => has(frame, "more_informative"),
    wants: "informativeness labels (readPairs(…, { labels }))",
  },
  {
    name: "lengthBias",
    frame: "pairs",
    feeds: ({ frame }) => has(frame, "words_a"),
    wants: "words_a and words_b, or the answers",
  },
  {
    name: "imageReliance",
    frame: "pairs",
    feeds: ({ frame }) => both(frame, "image"),
    wants: "rows with and without image",
  },
  {
    name: "positionRobustness",
    frame: "pairs",
    feeds: ({ frame }) => both(frame, "swapped"),
    wants: "rows in both orders",
  },
  {
    name: "matchRate, cohenKappa",
    frame: "labels",
    feeds: ({ frame }) => distinct(frame, "labeller") > 1,
    wants: "two labellers",
  },
];

type Frame = FileInspection["frame"];

function has(frame: Frame, column: string): boolean {
  return frame !== null && frame.getColumn(column).nullCount() < frame.height;
}

function distinct(frame: Frame, column: string): number {
  return frame === null ? 0 : frame.getColumn(column).nUnique();
}

function both(frame: Frame, column: string): boolean {
  return distinct(frame, column) > 1;
}

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
    const metrics = METRICS.filter(({ frame }) => frame === found.frameName);
    console.log("\nmetrics");
    for (const { name, feeds, wants } of metrics) {
      console.log(feeds(found) ? `  yes  ${name}` : `  no   ${name}: wants ${wants}`);
    }
    const fed = figures.filter(({ frames }) =>
      frames.length > 0 && frames.every((frame) => frame === found.frameName)
    );
    console.log(
      `\nfigures   ${fed.map(({ id }) => id).join(", ")}\n          deno task figures --results ${
        positionals[0]
      }`,
    );
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
