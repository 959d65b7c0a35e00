import type { Condition, Decoding, Reply, ReplyVerdict } from "../protocol.ts";

/** Tokens of a call as the endpoint counted them. */
export interface Usage {
  /** Tokens of the request. */
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

/** First line of every run: what was asked for. A resumed run adds one more. */
export interface PlanEntry {
  kind: "plan";
  at: string;
  judge: string;
  protocol: string;
  base_url: string;
  /** Name of the endpoint, its address unless another was given; absent in journals of a time before it was part of a call's key. */
  endpoint?: string;
  options: Record<string, unknown>;
  decoding: Decoding;
  prompts: Record<string, { version: string; sha256: string }>;
  samples: number;
  data: string | null;
  /** Names of the data sets; absent in journals of a time when samples were named by their id alone. */
  data_sets?: string[];
}

/** A sample of the data, written once before its first verdict, so that results need no other file. */
export interface SampleEntry {
  kind: "sample";
  sha256: string;
  /** What the sample belongs to: with its id it names the sample. */
  data_set?: string;
  /** Place in the data, for the order of the results. */
  index: number;
  sample_id: string;
  sample: unknown;
}

/** What every call's line holds. */
interface CallEntry {
  /**
   * Hash of endpoint, judge, protocol, step, prompt, decoding, sample, image bytes and condition: what makes a call this one.
   */
  key: string;
  at: string;
  judge: string;
  protocol: string;
  step: string;
  data_set?: string;
  sample_id: string;
  condition: Condition;
  attempts: number;
  usage: Usage | null;
  /** Tokens of attempts before the last that brought nothing and may have to be paid; those nobody counted are estimated. */
  lost?: Usage;
}

/** A call that ended in a reply, usable or not as a verdict. */
export interface VerdictEntry extends CallEntry {
  kind: "verdict";
  /** What is asked: the sample, the step and its condition, whatever the prompt, picture or decoding. */
  slot: string;
  /** Name of the endpoint that answered; absent as in plans. */
  endpoint?: string;
  /** The model's name as the endpoint returned it. */
  model: string | null;
  verdict: ReplyVerdict;
  reply: Reply & { reasoning?: string };
  finish_reason: string | null;
  latency_ms: number | null;
  prompt: { id: string; version: string; sha256: string };
  /** Parameters as they were sent. */
  decoding: Decoding;
  /** Hash of the request's body, images as their own hashes. */
  request_sha256: string;
  images: string[];
  response_id: string | null;
  via: "interactive" | "batch";
  /** A simulated judge answered. */
  simulated?: true;
}

/** A call that brought no reply; it is asked again when the run is resumed. */
export interface FailureEntry extends CallEntry {
  kind: "failure";
  reason: string;
}

/** A run came back to an earlier verdict, after one with another prompt, picture or decoding had taken its place. */
export interface AgainEntry {
  kind: "again";
  key: string;
  slot: string;
}

/** One line of a journal. */
export type Entry = PlanEntry | SampleEntry | VerdictEntry | FailureEntry | AgainEntry;
