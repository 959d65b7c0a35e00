import type { z } from "zod";
import type { FrameName } from "../results/frames.ts";

/** Decoding parameters as the OpenAI chat API names them. A protocol has its paper's; each can be overridden and is recorded. */
export interface Decoding {
  /** How freely tokens are drawn: 0 for the likeliest one, up to 2. */
  temperature?: number;
  /** Share of the probability, from the likeliest token on, that tokens are drawn from: 0 to 1. */
  top_p?: number;
  /** Most tokens of a reply, those of reasoning included; a longer one is cut. */
  max_completion_tokens?: number;
  /** The same by its older name, for servers that know no other; it takes the place of the protocol's limit. */
  max_tokens?: number;
  /** How long a reasoning model thinks before it answers. */
  reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  /** Whether the tokens of the reply come with their log-probabilities. */
  logprobs?: boolean;
  /** How many of the likeliest alternatives come with each token; needs `logprobs`. */
  top_logprobs?: number;
  /** Seed of the first run; run r is sent `seed + r − 1`. */
  seed?: number;
  /** Tokens are drawn from so many of the likeliest; vLLM and others, not OpenAI. */
  top_k?: number;
  /** … from those that are at least so many times as likely as the likeliest; vLLM and others. */
  min_p?: number;
  /** How much less likely a token becomes with each time it was written, −2 to 2. */
  frequency_penalty?: number;
  /** How much less likely a token becomes once it was written, −2 to 2. */
  presence_penalty?: number;
  /** By how many times a token becomes less likely once it was read or written: 1 for none; vLLM and others. */
  repetition_penalty?: number;
  /** A text at which a reply ends. */
  stop?: string;
  /** The verdict as JSON by the step's schema, where a step has one. */
  response_format?: "json_schema";
}

/** Content of a message: text, or an image of the sample by its name (a path below the image folder, or a URL), which the runner loads. */
export type Part = { type: "text"; text: string } | { type: "image"; image: string };

/** One message of a request. */
export interface Message {
  /** Who speaks: instructions (`system`) or the request (`user`). */
  role: "system" | "user";
  /** Texts and images in the order in which the judge gets them. */
  content: Part[];
}

/** A token of the reply with its natural log-probability and those of the alternatives at its place. */
export interface TokenLogprob {
  /** Text of the token. */
  token: string;
  /** Natural logarithm of its probability: 0 for a certain one, else negative. */
  logprob: number;
  /** The likeliest tokens at its place, as many as were asked for. */
  top: { token: string; logprob: number }[];
}

/** What came back, as far as parsers may look at it: never the request. */
export interface Reply {
  /** What the judge wrote; empty where it wrote nothing. */
  text: string;
  /** `stop`, `length`, `content_filter`, … as the endpoint names it. */
  finishReason: string | null;
  /** The endpoint's own field for a refusal, or the words by which a content filter turned the request away. */
  refusal: string | null;
  /** Null where no log-probabilities were asked for or given. */
  tokens: TokenLogprob[] | null;
}

/** Tokens of a call as the endpoint counted them. */
export interface Usage {
  input: number;
  /** Tokens of the reply, those of reasoning included. */
  output: number;
  /** Part of `output` that was thought and not said, where the endpoint tells. */
  reasoning?: number;
  /** Part of `input` that the endpoint had in its cache, where it tells. */
  cached?: number;
  /** The endpoint said nothing: both were estimated from the texts. */
  estimated?: true;
}

/**
 * How a reply ended. `ok`: a verdict in the protocol's terms. `abstained`: the judge used a way out that the prompt offers
 * (N/A). The others are no verdicts: `refused` (by the judge, or by anybody's content filter, be it in the place of a reply), `empty`, `truncated` (cut before a verdict), `out_of_range` (a verdict
 * outside the scale), `unparsable` (anything else).
 */
export type VerdictStatus =
  | "ok"
  | "abstained"
  | "refused"
  | "empty"
  | "truncated"
  | "out_of_range"
  | "unparsable";

/** A parsed reply. */
export interface ReplyVerdict {
  /** How the reply ended. */
  status: VerdictStatus;
  /** What the reply says, by name; empty unless the status is `ok`. */
  values: Record<string, string | number | boolean | null>;
  /** Why there is no usable verdict, in words. */
  reason?: string;
}

/**
 * A prompt template: text with `{{slots}}`. `{{image}}` and slots that begin with `image` stand where an image goes, and
 * for nothing where there is none. `source` names the paper's figure or table whose structure it follows, or says `own: …`.
 */
export interface Prompt {
  /** Name by which steps ask for it, and of its file (`<id>.txt`). */
  id: string;
  /** Version of its text, part of what a plan records. */
  version: string;
  /** Whose structure it follows: `birch: Figure 20`, a paper's figure or table, or `own: …`, where else it is from. */
  source: string;
  /** The template, with `{{slots}}`. */
  text: string;
}

/** Prompts by id. */
export type Prompts = Record<string, Prompt>;

/** What is asked of one sample, among the conditions that a plan crosses. */
export interface Condition {
  /** Whether the judge sees the image. */
  image: boolean;
  /** Whether it sees the answers in reverse order. */
  swapped: boolean;
  /** From 1. */
  run: number;
  /** What else the protocol crosses, by name. */
  [more: string]: string | number | boolean;
}

type JsonReply = { schema: Record<string, unknown> };

/** One request of a protocol. Steps run in order. */
export interface Step<S> {
  /** Name of the step, by which verdicts of the sample are told apart. */
  name: string;
  /** Id of the prompt whose text it sends. */
  promptId: string;
  /** Prompts whose text is put into that one; a reply depends on their version too. */
  includes?: readonly string[];
  /**
   * Earlier steps whose verdicts this one reads. It is asked only when all of them are `ok`; steps without `needs` are
   * independent of one another (a batch may hold them all).
   */
  needs?: readonly string[];
  /** Requests of one sample and step with the same key are the same call (default: one per condition). */
  key?(sample: S, condition: Condition): string;
  /** The messages of the request, from the sample and the verdicts of earlier steps by their names. */
  messages(
    sample: S,
    condition: Condition,
    prompts: Prompts,
    earlier: Record<string, ReplyVerdict>,
  ): Message[];
  /** The verdict that a reply holds; with a status other than `ok` where it holds none. */
  parse(reply: Reply, sample: S, condition: Condition): ReplyVerdict;
  /** The same verdict as JSON, for endpoints that can be told so (`response_format`); `parse` reads such replies too. */
  // As a method: protocols of several sample types stand in one list.
  json?: JsonReply | { json(sample: S): JsonReply }["json"];
}

/** What a plan may vary; every protocol uses what applies to it. */
export interface ProtocolOptions {
  /** With the image, without it, or both. */
  images?: boolean[];
  /** Order of the answers: as given, swapped, or both. */
  orders?: ("given" | "swapped")[];
  /** Runs per request, numbered from 1. */
  runs?: number;
  /** What else the protocol knows (its `options`). */
  [more: string]: unknown;
}

/**
 * An experiment's way of asking: sample → messages, reply → verdict, verdicts → rows of a frame. All pure: nothing here
 * reads a file or calls a judge.
 *
 * @typeParam S a sample as it stands in the data file, checked by `sample`
 */
export interface Protocol<S = unknown> {
  /** Its name, as plans and journals have it. */
  name: string;
  /** What is asked, in a sentence. */
  summary: string;
  /** The frame that its rows belong to; null where they are a table of their own. */
  frame: FrameName | null;
  /** The schema that every line of the data is checked by. */
  sample: z.ZodType<S>;
  /** What tells samples of one data file apart. */
  sampleId(sample: S): string;
  /** Names of the options beside images, orders and runs that `conditions` knows; others are refused. Absent: any. */
  options?: readonly string[];
  /** What is asked about this sample. */
  conditions(options: ProtocolOptions, sample: S): Condition[];
  /** Decoding parameters of its requests, which a plan can override. */
  decoding: Decoding;
  /** Its requests, in order. */
  steps: Step<S>[];
  /** Prompts of its own, beside the library's. */
  prompts?: Prompts;
  /** Rows for one sample and condition; a step without an `ok` verdict gives null values, never a made-up one. */
  rows(
    sample: S,
    condition: Condition,
    verdicts: Record<string, ReplyVerdict>,
    judge: string,
  ): Record<string, unknown>[];
  /** Rows of a sample without any condition, which is as it should be and need not be asked about; by default it has none. */
  unasked?(sample: S, judge: string): Record<string, unknown>[];
}
