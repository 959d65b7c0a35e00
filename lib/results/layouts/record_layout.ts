import type { TableFile } from "../find_files.ts";
import type { Cells } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { type Found, type Json, type Rating, recordRatings, recordTables } from "./records.ts";

/** What the rows of a record are made with. */
export interface At<Index> extends Found {
  /** What the files of the path hold together. */
  index: Index;
  /** The caller's name of the judge, else this one. */
  judge(own: unknown): string;
  /** Whether the caller names the judge. */
  isNamed: boolean;
  /** Counts a row for a note, where this is so. */
  count(note: string, of?: boolean): void;
  /** What was read, or null, which the note counts. */
  read<T>(note: string, value: T | null | undefined): T | null;
}

/** A test of files: fields that their first record has, or more than that. */
type FileTest = readonly string[] | ((file: FilePeek) => boolean);

/** A layout as a test of records and a generator of rows. */
export interface RecordLayout<Index> extends Omit<Layout, "detect" | "read"> {
  /** Files that hold rows. */
  results: FileTest;
  /** Files that such files need. */
  beside?: FileTest;
  /** Of those that hold rows the ones that are read; all without it. */
  own?(file: TableFile, files: readonly TableFile[]): boolean;
  /** Tools append: of all records with one such key the last counts. */
  last?(record: Json): unknown;
  /** What is known of all files of a path before their rows are made. */
  index?(files: readonly TableFile[]): Index;
  /** The rows of a record; of ratings an evaluator's score each. */
  rows(record: Json, at: At<Index>): Iterable<Cells>;
}

/** A layout whose rows come from one record each, in files that are known by their first. */
export function recordLayout<Index = undefined>(
  { results, beside, own, last, index, rows, ...said }: RecordLayout<Index>,
): Layout {
  const is = (test: FileTest | undefined, file: FilePeek) =>
    typeof test === "function" ? test(file) : test?.every((name) => name in file.record) ?? false;
  return {
    ...said,
    detect: (file) => is(results, file) ? "results" : is(beside, file) ? "beside" : null,
    read(files, { judge, count }) {
      const all = index?.(files) as Index, judged = files.filter((file) => is(results, peek(file)));
      // Files of a format that the caller names need not look like it.
      const read = (judged.length > 0 ? judged : files).filter((file) => own?.(file, files) ?? true);
      const cells = (record: Json, found: Found) => [...rows(record, {
        ...found,
        index: all,
        isNamed: judge !== undefined,
        count,
        judge: (own) => judge ?? String(own),
        read(note, value) {
          count(note, value === null || value === undefined);
          return value ?? null;
        },
      })];
      if (said.frame !== "ratings") return recordTables(read, { last }, cells);
      return recordRatings(
        read,
        { last },
        (record, found) =>
          cells(record, found).map(({ evaluator, score, ...row }) => ({ row, evaluator, score }) as Rating),
      );
    },
  };
}
