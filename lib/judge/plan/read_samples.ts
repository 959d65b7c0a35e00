import type { z } from "zod";
import { findTableFiles } from "../../results/find_files.ts";
import { parseJsonLines } from "../../results/json_lines.ts";
import { readBytes } from "../../results/read_bytes.ts";
import { ResultsError } from "../../results/results_error.ts";
import { hashOf } from "../journal/call_key.ts";
import type { Protocol } from "../protocol.ts";

/** A sample that was checked, and what names it. */
export interface PlannedSample {
  /** Place in the data, from 0. */
  index: number;
  id: string;
  sha256: string;
  value: unknown;
}

/**
 * Reads and checks the samples of a protocol: a JSONL file (also gzip, several files, a folder or glob of them), or
 * the samples themselves. Columns that the protocol does not know are left out.
 *
 * @throws {ResultsError} naming file, line, field and value of a sample that the protocol cannot use, or of two with one id
 */
export function readSamples(protocol: Protocol, data: string | readonly unknown[]): PlannedSample[] {
  const raw = typeof data === "string"
    ? rawSamples(data)
    : data.map((record, i) => ({ file: "data", line: i + 1, record }));
  const first = new Map<string, number>();
  return raw.map(({ file, line, record }, index) => {
    const parsed = protocol.sample.safeParse(record);
    if (!parsed.success) throw misfit(protocol, file, line, record, parsed.error);
    const id = protocol.sampleId(parsed.data);
    const earlier = first.get(id);
    if (earlier !== undefined) {
      throw new ResultsError({
        file,
        line,
        value: id,
        expected: `another id than the sample before it on line ${earlier}; every sample is named by its id`,
      });
    }
    first.set(id, line);
    return { index, id, sha256: hashOf(parsed.data), value: parsed.data };
  });
}

function rawSamples(path: string): { file: string; line: number; record: unknown }[] {
  return findTableFiles(path).flatMap((table) => {
    if (table.kind !== "jsonl") {
      throw new ResultsError({ file: table.path, expected: "samples as JSONL, one JSON object per line" });
    }
    return parseJsonLines(table.path, readBytes(table)).map(({ line, record }) => ({
      file: table.path,
      line,
      record,
    }));
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
