import { frameName } from "./describe.ts";
import { fileColumns } from "./file_columns.ts";
import { findTableFiles } from "./find_files.ts";
import { type FrameName, type FrameOf, FRAMES } from "./frames.ts";
import { findLayouts, isWhole, LAYOUT_FRAMES } from "./layouts/read_layouts.ts";
import { unlikeTable } from "./missing_columns.ts";
import { namedColumns } from "./read_options.ts";
import { optionsFor, READ_RESULTS_OPTIONS, READERS, type ReadResultsOptions } from "./readers.ts";
import { requireNames, requireOptions } from "./require_options.ts";
import { ResultsError } from "./results_error.ts";
import { openSource, type Source } from "./source.ts";
import { ROW } from "./load_table.ts";

/** Result frames by name: at most one of each kind. */
export type ResultFrames = { [Name in FrameName]?: FrameOf<Name> };

/** The files of a path, sorted by the frame that they become. */
export interface SortedFiles {
  /** An official layout, or "native". */
  layout: string;
  frames: Map<FrameName, string[]>;
  /** Files whose columns fit no frame. */
  strangers: { path: string; columns: string[] }[];
}

/**
 * Tells the frame of every file of a path by its official layout or its columns.
 *
 * @throws {ResultsError} when files of one frame are in several layouts: readers take one at a time
 * @throws {RangeError} for an option, or a column in `columns` or `values`, that no frame of these files has
 */
export function sortFiles(
  path: string | readonly string[],
  options: ReadResultsOptions = {},
): SortedFiles {
  requireOptions("read", options, READ_RESULTS_OPTIONS);
  const sorted = sortedFiles(path, options);
  // Of a stranger nothing is known: its columns may be meant for any frame.
  const { frames, strangers } = sorted;
  const found = strangers.length > 0 ? Object.keys(FRAMES) as FrameName[] : [...frames.keys()];
  const known = [...new Set(found.flatMap(namedColumns))], others = found.includes("ratings");
  for (const option of ["columns", "values"] as const) {
    requireNames("read", option, Object.keys(options[option] ?? {}), known, { others });
  }
  return sorted;
}

function sortedFiles(
  path: string | readonly string[],
  { columns: mapping = {}, judge }: ReadResultsOptions,
): SortedFiles {
  const isMapped = Object.keys(mapping).length > 0;
  const files = findTableFiles(path);
  const frames: SortedFiles["frames"] = new Map(), strangers: SortedFiles["strangers"] = [];
  const layouts = new Map<FrameName, string>(), sorted = new Set<string>();
  const rest = () => files.filter(({ path }) => !sorted.has(path));
  // A folder of one tool may hold several kinds of rows, and a file the rows of several frames; a data set and outputs that are joined
  // with it belong together, whatever they are stored as. Columns that the caller maps are those of tables of his own.
  for (const frame of isMapped ? [] : LAYOUT_FRAMES) {
    const found = findLayouts(frame, isWhole(frame) ? rest() : files).layouts;
    if (found.size === 0) continue;
    layouts.set(frame, [...found.keys()].join(", "));
    const own = [...new Set([...found.values()].flat())].map((file) => file.path);
    frames.set(frame, own);
    for (const path of own) sorted.add(path);
  }
  for (const file of rest()) {
    const columns = fileColumns(file);
    const mapped = Object.entries(mapping).filter(([, theirs]) =>
      columns.includes(theirs) || columns.includes(theirs.split(/[.[]/)[0])
    ).map(([ours]) => ours);
    const known = [...columns, ...mapped, ...(judge === undefined ? [] : ["judge"])];
    const name = frameName({ columns: known });
    if (!name) {
      strangers.push({ path: file.path, columns });
      continue;
    }
    const other = layouts.get(name) ?? "native";
    if (other !== "native") {
      throw new ResultsError({
        file: file.path,
        expected: `${name} in the layout ${other}, as in other files, found native; name files of one layout`,
      });
    }
    layouts.set(name, other);
    frames.set(name, [...frames.get(name) ?? [], file.path]);
  }
  return { layout: [...new Set(layouts.values())].join(", ") || "none", frames, strangers };
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
  const { table } = openSource(source);
  if (table) {
    const { columns = {}, judge } = options, found = table.frame.columns.filter((column) => column !== ROW);
    const known = [...found, ...Object.keys(columns), ...judge === undefined ? [] : ["judge"]];
    const name = frameName({ columns: known });
    if (!name) throw fitsNone(table.file, found);
    return { [name]: READERS[name].read(source, optionsFor(name, options)) };
  }
  const { frames, strangers } = sortFiles(source as string | readonly string[], options);
  if (strangers.length > 0) throw fitsNone(strangers[0].path, strangers[0].columns);
  const read: ResultFrames = {};
  for (const [name, paths] of frames) {
    read[name] = READERS[name].read(paths.length === 1 ? paths[0] : paths, optionsFor(name, options));
  }
  return read;
}

function fitsNone(file: string, columns: readonly string[]): ResultsError {
  return new ResultsError({
    file,
    expected: `the required columns of ${Object.keys(FRAMES).join(", ")}, found ${columns.join(", ")}${
      unlikeTable(columns)
    }`,
  });
}
