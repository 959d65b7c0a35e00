import { createHash } from "node:crypto";
import { findTableFiles } from "../../results/find_files.ts";
import { FRAMES } from "../../results/frames.ts";
import { ResultsError } from "../../results/results_error.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { hashOf } from "../store/call_key.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { sampleFile, type SampleSource } from "./sample_files.ts";

/** A sample that was checked, and what names it: its data set and its id. */
export interface PlannedSample {
  dataSet: string;
  /** What tells it from others of its data set. */
  id: string;
  sha256: string;
  /** Place in the data, from 0. */
  index: number;
  value: unknown;
}

/** The samples of a plan, read from their files as often as they are gone through: memory does not grow with them. */
export interface PlannedSamples {
  /** Known after the first whole pass, which checks that no two have one name. */
  readonly count: number;
  /** Names of the data sets in order of appearance, after the same. */
  readonly dataSets: ReadonlySet<string>;
  read(): Generator<PlannedSample>;
}

/** The data set of samples that are given as values and do not name one. */
const VALUES = "study";

/**
 * The samples of a protocol: a JSONL file (also gzip) or a Parquet file (several files, a folder or glob of them), or the
 * samples themselves. A null in Parquet is a field that the sample does not have. The data set of a sample is its `benchmark`,
 * else `dataSet`, else its file's name. Columns that the protocol does not know are left out.
 *
 * @throws {ResultsError} while they are read, naming file, line, field and value of a sample that the protocol cannot use,
 *   or of two with one name
 */
export async function plannedSamples(
  protocol: Protocol,
  data: string | readonly unknown[],
  { dataSet: named, limit = Infinity }: { dataSet?: string; limit?: number } = {},
): Promise<PlannedSamples> {
  const sources = typeof data === "string"
    ? await Promise.all(findTableFiles(data).map(sampleFile))
    : [{ name: "data", dataSet: VALUES, read: () => data.map((record, i) => ({ line: i + 1, record })) }];
  const dataSets = new Set<string>(), known = { count: 0, dataSets };
  let names: ReturnType<typeof keySet> | null = keySet();
  return Object.assign(known, {
    *read() {
      let index = 0;
      for (const source of sources) {
        for (const { line, record } of source.read()) {
          if (index >= limit) break;
          const value = checkedSample(protocol, source, line, record), id = protocol.sampleId(value);
          const { benchmark } = (value ?? {}) as { benchmark?: unknown };
          const own = typeof benchmark === "string" && benchmark !== "" ? benchmark : named;
          const dataSet = own ?? source.dataSet;
          if (names) {
            if (!names.add(JSON.stringify([dataSet, id]))) {
              const before = firstLine(protocol, source, id);
              const said = before < line ? `the sample before it on line ${before}` : "a sample before it";
              throw new ResultsError({
                ...{ file: source.name, line, value: id },
                expected: `another id than ${said}; every sample is named by its data set and id`,
              });
            }
            dataSets.add(dataSet);
            known.count = index + 1;
          }
          yield { dataSet, id, sha256: hashOf(value), index: index++, value };
        }
      }
      names = null;
    },
  });
}

/** Where an id stands first in a file: it is looked for again only when an error must say it. */
function firstLine(protocol: Protocol, source: SampleSource, id: string): number {
  for (const { line, record } of source.read()) {
    if (protocol.sampleId(checkedSample(protocol, source, line, record)) === id) return line;
  }
  return Infinity;
}

function checkedSample(
  { sample, name }: Protocol,
  { name: file }: SampleSource,
  line: number,
  record: unknown,
): unknown {
  const { success, data, error } = sample.safeParse(record);
  if (success) return data;
  const [{ path, message }] = error.issues;
  const value = path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)?.[key], record);
  throw new ResultsError({
    ...{ file, line, column: path.map(String).join(".") || null, value: value ?? null },
    expected: `a sample of the protocol ${name} (${message})`,
  });
}

/** Samples of which all conditions are tried; of later ones the first alone, for conditions differ in the same way. */
const TRIED_WHOLE = 100;

const ROWS = 5000;

type Row = { sample: PlannedSample; row: Record<string, unknown> };

/**
 * Goes through all samples and makes the rows that they will have when nothing was answered: what would keep the results
 * from being written (two captions of one image and generator, a value that the frame does not allow) is found before
 * anything is paid. Returns how many samples under conditions there are.
 *
 * @throws {ResultsError} for samples that the protocol or its frame cannot use
 */
export async function checkSamples(
  { protocol, samples, conditions, judge }: {
    protocol: Protocol;
    samples: PlannedSamples;
    conditions: ProtocolOptions;
    judge: string;
  },
): Promise<number> {
  let tasks = 0, rows: Row[] = [];
  const keys = keySet();
  for (const sample of samples.read()) {
    const crossed = protocol.conditions(conditions, sample.value);
    tasks += crossed.length;
    if (protocol.frame === null) continue;
    for (const condition of sample.index < TRIED_WHOLE ? crossed : crossed.slice(0, 1)) {
      for (const row of protocol.rows(sample.value, condition, {}, judge)) rows.push({ sample, row });
    }
    if (rows.length < ROWS) continue;
    checkRows(protocol, rows, keys);
    rows = [];
    // Frames are freed only when the program yields.
    await new Promise((resume) => setTimeout(resume));
  }
  checkRows(protocol, rows, keys);
  return tasks;
}

function checkRows({ name, frame }: Protocol, rows: readonly Row[], keys: ReturnType<typeof keySet>): void {
  if (frame === null) return;
  const { key } = FRAMES[frame];
  for (const { sample, row } of key.length === 0 ? [] : rows) {
    if (keys.add(JSON.stringify([sample.dataSet, key.map((column) => row[column] ?? null)]))) continue;
    const told = key.filter((column) => row[column] !== undefined && row[column] !== null).join(", ");
    throw new ResultsError({
      ...{ file: sample.dataSet, value: sample.id },
      expected: `samples of ${name} that differ in ${told}: their results would have one row for two`,
    });
  }
  // Data sets apart, as their results are where the frame has no column that tells them apart.
  for (const group of grouped(rows, ({ sample }) => sample.dataSet).values()) {
    try {
      verdictFrame(frame, group.map(({ row }) => row));
    } catch (error) {
      if (!(error instanceof ResultsError)) throw error;
      const sample = group[(error.line ?? 1) - 1]?.sample;
      throw new ResultsError({
        ...{ file: sample?.dataSet ?? name, column: error.column, value: error.value ?? sample?.id },
        expected: `samples whose results can be written (sample ${sample?.id}: ${error.expected})`,
      });
    }
  }
}

/** Words of a text's hash that are kept: 96 bits, so that of 10^9 texts no two are taken for one (p < 10^-11). */
const WORDS = 3;

/** A set of texts, more than a `Set` can hold: a hash of each, 16 to 32 bytes, in one block of memory without objects. */
export function keySet() {
  let capacity = 1024, size = 0, table = new Uint32Array(WORDS * capacity);
  const words = new Uint32Array(WORDS);
  const same = (at: number, key: Uint32Array) =>
    table[at] === key[0] && table[at + 1] === key[1] && table[at + 2] === key[2];
  const none = new Uint32Array(WORDS);
  /** Where a hash is, or would go. */
  const place = (key: Uint32Array): number => {
    let at = WORDS * (key[0] % capacity);
    while (!same(at, none) && !same(at, key)) at = (at + WORDS) % table.length;
    return at;
  };
  return {
    /** Adds a text; false where it was there already. */
    add(text: string): boolean {
      const digest = createHash("sha256").update(text).digest();
      for (let i = 0; i < WORDS; i++) words[i] = digest.readUInt32LE(4 * i);
      const at = place(words);
      if (same(at, words)) return false;
      table.set(words, at);
      if (++size <= 0.6 * capacity) return true;
      const old = table;
      table = new Uint32Array(WORDS * (capacity *= 2));
      for (let from = 0; from < old.length; from += WORDS) {
        const key = old.subarray(from, from + WORDS);
        if (key[0] || key[1] || key[2]) table.set(key, place(key));
      }
      return true;
    },
  };
}
