import { BATCH_FORMATS, type BatchLimits } from "../judge/batch/formats.ts";
import type { RunBatchOptions } from "../judge/batch/run_batch.ts";
import type { RunOptions } from "../judge/run/run_options.ts";
import type { Prices } from "../judge/run/cost.ts";
import type { JudgeTraits } from "../judge/simulated/judge_traits.ts";
import { UsageError, type Values } from "./command.ts";
import { given, optionValues } from "./option_values.ts";

/** Options of `deno task judge`. */
export const JUDGE_OPTIONS: Record<string, string> = {
  "protocol NAME": "what is asked (--list names all), or a file with a protocol of your own",
  "data FILE": "samples as JSONL (file, folder or glob)",
  "images DIR": "folder that the samples' image names are relative to (default: that of the data)",
  "judge MODEL": "the judge's name at its endpoint, or: simulated",
  "base-url URL": "any OpenAI-compatible endpoint (default: OpenAI's)",
  "endpoint NAME":
    "name of the endpoint, by which its verdicts are told from another's (default: its address); for one that moves",
  "key-variable NAME":
    "environment variable of the key (default: OPENAI_API_KEY for OpenAI, else JUDGE_API_KEY)",
  "out DIR": "folder of studies and results (default: data/results/judged)",
  "runs N": "how often each question is asked (default: 1)",
  "image WHICH": "with, without or both (default: with)",
  "order WHICH": "order of the answers: given, swapped or both (default: given; pairwise: both)",
  "set K=V,…": "further options of the protocol",
  "decoding K=V,…": "decoding parameters in the API's names; K=null leaves K out",
  "condition NAME":
    "name of what you vary (a prompt, a mitigation): runs under different names stand side by side in results",
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
  "prices IN,OUT": "cost of a million tokens in and out, as your provider lists them",
  "max-cost C": "stop before the cost exceeds C (needs --prices)",
  "dry-run": "print what would be called, with tokens and cost, and stop",
  batch:
    "through a Batch API (--batch-format openai, anthropic, gemini): write, submit, wait, ingest; resumable",
  "batch-files": "only write the batch's input files (also for vLLM's batch runner)",
  "batch-format NAME": "of the files: openai, vllm, anthropic, gemini or vertex (default: openai)",
  "shard-requests N": "most requests per file (default: the service's limit)",
  "shard-bytes N": "most bytes per file (default: the service's limit)",
  "image-urls URL": "send images as addresses that begin so (https://…, file:///…), not as bytes",
  "ingest PATH": "take output files of batches into the study (file, folder or glob)",
  "poll S": "seconds between two looks at a batch (default: 30)",
  "traits K=V,…":
    "the simulated judge: informativeness=0.3,length=0.2,position=0.1,blindness=0.5,noise=0.1,…; it reads the answers: more " +
    "informative is the one that names more drawn things, or else has more distinct words",
  "format NAME": "of the results: jsonl, csv or parquet (default: jsonl)",
  list: "list the protocols, and stop",
};

/** What `--image` and `--order` stand for. */
const IMAGES = { with: [true], without: [false], both: [true, false] };
const ORDERS: Record<"given" | "swapped" | "both", ("given" | "swapped")[]> = {
  given: ["given"],
  swapped: ["swapped"],
  both: ["given", "swapped"],
};

/** What the command line says of a run or batch, apart from the endpoint. */
export function judgeOptions(
  values: Values,
): Omit<RunOptions & RunBatchOptions, "baseURL" | "data" | "judge" | "out" | "protocol"> {
  const { text, number, whole, oneOf } = optionValues(values);
  const image = oneOf("image", ["with", "without", "both"]);
  const order = oneOf("order", ["given", "swapped", "both"]);
  return {
    images: text("images"),
    remoteImages: values["remote-images"] === true,
    conditions: given({
      images: image && IMAGES[image],
      orders: order && ORDERS[order],
      runs: whole("runs"),
      ...settings("set", values),
    }),
    decoding: settings("decoding", values),
    prompts: text("prompts"),
    dataSet: text("data-set"),
    limit: whole("limit"),
    concurrency: whole("concurrency"),
    perMinute: number("rate"),
    retries: whole("retries"),
    timeout: number("timeout"),
    longestWait: number("max-wait"),
    maxReplyBytes: whole("max-reply-bytes"),
    maxBytesInFlight: whole("max-bytes-in-flight"),
    giveUpAfter: whole("give-up"),
    prices: prices(values),
    imageURLs: text("image-urls"),
    endpoint: text("endpoint"),
    condition: text("condition"),
    ...given({ poll: number("poll"), format: oneOf("batch-format", BATCH_FORMATS) }),
    limits: given({ requests: whole("shard-requests"), bytes: whole("shard-bytes") }) as Partial<BatchLimits>,
    maxCost: number("max-cost"),
    keyVariable: text("key-variable"),
  };
}

/** The traits of a simulated judge that the command line gives. */
export function traitOptions(values: Values): Partial<JudgeTraits> {
  return settings("traits", values);
}

/** The two prices that are given. */
function prices(values: Values): Prices | undefined {
  const given = optionValues(values).text("prices");
  if (given === undefined) return undefined;
  const [input, output, ...more] = given.split(",").map((part) => part.trim() === "" ? NaN : Number(part));
  if (input >= 0 && output >= 0 && more.length === 0) return { input, output };
  throw new UsageError(`wanted two prices for --prices, for a million tokens in and out, found ${given}`);
}

/** `a=1,b=true,c=word` as an object; null for `null`. */
function settings(name: string, values: Values): Record<string, never> {
  const parts = optionValues(values).assignments(name, "K=V,…") ?? [];
  return Object.fromEntries(parts.map(({ left, right }) => {
    const plain = /^(true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?|\.\d+)$/.test(right);
    return [left, (plain ? JSON.parse(right.replace(/^\./, "0.")) : right) as never];
  }));
}
