import { requireNoMore } from "../progress/require_no_more.ts";
import type { TableFile } from "./find_files.ts";
import type { FrameOf } from "./frame_types.ts";
import { type FrameName, frameName } from "./frames.ts";
import type pl from "nodejs-polars";
import { CAPTION_SCORES_READER, type ReadCaptionScoresOptions } from "./read_caption_scores.ts";
import type { LayoutName } from "./layouts/table.ts";
import { CRITERIA_READER } from "./read_criteria.ts";
import { namedColumns, SHAPE_OPTIONS } from "./read_options.ts";
import { PAIRS_READER, type ReadPairsOptions } from "./read_pairs.ts";
import { RATINGS_READER, type ReadRatingsOptions } from "./read_ratings.ts";
import { SCORE_PAIRS_READER } from "./read_score_pairs.ts";
import { reader } from "./reader.ts";
import { warned } from "./read_report.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";
import { toldIn } from "./missing_columns.ts";
import { scoresOf } from "./two_scores.ts";

const LABELS_READER = reader<"labels", ShapeOptions>("labels", {
  action: "readLabels",
  options: [],
  defaults: ({ stem }) => ({ benchmark: stem }),
});

/**
 * Reads informativeness labels into a `labels` frame: one row per benchmark, item and labeller, `more_informative` = A, B,
 * tie or null. The file needs `item_id, more_informative`; benchmark = file name and labeller = "unnamed" by default.
 * Paths, records, `columns`, `values` and `onInvalid` as in `readPairs`.
 *
 * @throws {ResultsError} for a bad value, a missing column, a repeated key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLabels } from "judgebias";
 *
 * const labels = readLabels("data/examples/labels.csv");
 * assert.deepEqual(labels.columns.slice(0, 4), [
 *   "benchmark", "item_id", "labeller", "more_informative",
 * ]);
 * ```
 */
export function readLabels(source: Source, options: ShapeOptions = {}): FrameOf<"labels"> {
  requireNoMore("readLabels", arguments);
  return warned("readLabels", LABELS_READER.read(source, options));
}

/** What any reader may be told of files of one's own; each takes of it what it knows. */
export interface ReadResultsOptions
  extends
    Omit<ReadPairsOptions, "format">,
    Omit<ReadRatingsOptions, "format">,
    Omit<ReadCaptionScoresOptions, "format"> {
  /** The layout of all files, whose rows then are of one frame; found by itself where it is not given. */
  format?: "native" | LayoutName;
}

interface AnyReader {
  options: readonly string[];
  read(source: Source, options?: ReadResultsOptions, found?: readonly TableFile[]): pl.DataFrame;
}

export const READERS: Record<FrameName, AnyReader> = {
  pairs: PAIRS_READER,
  labels: LABELS_READER,
  "caption scores": CAPTION_SCORES_READER,
  criteria: CRITERIA_READER,
  "score pairs": SCORE_PAIRS_READER,
  ratings: RATINGS_READER,
};

export const READ_RESULTS_OPTIONS: readonly string[] = [
  ...SHAPE_OPTIONS,
  ...new Set([PAIRS_READER, RATINGS_READER, CAPTION_SCORES_READER].flatMap(({ options }) => options)),
];

export function frameOf(found: readonly string[], options: ReadResultsOptions): FrameName | null {
  const { columns = {}, judges } = options, [people = "human"] = [columns.human ?? []].flat();
  const told = toldNames({ ...options, columns: toldIn(columns, found) });
  const isScored = (judges ?? columns.human) !== undefined && scoresOf(people, found) !== undefined;
  return frameName({ columns: [...found, ...told, ...isScored ? ["human"] : []] });
}

export function toldNames({ columns = {}, judge, judges }: ReadResultsOptions): string[] {
  const told = judges !== undefined ? ["judge", "choice"] : judge !== undefined ? ["judge"] : [];
  if (columns.score_a !== undefined && columns.score_b !== undefined) told.push("choice");
  return [...Object.keys(columns), ...told];
}

/** Throws for what no reader of these frames knows: it would be passed over. */
export function requireTaken(options: ReadResultsOptions, frames: readonly FrameName[]): void {
  const takes = (name: FrameName, option: string) => READERS[name].options.includes(option);
  const scaled = options.maxScore === undefined ? [] : frames.filter((name) => takes(name, "maxScore"));
  if (scaled.length > 1) throw new RangeError(said("two_scales", { scaled: scaled.join(" and ") }));
  for (const [option, value] of Object.entries(options)) {
    const isAny = SHAPE_OPTIONS.includes(option) || frames.length === 0;
    if (value === undefined || isAny || frames.some((name) => takes(name, option))) continue;
    const all = (Object.keys(READERS) as FrameName[]).filter((name) => takes(name, option)).join(", ");
    throw new RangeError(`read: wanted ${option} for ${all} alone, found ${frames.join(", ")}`);
  }
}

export function optionsFor(name: FrameName, options: ReadResultsOptions): ReadResultsOptions {
  const ours = namedColumns(name), own = [...SHAPE_OPTIONS, ...READERS[name].options];
  const known = <T>(record: Record<string, T> | undefined) =>
    record === undefined || name === "ratings"
      ? record
      : Object.fromEntries(Object.entries(record).filter(([column]) => ours.includes(column)));
  const columns = known(options.columns), values = known(options.values);
  const told = Object.fromEntries(Object.entries(options).filter(([option]) => own.includes(option)));
  return { ...told, ...(columns ? { columns } : {}), ...(values ? { values } : {}) };
}
