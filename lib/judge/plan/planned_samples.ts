import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import pl from "nodejs-polars";
import type { z } from "zod";
import { findTableFiles, type TableFile } from "../../results/find_files.ts";
import { parseJsonLines } from "../../results/json_lines.ts";
import { fromParquet } from "../../results/load_table.ts";
import { readBytes } from "../../results/read_bytes.ts";
import { ResultsError } from "../../results/results_error.ts";
import { hashOf } from "../journal/call_key.ts";
import { readLines } from "../journal/read_lines.ts";
import type { Protocol } from "../protocol.ts";
import { keySet } from "./key_set.ts";
import { unpacked } from "./unpacked.ts";

/** A sample that was checked, and what names it: its data set and its id. */
export interface PlannedSample {
  dataSet: string;
  id: string;
  sha256: string;
  /** Place in the data, from 0. */
  index: number;
  value: unknown;
}

/** The samples of a plan, read from their files as often as they are gone through: memory does not grow with them. */
export interface SampleSource {
  /** Known after the first whole pass, which checks that no two have one name. */
  readonly count: number;
  /** Names of the data sets in order of appearance, after the same. */
  readonly dataSets: readonly string[];
  /** Those from one place to before another; all by default. */
  read(range?: { from?: number; to?: number }): Generator<PlannedSample>;
}

/** The data set of samples that are given as values and do not name one. */
const VALUES = "study";

/** Samples between two marks at which reading can begin. */
const MARK_EVERY = 1000;

/**
 * The samples of a protocol: a JSONL file (also gzip) or a Parquet file (several files, a folder or glob of them), or the
 * samples themselves. A null in Parquet is a field that the sample does not have. The data set of a sample is its `benchmark`, else `dataSet`, else its file's name. Columns that the
 * protocol does not know are left out.
 *
 * @throws {ResultsError} while they are read, naming file, line, field and value of a sample that the protocol cannot use,
 *   or of two with one name
 */
export async function plannedSamples(
  protocol: Protocol,
  data: string | readonly unknown[],
  { dataSet, limit = Infinity }: { dataSet?: string; limit?: number } = {},
): Promise<SampleSource> {
  const sources: Source[] = typeof data === "string"
    ? await Promise.all(findTableFiles(data).map(fileSource))
    : [{
      name: "data",
      dataSet: VALUES,
      first: 0,
      *read(from) {
        for (let i = from; i < data.length; i++) yield { line: i + 1, record: data[i] };
      },
    }];
  let count = 0, whole = false;
  let names = keySet();
  const dataSets = new Set<string>();
  // Where an error must name the line before, the first pass has it; a million lines are looked for again only then.
  const twice = (source: Source, line: number, sample: PlannedSample) =>
    new ResultsError({
      file: source.name,
      line,
      value: sample.id,
      expected: `another id than ${earlierPlace(sample)}; every sample is named by its data set and id`,
    });
  const earlierPlace = ({ id, dataSet }: PlannedSample): string => {
    for (const source of sources) {
      for (const { line, record } of source.read(0)) {
        const parsed = protocol.sample.safeParse(record);
        if (!parsed.success || protocol.sampleId(parsed.data) !== id) continue;
        if (ownDataSet(parsed.data, source) === dataSet) return `the sample before it on line ${line}`;
      }
    }
    return "a sample before it";
  };
  const ownDataSet = (value: unknown, source: Source): string => {
    const { benchmark } = (value ?? {}) as { benchmark?: unknown };
    return typeof benchmark === "string" && benchmark !== "" ? benchmark : dataSet ?? source.dataSet;
  };

  return {
    get count() {
      return count;
    },
    get dataSets() {
      return [...dataSets];
    },
    *read({ from = 0, to = Infinity } = {}) {
      const checking = !whole && from === 0 && to === Infinity;
      if (checking) names = keySet();
      const end = Math.min(to, limit);
      let index = 0;
      for (const [s, source] of sources.entries()) {
        source.first ??= index;
        const next = sources[s + 1]?.first;
        if (next !== undefined && next <= from) {
          index = next;
          continue;
        }
        index = source.first;
        const skip = Math.max(0, from - index);
        index += skip;
        for (const { line, record } of source.read(skip)) {
          if (index >= end) break;
          const parsed = protocol.sample.safeParse(record);
          if (!parsed.success) throw misfit(protocol, source.name, line, record, parsed.error);
          const value = parsed.data;
          const sample = {
            ...{ dataSet: ownDataSet(value, source), id: protocol.sampleId(value), sha256: hashOf(value) },
            ...{ index, value },
          };
          if (checking) {
            if (!names.add(JSON.stringify([sample.dataSet, sample.id]))) throw twice(source, line, sample);
            dataSets.add(sample.dataSet);
            count = index + 1;
          }
          index++;
          yield sample;
        }
        if (index >= end) break;
      }
      if (checking) {
        whole = true;
        names = keySet();
      }
    },
  };
}

/** One file of samples, or the samples given. */
interface Source {
  name: string;
  dataSet: string;
  /** Place of its first sample, once it was reached. */
  first?: number;
  read(from: number): Iterable<{ line: number; record: unknown }>;
}

async function fileSource(table: TableFile): Promise<Source> {
  const { path, stem, kind } = table;
  if (kind === "parquet") return { name: path, dataSet: stem, read: (from) => parquetRecords(path, from) };
  if (kind !== "jsonl") {
    throw new ResultsError({
      file: path,
      expected: "samples as JSONL, one JSON object per line, or Parquet",
    });
  }
  const plain = await unpacked(table, table.gzip ? copyName() : "");
  if (!beginsWithRecord(plain)) {
    const lines = parseJsonLines(path, readBytes(table));
    return { name: path, dataSet: stem, read: (from) => lines.slice(from) };
  }
  const marks = [{ index: 0, at: 0, line: 0 }];
  return {
    name: path,
    dataSet: stem,
    *read(from) {
      const mark = marks[Math.min(marks.length - 1, Math.floor(from / MARK_EVERY))];
      let index = mark.index;
      for (const { text, line, at, last } of readLines(plain, { from: mark.at })) {
        if ((text ?? "").trim() === "") {
          if (last && index === 0) {
            throw new ResultsError({ file: path, expected: "rows, found an empty file" });
          }
          continue;
        }
        if (index === marks.length * MARK_EVERY) marks.push({ index, at, line: mark.line + line - 1 });
        if (index++ < from) continue;
        yield { line: mark.line + line, record: recordOf(path, mark.line + line, text!) };
      }
    },
  };
}

/** Rows of a Parquet file that are in memory at a time. */
const PARQUET_ROWS = 20_000;

function* parquetRecords(path: string, from: number): Generator<{ line: number; record: unknown }> {
  for (let at = from;; at += PARQUET_ROWS) {
    const rows = fromParquet(path, () => pl.scanParquet(path).slice(at, PARQUET_ROWS).collectSync());
    if (rows.height === 0 && at === 0) {
      throw new ResultsError({ file: path, expected: "rows, found an empty file" });
    }
    for (const [i, row] of rows.toRecords().entries()) {
      const given = Object.entries(row).filter(([, value]) => value !== null);
      yield { line: at + i + 1, record: Object.fromEntries(given) };
    }
    if (rows.height < PARQUET_ROWS) return;
  }
}

let copies: { folder: string; made: number } | undefined;

/** A name for an unpacked copy, which stays as long as the process: samples are gone through several times. */
function copyName(): string {
  if (!copies) {
    const folder = mkdtempSync(join(tmpdir(), "judgebias-samples-"));
    copies = { folder, made: 0 };
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return join(copies.folder, `${copies.made++}.jsonl`);
}

/** Whether the first line is a record of its own: other files are one document over several lines. */
function beginsWithRecord(path: string): boolean {
  for (const { text } of readLines(path)) {
    const line = (text ?? "").replace(/^\ufeff/, "").trim();
    if (line !== "") return line.startsWith("{") && line.endsWith("}");
  }
  return false;
}

function recordOf(path: string, line: number, text: string): unknown {
  // The reader of whole files knows how to say what is wrong with a line.
  try {
    const [{ record }] = parseJsonLines(path, Buffer.from(text.replace(/^\ufeff/, "")));
    return record;
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    throw new ResultsError({ file: path, line, value: error.value, expected: error.expected });
  }
}

function misfit(
  protocol: Protocol,
  file: string,
  line: number,
  record: unknown,
  error: z.ZodError,
): ResultsError {
  const [issue] = error.issues;
  const column = issue.path.map(String).join(".");
  const value = issue.path.reduce<unknown>(
    (part, key) => (part as Record<PropertyKey, unknown>)?.[key],
    record,
  );
  return new ResultsError({
    file,
    line,
    column: column === "" ? null : column,
    value: value ?? null,
    expected: `a sample of the protocol ${protocol.name} (${issue.message})`,
  });
}
