import { BATCH_FORMATS, type BatchLimits } from "../judge/batch/formats.ts";
import type { RunBatchOptions } from "../judge/batch/run_batch.ts";
import type { RunOptions } from "../judge/run/run_options.ts";
import type { Prices } from "../judge/run/prices.ts";
import { type Values, wrongly } from "./command.ts";
import { given, optionValues } from "./option_values.ts";

const IMAGES = { with: [true], without: [false], both: [true, false] };
const ORDERS = ["given", "swapped"] as const;

/** What the command line says of a run or batch, apart from the endpoint. */
export function judgeOptions(
  values: Values,
): Omit<RunOptions & RunBatchOptions, "baseURL" | "data" | "judge" | "out" | "protocol"> {
  const { text, number, whole, oneOf } = optionValues(values);
  const image = oneOf("image", ["with", "without", "both"]);
  const order = oneOf("order", [...ORDERS, "both"]);
  const further = settings("set", values),
    crossed = given({
      images: image && IMAGES[image],
      orders: order && ORDERS.filter((one) => order === one || order === "both"),
      runs: whole("runs"),
    });
  const twice = Object.keys(crossed).find((name) => name in further);
  if (twice !== undefined) throw wrongly("option_and_set", { twice });
  return {
    images: text("images"),
    remoteImages: values["remote-images"] === true,
    conditions: { ...crossed, ...further },
    decoding: settings("decoding", values),
    prompts: text("prompts"),
    dataSet: text("data-set"),
    limit: whole("limit"),
    sample: whole("sample"),
    concurrency: whole("concurrency"),
    perMinute: number("rate"),
    retries: whole("retries"),
    timeout: number("timeout"),
    longestWait: number("max-wait"),
    maxReplyBytes: whole("max-reply-bytes"),
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

function prices(values: Values): Prices | undefined {
  const given = optionValues(values).text("prices");
  if (given === undefined) return undefined;
  const parts = given.split(",").map((part) => part.trim() === "" ? NaN : Number(part));
  const [input, output, cached] = parts;
  if ([2, 3].includes(parts.length) && parts.every((part) => part >= 0)) return { input, output, cached };
  if (input < 0 || output < 0 || cached < 0) throw wrongly("prices_from_0", { given });
  throw wrongly("two_prices", { found: output === undefined ? `one: ${given}` : given });
}

/** `a=1,b=true,c=word` as an object (a judge's decoding, a simulated one's traits); null for `null`. */
export function settings(name: string, values: Values): Record<string, never> {
  const parts = optionValues(values).assignments(name, "K=V,…") ?? [];
  return Object.fromEntries(parts.map(({ left, right }) => {
    const plain = /^(true|false|null|-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?|\.\d+)$/.test(right);
    return [left, (plain ? JSON.parse(right.replace(/^\./, "0.")) : right) as never];
  }));
}
