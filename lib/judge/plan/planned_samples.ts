import type { z } from "zod";
import { findTableFiles } from "../../results/find_files.ts";
import { ResultsError } from "../../results/results_error.ts";
import { hashOf } from "../store/call_key.ts";
import type { Protocol } from "../protocol.ts";
import { keySet } from "./key_set.ts";
import { givenSamples, sampleFile, type SampleSource } from "./sample_source.ts";

/** A sample that was checked, and what names it: its data set and its id. */
export interface PlannedSample {
  /** Name of its data set. */
  dataSet: string;
  /** What tells it from others of its data set. */
  id: string;
  /** Hash of its content. */
  sha256: string;
  /** Place in the data, from 0. */
  index: number;
  /** The sample itself, as the protocol has checked it. */
  value: unknown;
}

/** The samples of a plan, read from their files as often as they are gone through: memory does not grow with them. */
export interface PlannedSamples {
  /** Known after the first whole pass, which checks that no two have one name. */
  readonly count: number;
  /** Names of the data sets in order of appearance, after the same. */
  readonly dataSets: readonly string[];
  read(): Generator<PlannedSample>;
}

/** The data set of samples that are given as values and do not name one. */
const VALUES = "study";

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
): Promise<PlannedSamples> {
  const sources = typeof data === "string"
    ? await Promise.all(findTableFiles(data).map(sampleFile))
    : [givenSamples(data, VALUES)];
  let count = 0, whole = false;
  const dataSets = new Set<string>();
  return {
    get count() {
      return count;
    },
    get dataSets() {
      return [...dataSets];
    },
    *read() {
      const names = whole ? null : keySet();
      let index = 0;
      for (const source of sources) {
        for (const { line, record } of source.read()) {
          if (index >= limit) break;
          const parsed = protocol.sample.safeParse(record);
          if (!parsed.success) throw misfit(protocol, source.name, line, record, parsed.error);
          const value = parsed.data;
          const id = protocol.sampleId(value), own = dataSetOf(value, dataSet ?? source.dataSet);
          if (names) {
            if (!names.add(JSON.stringify([own, id]))) {
              const earlier = earlierPlace(protocol, sources, { id, own, dataSet });
              throw twice(source.name, line, id, earlier);
            }
            dataSets.add(own);
            count = index + 1;
          }
          yield { dataSet: own, id, sha256: hashOf(value), index: index++, value };
        }
      }
      whole = true;
    },
  };
}

function dataSetOf(value: unknown, otherwise: string): string {
  const { benchmark } = (value ?? {}) as { benchmark?: unknown };
  return typeof benchmark === "string" && benchmark !== "" ? benchmark : otherwise;
}

/** Where a name stood before: a million lines are looked for again only when an error must say it. */
function earlierPlace(
  protocol: Protocol,
  sources: readonly SampleSource[],
  { id, own, dataSet }: { id: string; own: string; dataSet: string | undefined },
): string {
  for (const source of sources) {
    for (const { line, record } of source.read()) {
      const { success, data } = protocol.sample.safeParse(record);
      if (!success || protocol.sampleId(data) !== id) continue;
      if (dataSetOf(data, dataSet ?? source.dataSet) === own) return `the sample before it on line ${line}`;
    }
  }
  return "a sample before it";
}

function twice(file: string, line: number, id: string, earlier: string): ResultsError {
  return new ResultsError({
    ...{ file, line, value: id },
    expected: `another id than ${earlier}; every sample is named by its data set and id`,
  });
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
