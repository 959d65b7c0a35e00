import { requireOneOf } from "../../stats/require_value.ts";
import type { TableFile } from "../find_files.ts";
import { type FrameName, requiredColumns } from "../frames.ts";
import type { RawTable } from "../load_table.ts";
import type { ReadReport } from "../read_report.ts";
import { ResultsError } from "../results_error.ts";
import type { ShapeOptions } from "../shape_frame.ts";
import { nativeTable, nativeTables, unreadableNote, withoutMissing } from "../source.ts";
import type { JudgeName, Layout, LayoutOptions, ReadNote } from "./layout.ts";
import { peek } from "./peek.ts";
import { type LayoutName, LAYOUTS } from "./table.ts";

type Frame = Layout["frame"];

/** Frames that other tools' files become. */
export const LAYOUT_FRAMES: readonly Frame[] = [
  "pairs",
  "caption scores",
  "ratings",
  "criteria",
  "score pairs",
];

/** The layouts of a path's files. */
export interface FoundLayouts {
  /** Per layout of the frame that has results: its files, those that they need among them. */
  layouts: Map<LayoutName, TableFile[]>;
  /** Files that none of them knows. */
  others: readonly TableFile[];
  /** Those of them that no layout of any frame knows and that cannot be read: what they hold is not known. */
  unreadable: { file: TableFile; fault: unknown }[];
}

const ENTRIES = Object.entries(LAYOUTS) as [LayoutName, Layout][];

/** Tells which layouts of a frame the files of a path are in, each file by itself. */
export function findLayouts(frame: Frame, files: readonly TableFile[]): FoundLayouts {
  const layouts = new Map<LayoutName, TableFile[]>(), known = new Set<TableFile>();
  const roles = files.map((file) => {
    const roles = ENTRIES.map(([name, layout]) => ({ name, layout, role: layout.detect(peek(file)) }));
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
  const strangers = roles.filter(({ roles }) => roles.length === 0);
  return {
    layouts,
    others: files.filter((file) => !known.has(file)),
    unreadable: strangers.map(({ file }) => ({ file, fault: peek(file).fault }))
      .filter(({ fault }) => fault !== undefined),
  };
}

/** Whether a format is the name of a layout of a frame. */
function isLayout(frame: Frame, format: string): format is LayoutName {
  return layoutNames(frame).some((name) => name === format);
}

/** Names of the layouts of a frame. */
function layoutNames(frame: FrameName): LayoutName[] {
  return ENTRIES.filter(([, layout]) => layout.frame === frame).map(([name]) => name);
}

/** Raw tables, and what the report says of their layout; null for our own. */
interface SourceTables {
  tables: RawTable[];
  layout: Partial<ReadReport> & Pick<ReadReport, "format"> | null;
  /** What is said of files in our own. */
  notes?: ReadNote[];
  /** The columns of ratings that the layout knows for evaluators. */
  evaluators?: readonly string[];
}

/**
 * Reads files in the layouts of other tools; null where they are in none, and native then.
 *
 * @param format the layout of all files, where the caller names it
 * @throws {ResultsError} where a file of the native layout stands among them, or (unless `onInvalid: "drop"`, which counts it) one whose
 *   beginning cannot be read
 */
function readLayouts(
  frame: Frame,
  files: readonly TableFile[],
  { format, ...options }: LayoutOptions & { format?: string } = {},
): SourceTables | null {
  const { layouts, others, unreadable } = format !== undefined && isLayout(frame, format)
    ? { layouts: new Map([[format, [...files]]]), others: [], unreadable: [] }
    : findLayouts(frame, files);
  if (layouts.size === 0) return null;
  if (unreadable.length > 0 && options.onInvalid !== "drop") {
    const [{ file, fault }] = unreadable;
    throw fault instanceof ResultsError ? fault : new ResultsError({
      file: file.path,
      expected: `a file that can be read (${(fault as Error).message})`,
    });
  }
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
  const table: Record<LayoutName, Layout> = LAYOUTS;
  const read = [...layouts].map(([name, its]) => table[name].read(its, options));
  const used = [...layouts.keys()].map((name) => table[name]);
  return {
    tables: read.flatMap(({ tables }) => tables),
    evaluators: read.every(({ evaluators }) => evaluators)
      ? [...new Set(read.flatMap(({ evaluators = [] }) => evaluators))]
      : undefined,
    layout: {
      format: [...layouts.keys()].join(", "),
      tool: [...new Set(used.map(({ tool }) => tool))].join(", "),
      notes: [
        ...read.flatMap(({ notes }) => notes),
        ...unreadableNote([
          ...unreadable.map(({ file }) => file.path),
          ...read.flatMap(({ torn = [] }) => torn),
        ]),
      ],
      silent: [...new Set(used.flatMap(({ silent = [] }) => silent))],
      unread: others.map(({ path }) => path),
      dropped: Object.assign({}, ...read.map(({ dropped }) => dropped)),
      ...read.some(({ files }) => files) ? { files: read.flatMap(({ files = [] }) => files) } : {},
    },
  };
}

/**
 * The tables of a source: in the layouts of other tools, or in our own where they are in none or the caller says so. Columns that he
 * maps, and records in memory, are those of a table of his own.
 *
 * @param table the rows, where they stand in memory
 * @throws {RangeError} for a format that is none of the frame's
 */
export function sourceTables(
  action: string,
  frame: FrameName,
  files: readonly TableFile[],
  { format, judge, ...options }: ShapeOptions & Omit<LayoutOptions, "judge"> & {
    format?: string;
    judge?: JudgeName;
  },
  table?: RawTable,
): SourceTables {
  const known = layoutNames(frame);
  if (format !== undefined) requireOneOf(action, "the format", format, ["native", ...known]);
  if (table) return { layout: null, tables: [nativeTable(frame, table, options)] };
  const native = format === "native" || known.length === 0 ||
    format === undefined && Object.keys(options.columns ?? {}).length > 0;
  // What a function says of each file is put in its place afterwards.
  const named = typeof judge === "string" ? judge : undefined;
  const foreign = native ? null : readLayouts(frame as Frame, files, { ...options, format, judge: named });
  if (!foreign) return { layout: null, ...nativeTables(frame, files, options) };
  return { ...foreign, tables: foreign.tables.map((one) => withoutMissing(frame, one, options)) };
}
