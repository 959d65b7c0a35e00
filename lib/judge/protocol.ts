import type { z } from "zod";
import type { FrameName } from "../results/frames.ts";
import type { Structured } from "./protocols/structured.ts";

/** Decoding parameters as the OpenAI chat API names them. A protocol has its paper's; each can be overridden and is recorded. */
export interface Decoding {
  temperature?: number;
  top_p?: number;
  max_completion_tokens?: number;
  reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  logprobs?: boolean;
  top_logprobs?: number;
  seed?: number;
  /** The verdict as JSON by the step's schema, where a step has one. */
  response_format?: "json_schema";
}

/** Content of a message: text, or an image of the sample by its name (a path below the image folder, or a URL), which the runner loads. */
export type Part = { type: "text"; text: string } | { type: "image"; image: string };

/** One message of a request. */
export interface Message {
  role: "system" | "user";
  content: Part[];
}

/** A token of the reply with its natural log-probability and those of the alternatives at its place. */
export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

/** What came back, as far as parsers may look at it: never the request. */
export interface Reply {
  text: string;
  /** `stop`, `length`, `content_filter`, … as the endpoint names it. */
  finishReason: string | null;
  /** The endpoint's own field for a refusal. */
  refusal: string | null;
  /** Null where no log-probabilities were asked for or given. */
  tokens: TokenLogprob[] | null;
}

/**
 * How a reply ended. `ok`: a verdict in the protocol's terms. `abstained`: the judge used a way out that the prompt offers
 * (N/A). The others are no verdicts: `refused`, `empty`, `truncated` (cut before a verdict), `out_of_range` (a verdict
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

/** A parsed reply. `values` is empty unless the status is `ok`; `reason` says in words why it is not. */
export interface ReplyVerdict {
  status: VerdictStatus;
  values: Record<string, string | number | boolean | null>;
  reason?: string;
}

/**
 * A prompt template: text with `{{slots}}`. `{{image}}` and slots that begin with `image` stand where an image goes, and
 * for nothing where there is none. `source` names the paper's figure or table whose structure it follows.
 */
export interface Prompt {
  id: string;
  version: string;
  source: string;
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
  [more: string]: string | number | boolean;
}

/** One request of a protocol. Steps run in order. */
export interface Step<S> {
  name: string;
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
  messages(
    sample: S,
    condition: Condition,
    prompts: Prompts,
    earlier: Record<string, ReplyVerdict>,
  ): Message[];
  parse(reply: Reply, sample: S, condition: Condition): ReplyVerdict;
  /** The same verdict as JSON, for endpoints that can be told so (`response_format`). */
  json?: Structured | ((sample: S) => Structured);
}

/** What a plan may vary; every protocol uses what applies to it. */
export interface ProtocolOptions {
  /** With the image, without it, or both. */
  images?: boolean[];
  /** Order of the answers: as given, swapped, or both. */
  orders?: ("given" | "swapped")[];
  /** Runs per request, numbered from 1. */
  runs?: number;
  [more: string]: unknown;
}

/**
 * An experiment's way of asking: sample → messages, reply → verdict, verdicts → rows of a frame. All pure: nothing here
 * reads a file or calls a judge.
 *
 * @typeParam S a sample as it stands in the data file, checked by `sample`
 */
export interface Protocol<S = unknown> {
  name: string;
  summary: string;
  /** The frame that its rows belong to; null where they are a table of their own. */
  frame: FrameName | null;
  sample: z.ZodType<S>;
  /** What tells samples of one data file apart. */
  sampleId(sample: S): string;
  /** Names of the options beside images, orders and runs that `conditions` knows; others are refused. Absent: any. */
  options?: readonly string[];
  /** What is asked about this sample. */
  conditions(options: ProtocolOptions, sample: S): Condition[];
  decoding: Decoding;
  steps: Step<S>[];
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
