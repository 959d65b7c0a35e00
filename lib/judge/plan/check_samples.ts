import { FRAMES } from "../../results/frames.ts";
import { ResultsError } from "../../results/results_error.ts";
import type { Protocol, ProtocolOptions } from "../protocol.ts";
import { verdictFrame } from "../verdict_frame.ts";
import { keySet } from "./key_set.ts";
import type { PlannedSample, PlannedSamples } from "./planned_samples.ts";

/** Samples of which all conditions are tried; of later ones the first alone, for conditions differ in the same way. */
const TRIED_WHOLE = 100;

/** Rows that are checked at a time. */
const ROWS = 5000;

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
  let tasks = 0;
  const keys = keySet();
  let rows: { sample: PlannedSample; row: Record<string, unknown> }[] = [];
  for (const sample of samples.read()) {
    const crossed = protocol.conditions(conditions, sample.value);
    tasks += crossed.length;
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

function checkRows(
  { name, frame }: Protocol,
  rows: { sample: PlannedSample; row: Record<string, unknown> }[],
  keys: ReturnType<typeof keySet>,
): void {
  if (frame === null || rows.length === 0) return;
  const { key } = FRAMES[frame];
  for (const { sample, row } of rows) {
    const values = key.map((column) => row[column] ?? null);
    if (key.length === 0 || keys.add(JSON.stringify([sample.dataSet, values]))) continue;
    throw new ResultsError({
      file: sample.dataSet,
      value: sample.id,
      expected: `samples of ${name} that differ in ${
        key.filter((column) => row[column] !== undefined && row[column] !== null).join(", ")
      }: their results would have one row for two`,
    });
  }
  // Data sets apart, as their results are where the frame has no column that tells them apart.
  for (const dataSet of new Set(rows.map(({ sample }) => sample.dataSet))) {
    const group = rows.filter(({ sample }) => sample.dataSet === dataSet);
    try {
      verdictFrame(frame, group.map(({ row }) => row));
    } catch (error) {
      if (!(error instanceof ResultsError)) throw error;
      const sample = group[(error.line ?? 1) - 1]?.sample;
      throw new ResultsError({
        file: sample?.dataSet ?? name,
        column: error.column,
        value: error.value ?? sample?.id,
        expected: `samples whose results can be written (sample ${sample?.id}: ${error.expected})`,
      });
    }
  }
}
