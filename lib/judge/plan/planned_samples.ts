import { createHash } from "node:crypto";
import { findTableFiles } from "../../results/find_files.ts";
import { told } from "../../progress/told.ts";
import { expectation, FRAMES } from "../../results/frames.ts";
import { ResultsError } from "../../results/results_error.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Condition, Prompts, Protocol, ProtocolOptions } from "../protocol.ts";
import { hashOf } from "../store/call_key.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { at, textAt } from "../transport/loose.ts";
import { guard } from "../protocols/guarded.ts";
import { lookAtRequests } from "./look_at_requests.ts";
import { sampleFile, type SampleSource } from "./sample_files.ts";

export interface PlannedSample {
  dataSet: string;
  /** What tells it from others of its data set. */
  id: string;
  sha256: string;
  index: number;
  value: unknown;
}

export type PlannedSamples = Awaited<ReturnType<typeof plannedSamples>>;

/** The data set of samples that are given as values and do not name one. */
const VALUES = "study";

/**
 * The samples of a protocol, of files or as they are given. The data set of a sample is its `benchmark`, else `dataSet`, else its
 * file's name. They are read from their files as often as they are gone through: memory does not grow with them.
 */
export async function plannedSamples(
  protocol: Protocol,
  data: string | readonly unknown[],
  { dataSet: named, limit = Infinity }: { dataSet?: string; limit?: number } = {},
) {
  const sources = typeof data === "string"
    ? await Promise.all(findTableFiles(data).map(sampleFile))
    : [{ name: "data", dataSet: VALUES, read: () => data.map((record, i) => ({ line: i + 1, record })) }];
  // Known after the first whole pass, which checks that no two have one name; data sets in order of appearance.
  const dataSets = new Set<string>(), known = { count: 0, dataSets, limited: limit < Infinity };
  let names = keySet(), checked = false;
  const nameOf = (dataSet: string, id: string) => JSON.stringify([dataSet, id]);
  return Object.assign(known, {
    /** Whether it is one of them. */
    has: (dataSet: string, id: string) => names.has(nameOf(dataSet, id)),
    /** Their names are not asked for any more: that costs memory. */
    forget: () => void (names = keySet()),
    *read(): Generator<PlannedSample> {
      let index = 0;
      for (const source of sources) {
        for (const { line, record } of source.read()) {
          if (index >= limit) break;
          const value = checkedSample(protocol, source, line, record), id = protocol.sampleId(value);
          const dataSet = textAt(value, "benchmark") || (named ?? source.dataSet);
          if (!checked) {
            if (!names.add(nameOf(dataSet, id))) {
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
      checked = true;
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
) {
  const { success, data, error } = sample.safeParse(record);
  if (success) return data;
  const [{ path, message }] = error.issues, column = path.map(String).join(".");
  throw new ResultsError({
    ...{ file, line, column: column || null, value: (column ? at(record, column) : record) ?? null },
    expected: `a sample of the protocol ${name} (${message})`,
  });
}

/** Samples of which all conditions are tried; of later ones the first alone, for conditions differ in the same way. */
const TRIED_WHOLE = 100;

const ROWS = 5000;

type Row = { sample: PlannedSample; row: Record<string, unknown> };

/**
 * Goes through all samples and makes the rows that they will have when nothing was answered: what would keep the results
 * from being written (two captions of one image and generator, a value that the frame does not allow), or make them tell of
 * a picture that nobody is shown, is found before anything is paid. Returns how many samples under conditions there are, in all
 * and by data set, and how many samples are asked without an image alone although one was wanted.
 */
export async function checkSamples(
  { protocol, samples, conditions, judge, prompts }: {
    protocol: Protocol;
    samples: PlannedSamples;
    conditions: ProtocolOptions;
    judge: string;
    prompts: Prompts;
  },
): Promise<{ tasks: number; tasksBySet: Record<string, number>; withoutImage: number }> {
  let tasks = 0, withoutImage = 0, rows: Row[] = [];
  const bySet = new Map<string, number>();
  const keys = keySet(), requests = lookAtRequests(protocol, prompts);
  for (const sample of samples.read()) {
    const crossed = crossedConditions(protocol, conditions, sample.value);
    tasks += crossed.length;
    bySet.set(sample.dataSet, (bySet.get(sample.dataSet) ?? 0) + crossed.length);
    const first = crossed.find(({ image }) => image) ?? crossed[0];
    if (first === undefined) continue;
    if (conditions.images?.includes(true) && !first.image) withoutImage++;
    const tried = sample.index < TRIED_WHOLE ? crossed : [first];
    requests.look(sample, tried);
    for (const condition of tried) {
      for (const row of protocol.rows(sample.value, condition, {}, judge)) rows.push({ sample, row });
    }
    if (rows.length < ROWS) continue;
    checkRows(protocol, rows, keys);
    rows = [];
    // Frames are freed only when the program yields.
    await new Promise((resume) => setTimeout(resume));
  }
  checkRows(protocol, rows, keys);
  requests.require();
  return { tasks, tasksBySet: Object.fromEntries(bySet), withoutImage };
}

/** The conditions of a sample; what a protocol of one's own cannot make of the options given is said in words. */
function crossedConditions(protocol: Protocol, options: ProtocolOptions, value: unknown): Condition[] {
  try {
    return protocol.conditions(options, value);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new RangeError(
      `judge: ${protocol.name}: wanted options that its conditions take, found ${JSON.stringify(options)} (${
        (error as Error).message
      }); --set gives texts, numbers, true and false: a list is a text that conditions split`,
      { cause: error },
    );
  }
}

/** Throws where rows of a protocol are none of its frame: before anything is asked, and for the values of the first verdicts. */
export function requireRows(protocol: Protocol, samples: readonly unknown[], rows: readonly object[]): void {
  const { frame } = protocol;
  try {
    verdictFrame(frame, rows as Record<string, unknown>[]);
  } catch (error) {
    if (!(error instanceof ResultsError)) throw error;
    const { line, column, value, expected } = error, spec = frame && column && FRAMES[frame].columns[column];
    guard(protocol, { of: "row", sample: samples[(line ?? 1) - 1] }, () => {
      const wanted = spec ? `${expectation(spec)} in the column ${column}, found ${told(value)}` : expected;
      throw new RangeError(`wanted ${wanted}`);
    });
  }
}

function checkRows(protocol: Protocol, rows: readonly Row[], keys: ReturnType<typeof keySet>): void {
  const { name, frame } = protocol;
  if (frame === null) return;
  const { key } = FRAMES[frame];
  for (const { sample, row } of key.length === 0 ? [] : rows) {
    if (keys.add(JSON.stringify([sample.dataSet, key.map((column) => row[column] ?? null)]))) continue;
    const told = key.filter((column) => row[column] !== undefined && row[column] !== null).join(", ");
    const none = ["item_id", "swapped", "run"].filter((column) =>
      key.includes(column) && row[column] === undefined
    );
    if (none.length > 0) {
      throw new RangeError(
        `judge: wanted rows of ${name} that differ in ${told}: their results would have one row for two; its rows have no ${
          none.join(", ")
        }, found "${sample.id}"`,
      );
    }
    throw new ResultsError({
      ...{ file: sample.dataSet, value: sample.id },
      expected: `samples of ${name} that differ in ${told}: their results would have one row for two`,
    });
  }
  // Data sets apart, as their results are where the frame has no column that tells them apart.
  for (const group of grouped(rows, ({ sample }) => sample.dataSet).values()) {
    requireRows(protocol, group.map(({ sample }) => sample.value), group.map(({ row }) => row));
  }
}

/** A set of texts, held by half of their hash; `add` says false of one that was there. */
function keySet() {
  const halves = new Set<string>();
  const half = (text: string) => createHash("sha256").update(text).digest().toString("latin1", 0, 16);
  return {
    has: (text: string): boolean => halves.has(half(text)),
    add(text: string): boolean {
      const before = halves.size;
      return halves.add(half(text)).size > before;
    },
  };
}
