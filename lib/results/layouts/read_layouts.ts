import { requireOneOf } from "../../progress/require.ts";
import { namedTables } from "../named_tables.ts";
import type { TableFile } from "../find_files.ts";
import { type FrameName, requiredColumns } from "../frames.ts";
import type { RawTable } from "../load_table.ts";
import { ResultsError } from "../results_error.ts";
import { said } from "../said.ts";
import { nativeTables, ownTables, type ReadOptions, unreadableNote, withoutMissing } from "../source.ts";
import type { Layout, LayoutOptions } from "./layout.ts";
import { peek } from "./peek.ts";
import { type LayoutName, LAYOUTS } from "./table.ts";

export const LAYOUT_FRAMES = ["pairs", "caption scores", "ratings", "criteria", "score pairs"] as const;

const ENTRIES = Object.entries(LAYOUTS) as [LayoutName, Layout][];

export function findLayouts(frame: FrameName, files: readonly TableFile[]) {
  const found = files.map((file) => {
    const owned = new Set<FrameName>(), roles = new Map<LayoutName, "results" | "beside">();
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

/** The tables of a source: in a layout that its files are known by, with what its report says, else in our own. */
export function sourceTables(
  action: string,
  name: FrameName,
  files: readonly TableFile[],
  { format, judge, ...options }: ReadOptions & Omit<LayoutOptions, "judge">,
  table?: RawTable,
) {
  const known = layoutNames(name);
  if (format !== undefined) requireOneOf(action, "the format", format, ["native", ...known]);
  if (table) return { layout: null, notes: [], tables: ownTables(name, [table], options) };
  const isNative = format === "native" || known.length === 0 ||
    format === undefined && Object.keys(options.columns ?? {}).length > 0;
  const named = known.find((one) => one === format);
  const { layouts, others } = isNative
    ? { layouts: new Map<LayoutName, TableFile[]>(), others: [] }
    : named
    ? { layouts: new Map([[named, [...files]]]), others: [] }
    : findLayouts(name, files);
  if (layouts.size === 0) return { layout: null, ...nativeTables(name, files, options) };
  const unreadable = others.filter((file) => peek(file).fault !== undefined);
  if (unreadable.length > 0 && options.onInvalid !== "drop") throw peek(unreadable[0]).fault;
  const names = [...layouts.keys()].join(", "), required = requiredColumns(name);
  const native = others.find((file) => required.every((column) => peek(file).columns.includes(column)));
  if (native) throw new ResultsError({ file: native.path, expected: said("one_layout", { name, names }) });
  const own = typeof judge === "string" ? judge : undefined;
  const read = [...layouts].map(([one, its]) => LAYOUTS[one].read(its, { ...options, judge: own }));
  const used = [...layouts.keys()].map((one): Layout => LAYOUTS[one]);
  const torn = read.flatMap(({ torn = [] }) => torn), areLong = read.every(({ evaluators }) => evaluators);
  const tables = namedTables(name, read.flatMap(({ tables }) => tables), options);
  const dropped: Record<string, number> = Object.assign({}, ...read.map(({ dropped }) => dropped));
  const unread = unreadableNote([...unreadable.map(({ path }) => path), ...torn]);
  const notes = [...read.flatMap(({ notes }) => notes), ...unread];
  return {
    tables: tables.map((one) => withoutMissing(name, one, options)),
    notes,
    evaluators: areLong ? [...new Set(read.flatMap(({ evaluators = [] }) => evaluators))] : undefined,
    layout: {
      format: names,
      tool: [...new Set(used.map(({ tool }) => tool))].join(", "),
      notes,
      silent: [...new Set(used.flatMap(({ silent = [] }) => silent))],
      unread: others.map(({ path }) => path),
      dropped,
      ...read.some(({ files }) => files) ? { files: read.flatMap(({ files = [] }) => files) } : {},
    },
  };
}
