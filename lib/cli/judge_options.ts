import { existsSync } from "node:fs";
import { BATCH_FORMATS, type BatchFormat, type BatchLimits } from "../judge/batch/formats/index.ts";
import type { RunBatchOptions } from "../judge/batch/run_batch.ts";
import type { RunOptions } from "../judge/run/run_judge.ts";
import type { Prices } from "../judge/run/cost.ts";
import { listedPrices } from "../judge/run/price_list.ts";
import type { JudgeTraits } from "../judge/simulated/judge_traits.ts";
import { UsageError } from "./command.ts";

/** Options of `deno task judge`. */
export const JUDGE_OPTIONS: Record<string, string> = {
  "protocol NAME": "what is asked (--list names all)",
  "data FILE": "samples as JSONL (file, folder or glob)",
  "images DIR": "folder that the samples' image names are relative to (default: that of the data)",
  "judge MODEL": "the judge's name at its endpoint, or: simulated",
  "base-url URL": "any OpenAI-compatible endpoint (default: OpenAI's)",
  "key-variable NAME":
    "environment variable of the key (default: OPENAI_API_KEY for OpenAI, else JUDGE_API_KEY)",
  "out DIR": "folder of journals and results (default: data/results/judged)",
  "runs N": "how often each question is asked (default: 1)",
  "image WHICH": "with, without or both (default: with)",
  "order WHICH": "order of the answers: given, swapped or both (default: given; pairwise: both)",
  "set K=V,…": "further options of the protocol",
  "decoding K=V,…": "decoding parameters in the API's names; K=null leaves K out",
  "prompts DIR": "prompts that replace the built-in ones (<id>.txt)",
  "data-set NAME":
    "what samples without a benchmark belong to: names them, with their id (default: their file's name)",
  "limit N": "only the first N samples",
  "remote-images": "pass http(s) addresses of images on to the judge",
  "concurrency N": "calls at the same time (default: 8)",
  "rate N": "most requests per minute, retries included",
  "retries N": "attempts per call beyond the first (default: 5)",
  "timeout S": "seconds until an attempt is given up (default: 600)",
  "max-wait S": "longest wait that an endpoint may ask for; a longer one ends the run (default: 900)",
  "max-reply-bytes N": "largest reply, unpacked; a longer one is given up (default: 32000000)",
  "max-bytes-in-flight N":
    "most bytes of images in requests under way; larger ones go alone (default: 64000000)",
  "give-up N": "end the run when its first N replies bring no verdict (default: 20; 0: go on)",
  "prices IN,OUT|FILE": "cost of a million tokens in and out, or a price list (default: data/prices.json)",
  "max-cost C": "stop before the cost exceeds C (needs --prices)",
  "dry-run": "print what would be called, with tokens and cost, and stop",
  batch:
    "through a Batch API (--batch-format openai, anthropic, gemini): write, submit, wait, ingest; resumable",
  "batch-files": "only write the batch's input files (also for vLLM's batch runner)",
  "batch-format NAME": "of the files: openai, vllm, anthropic, gemini or vertex (default: openai)",
  "shard-requests N": "most requests per file (default: the service's limit)",
  "shard-bytes N": "most bytes per file (default: the service's limit)",
  "image-urls URL": "send images as addresses that begin so (https://…, file:///…), not as bytes",
  "ingest PATH": "take output files of batches into the journal (file, folder or glob)",
  "poll S": "seconds between two looks at a batch (default: 30)",
  "traits K=V,…":
    "the simulated judge: informativeness=0.3,length=0.2,position=0.1,blindness=0.5,noise=0.1,…",
  "format NAME": "of the results: jsonl, csv or parquet (default: jsonl)",
  list: "list the protocols, and stop",
};

const BY_NAME = Object.fromEntries(BATCH_FORMATS.map((name) => [name, name])) as Record<
  BatchFormat,
  BatchFormat
>;

type Values = Record<string, string | boolean | undefined>;

/** What the command line says of a run or batch, apart from the endpoint. */
export function judgeOptions(
  values: Values,
): Omit<RunOptions & RunBatchOptions, "baseURL" | "data" | "judge" | "out"> {
  const text = (name: string) => values[name] as string | undefined;
  return {
    protocol: text("protocol") ?? required("protocol"),
    images: text("images"),
    remoteImages: values["remote-images"] === true,
    conditions: given({
      images: choose("image", text("image"), { with: [true], without: [false], both: [true, false] }),
      orders: choose("order", text("order"), {
        given: ["given" as const],
        swapped: ["swapped" as const],
        both: ["given" as const, "swapped" as const],
      }),
      runs: whole("runs", text("runs")),
      ...assignments("set", text("set")),
    }),
    decoding: assignments("decoding", text("decoding")),
    prompts: text("prompts"),
    dataSet: text("data-set"),
    limit: whole("limit", text("limit")),
    concurrency: whole("concurrency", text("concurrency")),
    perMinute: number("rate", text("rate")),
    retries: whole("retries", text("retries")),
    timeout: number("timeout", text("timeout")),
    longestWait: number("max-wait", text("max-wait")),
    maxReplyBytes: whole("max-reply-bytes", text("max-reply-bytes")),
    maxBytesInFlight: whole("max-bytes-in-flight", text("max-bytes-in-flight")),
    giveUpAfter: whole("give-up", text("give-up")),
    ...(values.poll === undefined ? {} : { poll: number("poll", text("poll")) }),
    prices: prices(text("prices"), values),
    imageURLs: text("image-urls"),
    ...(values["batch-format"] === undefined
      ? {}
      : { format: choose("batch-format", text("batch-format"), BY_NAME) }),
    limits: given({
      requests: whole("shard-requests", text("shard-requests")),
      bytes: whole("shard-bytes", text("shard-bytes")),
    }) as Partial<BatchLimits>,
    maxCost: number("max-cost", text("max-cost")),
    keyVariable: text("key-variable"),
  };
}

/** The traits of a simulated judge that the command line gives. */
export function traitOptions(values: Values): Partial<JudgeTraits> {
  return assignments("traits", values.traits as string | undefined);
}

/** Ends with what is wrong, where an option is needed. */
export function required(name: string): never {
  throw new UsageError(`wanted --${name}; see --help`);
}

function number(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === "" ? NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`wanted a number for --${name}, found ${text}`);
}

function whole(name: string, text: string | undefined): number | undefined {
  const value = number(name, text);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw new UsageError(`wanted a whole number for --${name}, found ${text}`);
}

/** What was given: an option that was not leaves a protocol its own default. */
function given<T extends Record<string, unknown>>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

function choose<T>(name: string, text: string | undefined, among: Record<string, T>): T | undefined {
  if (text === undefined) return undefined;
  if (Object.hasOwn(among, text)) return among[text];
  throw new UsageError(`wanted ${Object.keys(among).join(", ")} for --${name}, found ${text}`);
}

/** Prices as they are given, or as a list has them for the judge at its endpoint. */
function prices(text: string | undefined, values: Values): Prices | undefined {
  if (text !== undefined && /^[-+.\d\s]*,[-+.,\d\s]*$/.test(text)) {
    const [input, output, ...more] = text.split(",").map((part) => number("prices", part)!);
    if (output !== undefined && more.length === 0 && input >= 0 && output >= 0) return { input, output };
    throw new UsageError(`wanted two prices for --prices, for a million tokens in and out, found ${text}`);
  }
  const batch = ["batch", "batch-files", "ingest"].some((mode) => values[mode] !== undefined);
  const baseURL = values["base-url"] as string | undefined;
  if (typeof values.judge !== "string" || baseURL !== undefined && !URL.canParse(baseURL)) return undefined;
  if (text !== undefined && !existsSync(text)) {
    throw new UsageError(`wanted IN,OUT or a price list for --prices, found ${text}`);
  }
  return listedPrices(values.judge, { baseURL, path: text, batch }) ?? undefined;
}

/** `a=1,b=true,c=word` as an object; null for `null`. */
function assignments(name: string, text: string | undefined): Record<string, never> {
  return Object.fromEntries(
    (text ?? "").split(",").filter((part) => part.trim() !== "").map((part) => {
      const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      if (key === undefined) throw new UsageError(`wanted K=V,… for --${name}, found ${part}`);
      const plain = /^(true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?|\.\d+)$/.test(value);
      return [key, (plain ? JSON.parse(value.replace(/^\./, "0.")) : value) as never];
    }),
  );
}
