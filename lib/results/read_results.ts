import type pl from "nodejs-polars";
import { describe } from "./describe.ts";
import { findTableFiles, type TableFile } from "./find_files.ts";
import { peek } from "./layouts/peek.ts";
import { READ_LIMITS } from "./read_bytes.ts";
import type { FrameOf } from "./frame_types.ts";
import { type FrameName, frameName, FRAMES } from "./frames.ts";
import { findLayouts, LAYOUT_FRAMES } from "./layouts/read_layouts.ts";
import { closestFrames, fitsNone, namesIn } from "./missing_columns.ts";
import { namedColumns } from "./read_options.ts";
import { type ReadReport, readReport, warned } from "./read_report.ts";
import {
  frameOf,
  optionsFor,
  READ_RESULTS_OPTIONS,
  READERS,
  type ReadResultsOptions,
  requireTaken,
} from "./readers.ts";
import { requireNames, requireOneOf, requireOptions } from "../progress/require.ts";
import { LAYOUT_NAMES, LAYOUTS } from "./layouts/table.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { namesByCriterion, openSource, readEach, type Source } from "./source.ts";
import { loadTable, ROW } from "./load_table.ts";

/** Result frames by name: at most one of each kind. */
export type ResultFrames = { [Name in FrameName]?: FrameOf<Name> };

export interface SortedFiles {
  layout: string;
  frames: Map<FrameName, TableFile[]>;
  strangers: { file: TableFile; columns: string[] }[];
}

export function sortFiles(path: string | readonly string[], options: ReadResultsOptions = {}): SortedFiles {
  requireOptions("readResults", options, READ_RESULTS_OPTIONS, arguments);
  const { columns: mapping = {}, onInvalid, format } = options;
  const isMapped = Object.keys(mapping).length > 0, isNative = isMapped || format === "native";
  const files = findTableFiles(path);
  if (format !== undefined) requireOneOf("read", "the format", format, ["native", ...LAYOUT_NAMES]);
  if (format !== undefined && format !== "native") {
    requireMeant(options, [LAYOUTS[format].frame]);
    return { layout: format, frames: new Map([[LAYOUTS[format].frame, files]]), strangers: [] };
  }
  const frames: SortedFiles["frames"] = new Map(), strangers: SortedFiles["strangers"] = [];
  const layouts = new Map<FrameName, string>(), sorted = new Set<TableFile>();
  // A folder of one tool may hold several kinds of rows, and a file the rows of several frames; a data set and outputs that are joined
  // with it belong together, whatever they are stored as. Columns that the caller maps are those of tables of his own.
  for (const frame of isNative ? [] : LAYOUT_FRAMES) {
    const found = findLayouts(frame, files).layouts;
    if (found.size === 0) continue;
    layouts.set(frame, [...found.keys()].join(", "));
    const left = [...found.keys()].some((name) => name.startsWith("vlmevalkit"))
      ? files.filter(isPrediction)
      : [];
    const own = [...new Set([...found.values(), left].flat())];
    frames.set(frame, own);
    for (const file of own) sorted.add(file);
  }
  const rest = files.filter((file) => !sorted.has(file));
  const told = readEach(rest, onInvalid, (file) => ({
    file,
    columns: namesByCriterion(fileColumns(file), options.criteria),
  }));
  for (const { file, columns } of told.read) {
    const name = frameOf(columns, options);
    if (!name || name === "ratings" && Object.hasOwn(mapping, "judge")) {
      const known = LAYOUT_FRAMES.flatMap((one) => [...findLayouts(one, [file]).layouts.keys()]);
      if (isMapped && known.length > 0) {
        throw new ResultsError({ file: file.path, expected: said("mapped_layout", { layout: known[0] }) });
      }
      strangers.push({ file, columns });
      continue;
    }
    layouts.set(name, "native");
    frames.set(name, [...frames.get(name) ?? [], file]);
  }
  for (const [name, own] of [...frames].slice(0, 1)) frames.set(name, [...own, ...told.torn]);
  requireMeant(options, strangers.length > 0 ? Object.keys(FRAMES) as FrameName[] : [...frames.keys()]);
  return { layout: [...new Set(layouts.values())].join(", ") || "none", frames, strangers };
}

function requireMeant(options: ReadResultsOptions, frames: FrameName[]): void {
  requireTaken(options, frames);
  const known = [...new Set(frames.flatMap(namedColumns))], others = frames.includes("ratings");
  for (const option of ["columns", "values"] as const) {
    requireNames("read", option, options[option], known, { others });
  }
}

const isPrediction = (file: TableFile) =>
  file.kind === "xlsx" && /\bprediction\b/.test(`${peek(file).columns}`) &&
  !peek(file).columns.includes("score");

export function strangerTable(file: TableFile): Parameters<typeof fitsNone>[0] {
  if (file.kind !== "eval" && file.kind !== "xlsx") return loadTable(file);
  return { file: file.path, records: () => [peek(file).record] };
}

/**
 * Reads results of any kind: each file of the path becomes part of the frame that its official layout or its columns tell.
 * Rows in memory (records, a frame) become the frame that their columns tell. Options say how files of one's own are read (`columns`, `values`, `missing`, `labels`, …); each frame takes its part of them.
 *
 * @throws {ResultsError} when a file fits no frame, or is broken
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readResults } from "judgebias";
 *
 * const frames = readResults(["data/examples/pairs.csv", "data/examples/labels.csv"]);
 * assert.deepEqual(Object.keys(frames), ["pairs", "labels"]);
 * ```
 */
export function readResults(source: Source, options: ReadResultsOptions = {}): ResultFrames {
  requireOptions("read", options, READ_RESULTS_OPTIONS);
  const { table } = openSource(source, { action: "readResults" });
  if (table) {
    const there = table.frame.columns.filter((column) => column !== ROW);
    const found = namesByCriterion(there, options.criteria), name = frameOf(found, options);
    if (!name) throw fitsNone(table, found, options.columns);
    requireMeant(options, [name]);
    return { [name]: warned("readResults", READERS[name].read(source, optionsFor(name, options))) };
  }
  const { frames, strangers } = sortFiles(source as string | readonly string[], options);
  for (const { file, columns } of strangers) throw fitsNone(strangerTable(file), columns, options.columns);
  const read: ResultFrames = {};
  for (const [name, files] of frames) {
    read[name] = warned("readResults", READERS[name].read([], optionsFor(name, options), files));
  }
  return read;
}

function fileColumns(file: TableFile): string[] {
  const { columns, fault } = peek(file), frame = frameName({ columns });
  // All lines take long to be read: only where the first may be labels, or nothing, for what it lacks.
  const isTold = file.kind === "jsonl"
    ? frame !== null && frame !== "labels"
    : file.kind === "parquet"
    ? columns.length > 0 && columns.length <= READ_LIMITS.columns
    : frame !== null || file.kind === "eval" || file.kind === "xlsx";
  if (fault === undefined && isTold) return [...columns];
  const all = loadTable(file).frame.columns.filter((column) => column !== ROW);
  return file.kind === "jsonl" ? [...new Set([...columns, ...all])] : all;
}

/** What one frame of a file, folder or glob turned out to be. */
export interface FrameInspection {
  /** Which of the library's frames the rows are. */
  name: FrameName;
  /** The frame itself. */
  frame: pl.DataFrame;
  /** What the reader left out, filled in or noted. */
  report: ReadReport;
  /** What `describe` says of the frame. */
  summary: pl.DataFrame;
  /** Columns beside those of the schema. */
  others: string[];
}

/** What a file, folder or glob turned out to be. */
export interface FileInspection {
  /** An official layout, or "native". */
  layout: string;
  /** The frames that the files hold; empty where none fits. */
  frames: FrameInspection[];
  /** For each file that fits no frame: what the frames would still need, the closest first, and columns that sound like it. */
  strangers: {
    path: string;
    /** Its columns; what stands inside lists and objects of JSON records by its path. */
    columns: string[];
    lacking: { frame: FrameName; missing: string[]; similar: string[] }[];
  }[];
}

/**
 * Tells what a results file (or folder, or glob) is: its layout, the frame that it becomes, a description of it, or what it
 * lacks to be one.
 *
 * @throws {ResultsError} when the file is broken
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inspectFile } from "judgebias";
 *
 * const { layout, frames } = inspectFile("data/examples/pairs.csv");
 * assert.deepEqual([layout, frames[0].name], ["native", "pairs"]);
 * ```
 */
export function inspectFile(path: string, options: ReadResultsOptions = {}): FileInspection {
  const { layout, frames, strangers } = sortFiles(path, options);
  return {
    layout,
    frames: [...frames].flatMap(([name, files]) => {
      try {
        const frame = READERS[name].read([], optionsFor(name, options), files);
        const others = frame.columns.filter((column) => !Object.hasOwn(FRAMES[name].columns, column));
        return [{ name, frame, report: readReport(frame)!, summary: describe(frame), others }];
      } catch (error) {
        if (strangers.length > 0 && error instanceof ResultsError && error.columns.length === 0) return [];
        throw error;
      }
    }),
    strangers: strangers.map(({ file, columns }) => {
      const paths = namesIn({ records: () => [peek(file).record] }, columns);
      return { path: file.path, columns: paths, lacking: closestFrames(paths, options.columns) };
    }),
  };
}
