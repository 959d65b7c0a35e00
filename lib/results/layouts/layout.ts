import { ownFacts } from "../../progress/own_facts.ts";
import type { TableFile } from "../find_files.ts";
import { type JsonLine, provenanceOf, readJsonFile } from "../json_lines.ts";
import { loadTable, type RawTable, ROW } from "../load_table.ts";
import { ResultsError } from "../results_error.ts";
import { type Cells, folderTable, type LayoutRow, rowsTable, wideRatings } from "../rows_table.ts";
import { said } from "../said.ts";
import type { ShapeOptions } from "../shape_frame.ts";
import { type FilePeek, peek, readWorkbook } from "./peek.ts";

/** Something of the files that a frame cannot show: what was read otherwise than it stands there, or left out, and how often. */
export interface ReadNote {
  /** Short name of what is counted, the same in every reading of the layout. */
  name: string;
  /** Rows that it happened to; notes of no row are left out. */
  rows: number;
  text: string;
}

/** A judge's name, or how the name of a file tells it. */
export type JudgeName = string | ((file: { path: string; stem: string }) => string);

export interface LayoutOptions extends Pick<ShapeOptions, "values" | "onInvalid"> {
  judge?: string;
  compatibility?: "official";
  mode?: "single" | "joint";
  thinking?: boolean;
}

export interface LayoutTables {
  notes: ReadNote[];
  tables: RawTable[];
  evaluators?: readonly string[];
  files?: { path: string; rows: number }[];
  torn?: readonly string[];
  dropped?: Record<string, number>;
}

export interface Layout {
  tool: string;
  frame: "pairs" | "ratings" | "caption scores" | "criteria" | "score pairs";
  /** `results` for a file that holds rows, `beside` for one that such files need (questions, answers), null for others. */
  detect(file: FilePeek): "results" | "beside" | null;
  read(files: readonly TableFile[], options: LayoutOptions): LayoutTables;
  silent?: readonly string[];
}

interface Facts extends Pick<Layout, "tool" | "frame" | "silent"> {
  table?: string;
  codes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  same?: Cells;
  notes?: Readonly<Record<string, string>>;
}

export const FACTS = ownFacts<Record<string, Facts>>("layouts");

export type Json = Record<string, unknown>;

export interface Found extends JsonLine {
  file: TableFile;
  place: number;
}

export interface At<Index> extends Found {
  index: Index;
  /** The caller's name of the judge, else this one. */
  judge(own: unknown): string;
  options: LayoutOptions;
  count(note: string, of?: boolean | number): void;
  /** How often this was asked of a key so far, this time among them: which of several records with one name it is. */
  nth(key: string): number;
  drop(what: string, fault: ResultsError, silent?: boolean): void;
  read<T>(note: string, value: T | null | undefined): T | null;
}

type FileTest = readonly string[] | ((file: FilePeek) => boolean);

export interface LayoutSpec<Index> {
  results: FileTest;
  beside?: FileTest;
  own?(file: TableFile, files: readonly TableFile[]): boolean;
  open?(file: TableFile): JsonLine[];
  /** Tools append: of all records with one such key the last counts. */
  last?(record: Json): unknown;
  index?(
    files: readonly TableFile[],
    records: (file: TableFile) => readonly Found[],
    options: LayoutOptions,
  ): Index;
  /** Whether rows come from the files beside those by which the layout is known. */
  joined?: boolean;
  /** Whether the files of a path are one table, and the report counts the rows of its folders: of thousands of small ones. */
  byFolder?: boolean;
  rows(record: Json, at: At<Index>): Iterable<Cells>;
  evaluators?(index: Index): readonly string[];
}

export function layout<Index = undefined>(name: string, spec: LayoutSpec<Index>): Layout {
  const { results, beside, own, last, joined, byFolder, open = openRecords } = spec;
  const { tool, frame, silent, table, same = {}, notes = {} } = FACTS[name];
  const is = (test: FileTest | undefined, file: FilePeek) =>
    typeof test === "function" ? test(file) : test?.every((name) => name in file.record) ?? false;
  const isResults = (file: FilePeek) =>
    table && file.kind === "csv"
      ? table.split(" ").every((column) => file.columns.includes(column))
      : is(results, file);
  return {
    ...{ tool, frame, silent },
    detect: (file) => isResults(file) ? "results" : is(beside, file) ? "beside" : null,
    read(files, options) {
      const { judge, onInvalid } = options, counts = new Map<string, number>();
      const opened = new Map<TableFile, Found[]>(), torn = new Map<string, ResultsError>();
      // The record that was looked at last: the one at fault where none of them can be read.
      const looked: Parameters<typeof placed>[1] = { file: files[0] };
      const dropped: Record<string, number> = {}, asked = new Map<string, number>();
      const seen = new Set<string>(), copies: string[] = [];
      let held: [note: string, of: number][] = [], repeated = 0;
      const count = (note: string, of: boolean | number = true) => held.push([note, Number(of)]);
      const keep = () => {
        for (const [note, of] of held) if (of) counts.set(note, (counts.get(note) ?? 0) + of);
        held = [];
      };
      const records = (file: TableFile) => {
        const known = opened.get(file);
        if (known) return known;
        try {
          Object.assign(looked, { file, line: undefined, record: undefined });
          const all = placed(tool, looked, () => open(file)).map(({ line, record }, place) => ({
            ...{ line, file, place },
            get record() {
              Object.assign(looked, { file, line, record });
              return record;
            },
          }));
          if (spec.index) opened.set(file, all);
          return all;
        } catch (error) {
          if (onInvalid !== "drop" || !(error instanceof ResultsError)) throw error;
          torn.set(file.path, error);
          return [];
        }
      };
      const judged = files.filter((file) => joined ? is(beside, peek(file)) : isResults(peek(file)));
      const read = (judged.length > 0 ? judged : files).filter((file) => own?.(file, files) ?? true);
      const indexed = byFolder ? read : files;
      const index = placed(tool, looked, () => spec.index?.(indexed, records, options)) as Index;
      const made = read.map((file) => {
        const keyed = records(file).map((found, i) =>
          [JSON.stringify(last?.(found.record)) ?? i, found] as const
        );
        const lasting = [...new Map(keyed).values()], before = repeated;
        count("appended", keyed.length - lasting.length);
        const rows = lasting.flatMap((found) => {
          const cells = spec.rows(found.record, {
            ...found,
            index,
            options,
            count,
            judge: (own) => judge ?? String(own),
            nth: (key) => asked.set(key, (asked.get(key) ?? 0) + 1).get(key)!,
            drop(what, fault, silent) {
              if (onInvalid !== "drop" && !silent) throw fault;
              dropped[what] = (dropped[what] ?? 0) + 1;
            },
            read(note, value) {
              count(note, value === null || value === undefined);
              return value ?? null;
            },
          })[Symbol.iterator]();
          const next = () => placed(tool, looked, () => cells.next());
          const origin = provenanceOf(found.record), own: LayoutRow[] = [];
          for (let made = next(); !made.done; made = next()) {
            const values = { ...made.value, ...same, ...origin };
            // The same score in two files is one, and what is counted of it too; so is any row where copies are left out.
            const key = "evaluator" in values || onInvalid === "drop" ? JSON.stringify(values) : "";
            if (seen.has(key)) {
              repeated++;
              held = [];
              continue;
            }
            if (key) seen.add(key);
            keep();
            own.push({ line: found.line, values });
          }
          keep();
          return own;
        });
        if (rows.length === 0 && repeated > before) copies.push(file.path);
        return { file, rows };
      }).filter(({ rows }) => rows.length > 0);
      if (made.length === 0) {
        throw [...torn.values()][0] ?? new ResultsError({
          file: files.map(({ path }) => path).join(", "),
          expected: `rows of ${tool}, found none`,
        });
      }
      if (repeated > 0) counts.set("repeated", repeated);
      const whole = copies.length > 0 ? `; ${copies.join(", ")} holds nothing else` : "";
      const repeats = { appended: said("appended"), repeated: said("repeated") + whole };
      const isLong = frame === "ratings" && "evaluator" in made[0].rows[0].values;
      return {
        ...isLong ? wideRatings(made) : byFolder ? folderTable(made) : {
          tables: made.map(({ file, rows }) => rowsTable(file, rows)),
          evaluators: spec.evaluators?.(index),
        },
        dropped,
        torn: [...torn.keys()],
        notes: Object.entries({ ...notes, ...repeats }).filter(([name]) => counts.has(name))
          .map(([name, text]) => ({ name, rows: counts.get(name)!, text })),
      };
    },
  };
}

/** Of a record without what the tool always writes an engine says what it could not do; this says where it stands and what of it is nothing. */
function placed<T>(
  tool: string,
  read: { file: TableFile; line?: number; record?: unknown },
  run: () => T,
): T {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof TypeError) || cause.message.includes(": wanted ")) throw cause;
    const { file, line, record } = read, nothing = nothingIn(record).slice(0, 5).join(", ");
    const found = nothing ? `, found nothing in ${nothing}` : ` (${cause.message})`;
    const expected = `a record with the objects and lists that ${tool} writes${found}`;
    throw Object.assign(new ResultsError({ file: file.path, line, expected }), { cause });
  }
}

function nothingIn(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join(".")];
  const parts = typeof value === "object" ? Object.entries(value) : [];
  return parts.flatMap(([name, part]) => nothingIn(part, [...path, name]));
}

export function openRecords(file: TableFile): JsonLine[] {
  if (file.kind === "xlsx") return readWorkbook(file).map((record, i) => ({ line: i + 2, record }));
  if (file.kind === "jsonl") return readJsonFile(file);
  const { frame, linesOf } = loadTable(file);
  const records = frame.toRecords() as Json[];
  const lines = linesOf(records.map((record) => record[ROW] as number));
  return records.map(({ [ROW]: _, ...record }, i) => ({ line: lines[i] ?? i + 1, record }));
}
