import sharp from "sharp";
import type { BiasType } from "../papers/biases.ts";
import type { PerturbOptions, TextFunctions } from "./perturb.ts";
import { asSample, type PerturbedLine, perturbFile } from "./perturb_file.ts";
import type { SampleLine } from "./read_samples.ts";

/** The functions that a model stands behind. */
export type TextFunction = "describe" | "keywords" | "needsImage";

/** What a worker is told first: all samples, what to do with each, and what it may ask for on the way. */
export interface WorkerTask {
  lines: SampleLine[];
  names: string[];
  bias: BiasType;
  out: string;
  options: Omit<PerturbOptions, "pool" | "texts">;
  asks: TextFunction[];
  author?: string;
}

/** What a worker is told next: a sample's index, or the answer to something that it asked. */
export type WorkerOrder = { index: number } | { call: number; value: unknown } | {
  call: number;
  fault: string;
};

/** What a worker says for the sample at an index: its line, or why there is none. */
export type WorkerAnswer = { index: number; line: PerturbedLine } | { index: number; fault: string };

/** What a worker asks on the way: a function with its arguments. */
export interface WorkerQuestion {
  call: number;
  name: TextFunction;
  args: unknown[];
}

// One thread per picture: there are as many workers as processors.
sharp.concurrency(1);

let task: WorkerTask & { pool: ReturnType<typeof asSample>[]; texts: TextFunctions };
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let calls = 0;

self.onmessage = ({ data }: MessageEvent<WorkerTask | WorkerOrder>) => {
  if ("lines" in data) task = { ...data, pool: data.lines.map(asSample), texts: textsOf(data) };
  else if ("index" in data) work(data.index);
  else {
    const { resolve, reject } = waiting.get(data.call)!;
    waiting.delete(data.call);
    if ("fault" in data) reject(new RangeError(data.fault));
    else resolve(data.value);
  }
};

async function work(index: number): Promise<void> {
  const { lines, names, bias, out, options, pool, texts } = task;
  let answer: WorkerAnswer;
  try {
    const line = await perturbFile(lines[index], bias, { ...options, texts, pool, out, name: names[index] });
    answer = { index, line };
  } catch (error) {
    // A sample that cannot be perturbed is reported; anything else is a defect, and must be seen with its place.
    const { message, stack } = error as Error;
    answer = { index, fault: error instanceof RangeError ? message : stack ?? message };
  }
  self.postMessage(answer);
}

/** The functions as questions to the main thread. */
function textsOf({ asks, author }: WorkerTask): TextFunctions {
  const ask = (name: TextFunction) => (...args: unknown[]) =>
    new Promise<never>((resolve, reject) => {
      const call = calls++;
      waiting.set(call, { resolve: resolve as (value: unknown) => void, reject });
      self.postMessage({ call, name, args } satisfies WorkerQuestion);
    });
  return { author, ...Object.fromEntries(asks.map((name) => [name, ask(name)])) };
}
