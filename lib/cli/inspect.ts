import pl from "nodejs-polars";
import { figures } from "../figures/registry.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { textTable } from "../progress/frame_table.ts";
import { rowsInWords } from "../progress/show.ts";
import { conditionsOf, ratingEvaluators } from "../results/frame.ts";
import { type Feature, FEATURES, frameFeatures } from "../results/frame_features.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { findTableFiles } from "../results/find_files.ts";
import { fitsNone, isOfBatch, ofBatch } from "../results/missing_columns.ts";
import { type FrameInspection, inspectFile, strangerTable } from "../results/read_results.ts";
import { type Command, complain, runCommand, said, say, told, UsageError, wrongly } from "./command.ts";
import { takesMap, writeMapTemplate } from "./map_template.ts";
import { optionValues } from "./option_values.ts";
import { readingOptions } from "./reading_options.ts";

const METRICS = ownFacts<Record<FrameName, readonly { names: string; needs: readonly Feature[] }[]>>(
  "metrics",
);

export const command: Command = {
  ...told("inspect"),
  run({ positionals, values }) {
    if (positionals.length !== 1) throw wrongly("one_path", { count: positionals.length });
    const { text, oneOf } = optionValues(values), template = text("map-template");
    const frame = oneOf("frame", Object.keys(FRAMES) as FrameName[]);
    if (template !== undefined) {
      return writeMapTemplate(template, positionals[0], readingOptions(values), frame);
    }
    if (frame !== undefined) throw new UsageError("--frame wants --map-template");
    const reading = readingOptions(values),
      { layout, frames, strangers } = inspectFile(positionals[0], reading);
    const tools = [...new Set(frames.flatMap(({ report }) => report.tool ?? []))];
    if (frames.length > 0) say(`layout    ${layout}`);
    if (tools.length > 0) say(`tool      ${tools.join(", ")}`);
    for (const frame of frames) printFrame(frame);
    const isMapped = Object.keys(reading.columns ?? {}).length > 0;
    const [batches, others] = [true, false].map((is) =>
      strangers.filter(({ columns }) => (isOfBatch(columns) && !isMapped) === is)
    );
    if (batches.length > 0) complain(ofBatch(batches.map(({ path }) => path)).message);
    for (const { path, columns } of others) {
      complain(fitsNone(strangerTable(findTableFiles(path)[0]), columns, reading.columns).message);
    }
    if (strangers.length > 0) {
      const files = strangers.length === 1 ? "a file fits" : `${strangers.length} files fit`;
      throw wrongly(others.some(takesMap) ? "fit_no_frame_but_map" : "fit_no_frame", { files }, 1);
    }
  },
};

function printFrame({ name, frame, report, summary, others }: FrameInspection): void {
  const { files, notes = [], silent = [], unread = [], orders = [], warnings = [] } = report;
  say(`\nframe     ${name}`);
  if (others.length > 0) say(`others    ${others.map((one) => one || "one without a name").join(", ")}`);
  const left = Object.values(report.dropped).reduce((sum, rows) => sum + rows, 0);
  const beside = left > 0 ? `; ${rowsInWords(left)} left out` : "";
  say(`files     ${files.map(({ path, rows }) => `${path} (${rowsInWords(rows)})`).join(", ")}${beside}`);
  if (report.summary) say(`read      ${report.summary}`);
  if (report.replies?.audit.length) say(`\n${textTable(pl.DataFrame(report.replies.audit))}\n`);
  for (const { rows, text } of notes) say(`note      ${rowsInWords(rows)}: ${text}`);
  for (const text of silent) say(`untold    ${text}`);
  if (unread.length > 0) say(`not read  ${unread.join(", ")} (nothing for this frame)`);
  for (const { judge, both, flipped } of orders) {
    say(`orders    ${judge}: ${flipped} of ${both} flip between the two orders`);
  }
  const unscored = (name === "ratings" ? ratingEvaluators(frame) : []).flatMap((one) => {
    const rows = frame.getColumn(one).nullCount();
    return rows > 0 ? [`${one} in ${rowsInWords(rows)}`] : [];
  });
  if (unscored.length > 0) say(`unscored  ${unscored.join(", ")}`);
  for (const warning of warnings) say(`warning   ${warning}`);
  // People's votes are labels too.
  const told = summary.rename(
    summary.columns.includes("unlabelled") ? { unlabelled: "no_more_informative" } : {},
  );
  say(`\n${textTable(told, told.height)}`);
  const features = frameFeatures(frame);
  const line = (names: string, needs: readonly Feature[], beside: readonly FrameName[] = []) => {
    // What another frame must hold is seen when it is given.
    const lacking = needs.filter((need) => FEATURES[need].frame === name && !features.has(need));
    const also = beside.length > 0 ? ` (together with ${beside.join(" and ")})` : "";
    return lacking.length === 0
      ? `  yes  ${names}${also}`
      : `  no   ${names}: needs ${lacking.map((need) => FEATURES[need].label).join(", and ")}`;
  };
  const metrics = METRICS[name].map(({ names, needs }) => line(names, needs));
  if (metrics.length > 0) say(`\nmetrics\n${metrics.join("\n")}`);
  const conditions = conditionsOf(frame), fed = figures.filter(({ frames }) => frames.includes(name));
  const drawn = conditions.length > 1
    ? [said("no_figures", { conditions: conditions.map((one) => one ?? "none") })]
    : fed.map(({ id, needs, frames }) => line(id, needs, frames.filter((other) => other !== name)));
  if (drawn.length > 0) say(`\nfigures and tables\n${drawn.join("\n")}`);
}

if (import.meta.main) await runCommand(command);
