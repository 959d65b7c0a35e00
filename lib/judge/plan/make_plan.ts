import { refusing } from "../../results/said.ts";
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { imageStore } from "../images/image_store.ts";
import { hashOf, waysOf } from "../store/call_key.ts";
import { loadPrompts } from "../prompts.ts";
import { decodingFor } from "../transport/chat_request.ts";
import type { Condition, Decoding, Prompts, Protocol, ProtocolOptions } from "../protocol.ts";
import { libraryProtocol, ownProtocol } from "../protocols/index.ts";
import { checkSamples, type PlannedSample, plannedSamples } from "./planned_samples.ts";
import type { Prices } from "../run/prices.ts";
import { type Judge, OWN_JUDGE } from "../transport/judge.ts";
import { ownFacts } from "../../progress/own_facts.ts";
import { requireOneOf, requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";

/** What is to be judged, by whom, and how. */
export interface PlanOptions {
  /** A protocol's name, or a protocol of one's own. */
  protocol: string | Protocol;
  /** Samples, or the path of a JSONL file of them (also gzip). */
  data: string | readonly unknown[];
  /**
   * The model's name, as the endpoint knows it; or a judge of one's own, which needs no endpoint:
   * `{ name: "mine", ask: async (request) => ({ reply: { text: "[[A]]" } }) }`.
   */
  judge: string | Judge;
  /** Any OpenAI-compatible endpoint (default: OpenAI's own). */
  baseURL?: string;
  /**
   * Name of the endpoint (default: its address). It is part of what makes a call this one, so that no server inherits the
   * verdicts of another with a model of the same name; give one where a server has several addresses, or moves.
   */
  endpoint?: string;
  /** Folder that the samples' image names are relative to (default: that of the data file). */
  images?: string;
  /**
   * Send images as addresses: this, a slash and the image's name (`https://…` of a copy that the judge can fetch, `file:///…`
   * of a folder that vLLM was given). The files are read here all the same, for a call is known by its images' bytes.
   */
  imageURLs?: string;
  /** Pass addresses of images on to the judge; refused otherwise. */
  remoteImages?: boolean;
  /** What is crossed: `images`, `orders`, `runs`, and what else the protocol knows. */
  conditions?: ProtocolOptions;
  /**
   * Name of what you vary beyond that, a prompt or a mitigation: runs under different names stand side by side in results, in the
   * column `condition`. Without it a later prompt, decoding or endpoint takes the place of an earlier one.
   */
  condition?: string;
  /**
   * Overrides of the protocol's decoding parameters; null leaves one to the model's default. A `seed` is that of the
   * first run; run r is sent `seed + r − 1`, so that runs differ.
   */
  decoding?: { [K in keyof Decoding]?: Decoding[K] | null };
  /** Folder of prompts that replace the built-in ones (`<id>.txt`), or the prompts. */
  prompts?: string | Prompts;
  /**
   * Name of the data set of samples without a `benchmark` (default: their file's name). With its id it names a sample:
   * the same study in another file keeps its verdicts under the same name.
   */
  dataSet?: string;
  /** Only the first so many samples. */
  limit?: number;
  /** Only so many samples, drawn at random (of the first `limit`): the same each time, and a part of those that a larger number draws. */
  sample?: number;
}

export type Plan = ReturnType<typeof makePlan>;

export type Task = { sample: PlannedSample; condition: Condition };

const { options: JUDGE_OPTIONS, ranges: RANGES, decoding: DECODING } = ownFacts<{
  options: readonly string[];
  decoding: readonly string[];
  ranges: Readonly<Record<string, readonly [name: string, least: number, most: number]>>;
}>("runs");

export function makePlan(options: PlanOptions & { format?: string; prices?: Prices; maxCost?: number }) {
  requireOptions("judge", options, JUDGE_OPTIONS);
  const { prices, maxCost } = options;
  if (prices === undefined && maxCost !== undefined) throw refusing("prices_with_cap");
  for (const name of prices ? ["input", "output", "cached"] as const : []) {
    const price = requireOptions("judge (prices)", prices!, ["input", "output", "cached"])[name];
    if (Number.isFinite(price) && price! >= 0 || name === "cached" && price === undefined) continue;
    throw refusing("prices_as", { name, price: told(price) });
  }
  for (const [option, [name, least, most]] of Object.entries(RANGES)) {
    const value = Number(Reflect.get(options, option) ?? least);
    if (value >= least && value <= most && (!/^(limit|sample)$/.test(option) || Number.isInteger(value))) {
      continue;
    }
    throw refusing("from_to", { name, least, most, value });
  }
  const { data, limit, sample, dataSet } = options;
  const protocol = typeof options.protocol === "string"
    ? libraryProtocol(options.protocol)
    : ownProtocol(options.protocol);
  const own = typeof options.judge === "object" ? options.judge : null, name = own?.name ?? options.judge;
  const judge = typeof name === "string" ? name.trim() : "";
  if (judge === "" || own && typeof own.ask !== "function") {
    const found = own || typeof options.judge === "function" ? "something else" : "nothing";
    throw refusing("judge_or_own", { OWN_JUDGE, found });
  }
  if (!own && judge.includes(",")) throw refusing("one_judge", { judge });
  const baseURL = checkedURL(options.baseURL ?? "https://api.openai.com/v1");
  const { images } = options;
  if (images !== undefined && !isFolder(images)) throw refusing("images_folder", { images });
  const overrides = checkedDecoding(options.decoding ?? {});
  const { decoding, left_out: leftOut } = decodingFor(protocol.decoding, judge, overrides, options.format);
  if (decoding.response_format && !protocol.steps.some(({ json }) => json)) {
    throw refusing("no_json_verdict", { protocol: protocol.name });
  }
  const given = typeof options.prompts === "object" ? options.prompts : loadPrompts(options.prompts);
  const prompts = { ...given, ...protocol.prompts };
  const promptHashes: Record<string, { version: string; sha256: string }> = {};
  for (const { promptId, includes = [] } of protocol.steps) {
    const all = [promptId, ...includes].map((id) => {
      if (prompts[id]) return prompts[id];
      throw refusing("no_prompt", { id, protocol: protocol.name });
    });
    const sha256 = hashOf(all.map(({ text }) => text).join("\n"));
    promptHashes[promptId] = { version: all[0].version, sha256 };
  }
  const samples = plannedSamples(protocol, data, { dataSet, limit, sample });
  const crossed = options.conditions ?? {};
  if (protocol.options) {
    const known = new Set(["images", "orders", "runs", ...protocol.options]);
    requireOptions(`judge (${protocol.name})`, crossed, [...known]);
  }
  const conditions: ProtocolOptions = Object.fromEntries(
    Object.entries(crossed).filter(([, value]) => value !== undefined),
  );
  const path: string | null = typeof data === "string" ? resolve(data) : null;
  // An address without what could be a key.
  const { origin, pathname } = new URL(baseURL), address = `${origin}${pathname.replace(/\/+$/, "")}`;
  const endpoint = options.endpoint ?? (own ? "own" : address);
  return {
    ...{ protocol, judge, own, baseURL, endpoint, samples, conditions },
    ...{ decoding, leftOut, prompts, promptHashes },
    named: options.condition?.trim() || undefined,
    ways: waysOf(protocol.steps, { prompts: promptHashes, decoding, endpoint }),
    dataSetNamed: dataSet !== undefined,
    ...checkSamples({ protocol, samples, conditions, judge, prompts }),
    images: imageStore(images ?? (path === null || isFolder(path) ? path : dirname(path)), {
      remote: options.remoteImages,
      urls: options.imageURLs,
    }),
    ...{ data: path, prices },
  };
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

function checkedURL(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw refusing("base_url", { text: text.slice(0, 80) });
  if (url.username || url.password || /key|token|secret/i.test(url.search)) throw refusing("base_url_key");
  return text.replace(/\/+$/, "");
}

function checkedDecoding(overrides: Record<string, unknown>): Decoding {
  if (overrides.max_tokens && overrides.max_completion_tokens) throw refusing("max_tokens");
  for (const name of Object.keys(overrides)) {
    requireOneOf("judge", "decoding parameters among", name, DECODING);
  }
  // Null leaves one to the model; what a value may be is the endpoint's to say.
  const known = DECODING.filter((name) => Object.hasOwn(overrides, name));
  return Object.fromEntries(known.map((name) => [name, overrides[name] ?? undefined]));
}
