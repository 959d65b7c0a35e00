import { requireOneOf } from "../../progress/require.ts";
import { namedTables } from "../named_tables.ts";
import type { TableFile } from "../find_files.ts";
import { type FrameName, requiredColumns } from "../frames.ts";
import type { RawTable } from "../load_table.ts";
import type { ReadReport } from "../read_report.ts";
import { ResultsError } from "../results_error.ts";
import { nativeTables, ownTables, type ReadOptions, unreadableNote, withoutMissing } from "../source.ts";
import type { Layout, LayoutOptions, ReadNote } from "./layout.ts";
import { peek } from "./peek.ts";
import { type LayoutName, LAYOUTS } from "./table.ts";

type Frame = Layout["frame"];

export const LAYOUT_FRAMES: readonly Frame[] = [
  "pairs",
  "caption scores",
  "ratings",
  "criteria",
  "score pairs",
];

const ENTRIES = Object.entries(LAYOUTS) as [LayoutName, Layout][];

export function findLayouts(frame: Frame, files: readonly TableFile[]) {
  const found = files.map((file) => {
    const owned = new Set<Frame>(), roles = new Map<LayoutName, "results" | "beside">();
    for (const [name, { frame, detect }] of ENTRIES) {
      const role = detect(peek(file));
      // Results belong to one layout of a frame, the first that knows them; questions and answers may serve several.
      if (role !== null && !(role === "results" && owned.has(frame))) roles.set(name, role);
      if (role === "results") owned.add(frame);
    }
    return { file, roles };
  });
  const layouts = new Map(
    layoutNames(frame).filter((name) => found.some(({ roles }) => roles.get(name) === "results"))
      .map((name) => [name, found.filter(({ roles }) => roles.has(name)).map(({ file }) => file)]),
  );
  const known = new Set([...layouts.values()].flat());
  return { layouts, others: files.filter((file) => !known.has(file)) };
}

function layoutNames(frame: FrameName): LayoutName[] {
  return ENTRIES.filter(([, layout]) => layout.frame === frame).map(([name]) => name);
}

interface SourceTables {
  tables: RawTable[];
  layout: Partial<ReadReport> & Pick<ReadReport, "format"> | null;
  notes?: ReadNote[];
  evaluators?: readonly string[];
}

function readLayouts(
  frame: Frame,
  files: readonly TableFile[],
  { format, ...options }: LayoutOptions & { format?: string } = {},
): SourceTables | null {
  const named = layoutNames(frame).find((name) => name === format);
  const { layouts, others } = named
    ? { layouts: new Map([[named, [...files]]]), others: [] }
    : findLayouts(frame, files);
  if (layouts.size === 0) return null;
  const unreadable = others.filter((file) => peek(file).fault !== undefined);
  if (unreadable.length > 0 && options.onInvalid !== "drop") throw peek(unreadable[0]).fault;
  const required = requiredColumns(frame);
  const native = others.find((file) => required.every((column) => peek(file).columns.includes(column)));
  if (native) {
    const others = `${frame} in the layout ${[...layouts.keys()].join(", ")}, as in other files`;
    throw new ResultsError({
      file: native.path,
      expected: `${others}, found native; name files of one layout`,
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
          ...unreadable.map(({ path }) => path),
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

export function sourceTables(
  action: string,
  frame: FrameName,
  files: readonly TableFile[],
  { format, judge, ...options }: ReadOptions & Omit<LayoutOptions, "judge">,
  table?: RawTable,
): SourceTables {
  const known = layoutNames(frame);
  if (format !== undefined) requireOneOf(action, "the format", format, ["native", ...known]);
  if (table) return { layout: null, tables: ownTables(frame, [table], options) };
  const native = format === "native" || known.length === 0 ||
    format === undefined && Object.keys(options.columns ?? {}).length > 0;
  const named = typeof judge === "string" ? judge : undefined;
  const foreign = native ? null : readLayouts(frame as Frame, files, { ...options, format, judge: named });
  if (!foreign) return { layout: null, ...nativeTables(frame, files, options) };
  const tables = namedTables(frame, foreign.tables, options);
  return { ...foreign, tables: tables.map((one) => withoutMissing(frame, one, options)) };
}
