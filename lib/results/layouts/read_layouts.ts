import { createRequire } from "node:module";
import { extname } from "node:path";
import { requireOneOf } from "../../stats/require_value.ts";
import type { TableFile } from "../find_files.ts";
import { requiredColumns } from "../frames.ts";
import type { RawTable } from "../load_table.ts";
import { loadTables, withoutMissing } from "../load_tables.ts";
import type { ReadReport } from "../read_report.ts";
import { ResultsError } from "../results_error.ts";
import type { ShapeOptions } from "../shape_frame.ts";
import { type Layout, type LayoutOptions, type LayoutTables, readLayout } from "./layout.ts";
import { peek } from "./peek.ts";
import type { LayoutName } from "./table.ts";

type Frame = Layout["frame"];

/** Frames that other tools' files become. */
export const LAYOUT_FRAMES: readonly Frame[] = ["pairs", "caption scores", "ratings"];

/** The layouts of a path's files. */
export interface FoundLayouts {
  /** Per layout of the frame that has results: its files, those that they need among them. */
  layouts: Map<LayoutName, TableFile[]>;
  /** Files that none of them knows. */
  others: TableFile[];
}

/** Layouts are many modules, and a file with our own columns needs none: they are loaded when they are first asked for. */
function layoutTable(): Record<LayoutName, Layout> {
  const path = `./table${extname(import.meta.url)}`;
  return (createRequire(import.meta.url)(path) as typeof import("./table.ts")).LAYOUTS;
}

function layoutEntries(): [LayoutName, Layout][] {
  return Object.entries(layoutTable()) as [LayoutName, Layout][];
}

/** Tells which layouts of a frame the files of a path are in, each file by itself. */
export function findLayouts(frame: Frame, files: readonly TableFile[]): FoundLayouts {
  const layouts = new Map<LayoutName, TableFile[]>(), known = new Set<TableFile>();
  const entries = layoutEntries();
  const roles = files.map((file) => {
    const roles = entries.map(([name, layout]) => ({ name, layout, role: layout.detect(peek(file)) }));
    // Results belong to one layout of a frame, the first that knows them; questions and answers may serve several.
    const owners = new Map<Frame, LayoutName>();
    return {
      file,
      roles: roles.filter(({ name, layout, role }) => {
        if (role !== "results") return role === "beside";
        if (owners.has(layout.frame)) return false;
        owners.set(layout.frame, name);
        return true;
      }),
    };
  });
  const active = new Set(
    roles.flatMap(({ roles }) => roles.filter(({ role }) => role === "results").map(({ name }) => name)),
  );
  for (const { file, roles: found } of roles) {
    for (const { name, layout } of found) {
      if (layout.frame !== frame || !active.has(name)) continue;
      layouts.set(name, [...layouts.get(name) ?? [], file]);
      known.add(file);
    }
  }
  return { layouts, others: files.filter((file) => !known.has(file)) };
}

/** Whether a format is the name of a layout of a frame. */
function isLayout(frame: Frame, format: string): format is LayoutName {
  return layoutNames(frame).some((name) => name === format);
}

/** Names of the layouts of a frame. */
function layoutNames(frame: Frame): LayoutName[] {
  return layoutEntries().filter(([, layout]) => layout.frame === frame).map(([name]) => name);
}

/** The tables of files in foreign layouts, and what the read report says of them. */
export interface ReadLayouts extends LayoutTables {
  report: Pick<ReadReport, "format" | "tool" | "notes" | "silent" | "unread">;
}

/**
 * Reads files in the layouts of other tools; null where they are in none, and native then.
 *
 * @param format the layout of all files, where the caller names it
 * @throws {ResultsError} where a file of the native layout stands among them
 */
function readLayouts(
  frame: Frame,
  files: readonly TableFile[],
  { format, ...options }: LayoutOptions & { format?: string } = {},
): ReadLayouts | null {
  const { layouts, others } = format !== undefined && isLayout(frame, format)
    ? { layouts: new Map([[format, [...files]]]), others: [] }
    : findLayouts(frame, files);
  if (layouts.size === 0) return null;
  const required = requiredColumns(frame);
  const native = others.find((file) => required.every((column) => peek(file).columns.includes(column)));
  if (native) {
    throw new ResultsError({
      file: native.path,
      expected: `${frame} in the layout ${
        [...layouts.keys()].join(", ")
      }, as in other files, found native; name files of one layout`,
    });
  }
  const table = layoutTable();
  const read = [...layouts].map(([name, its]) => readLayout(table[name], its, options));
  const used = [...layouts.keys()].map((name) => table[name]);
  return {
    tables: read.flatMap(({ tables }) => tables),
    evaluators: read.every(({ evaluators }) => evaluators)
      ? [...new Set(read.flatMap(({ evaluators = [] }) => evaluators))]
      : undefined,
    report: {
      format: [...layouts.keys()].join(", "),
      tool: [...new Set(used.map(({ tool }) => tool))].join(", "),
      notes: read.flatMap(({ notes }) => notes),
      silent: [...new Set(used.flatMap(({ silent = [] }) => silent))],
      unread: others.map(({ path }) => path),
    },
  };
}

/**
 * The tables of a path's files: in the layouts of other tools, or in our own where they are in none or the caller says so.
 * Columns that he maps are those of a table of his own.
 *
 * @throws {RangeError} for a format that is none of the frame's
 */
export function sourceTables(
  action: string,
  frame: Frame,
  files: readonly TableFile[],
  { format, judge, ...options }: ShapeOptions & LayoutOptions & { format?: string },
): { foreign: ReadLayouts | null; tables: RawTable[] } {
  if (format !== undefined) requireOneOf(action, "the format", format, ["native", ...layoutNames(frame)]);
  const native = format === "native" ||
    format === undefined && Object.keys(options.columns ?? {}).length > 0;
  const foreign = native ? null : readLayouts(frame, files, { format, judge });
  const tables = foreign?.tables.map((table) => withoutMissing(frame, table, options)) ??
    loadTables(frame, files, options);
  return { foreign, tables };
}
