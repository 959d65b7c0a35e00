/// <reference lib="deno.worker" />
import sharp from "sharp";
import type { BiasType } from "../papers/bias_taxonomy.ts";
import type { PerturbOptions } from "./perturb.ts";
import { asSample, type PerturbedLine, perturbFile } from "./perturb_file.ts";
import type { SampleLine } from "./read_samples.ts";

/** What a worker is told first: all samples, and what to do with each. */
export interface WorkerTask {
  lines: SampleLine[];
  names: string[];
  bias: BiasType;
  out: string;
  options: Omit<PerturbOptions, "pool" | "texts">;
}

/** What a worker answers for the sample at an index: its line, or why there is none. */
export type WorkerAnswer = { index: number; line: PerturbedLine } | { index: number; fault: string };

// One thread per picture: there are as many workers as processors.
sharp.concurrency(1);

let task: WorkerTask & { pool: ReturnType<typeof asSample>[] };

/** The first message is the task, each further one the index of a sample. */
self.onmessage = async ({ data }: MessageEvent<WorkerTask | number>) => {
  if (typeof data !== "number") {
    task = { ...data, pool: data.lines.map(asSample) };
    return;
  }
  const { lines, names, bias, out, options, pool } = task;
  let answer: WorkerAnswer;
  try {
    const line = await perturbFile(lines[data], bias, { ...options, pool, out, name: names[data] });
    answer = { index: data, line };
  } catch (error) {
    // A sample that cannot be perturbed is reported; anything else is a defect, and must be seen with its place.
    const { message, stack } = error as Error;
    answer = { index: data, fault: error instanceof RangeError ? message : stack ?? message };
  }
  self.postMessage(answer);
};
