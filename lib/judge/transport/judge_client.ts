import { setTimeout as wait } from "node:timers/promises";
import type OpenAI from "openai";
import { type Attempts, currentCall, type Gate, gatedFetch } from "./attempts.ts";
import { classifyFault, type Fault, UnusableReply } from "./faults.ts";
import type { ChatRequest } from "./chat_request.ts";
import { traffic } from "./traffic.ts";
import { type UsableReply, usableReply } from "./usable_reply.ts";

/** How requests go out. */
export interface ClientOptions {
  baseURL: string;
  key: string;
  /** Attempts per call beyond the first. */
  retries: number;
  timeoutMs: number;
  /** Most requests that may start in a minute, retries included. */
  perMinute?: number;
  /** Most requests under way (default: as many as are asked for); refusals lower it for a while. */
  concurrency?: number;
  /** A Retry-After that is longer ends the run (default 900 s). */
  longestWaitMs?: number;
  /** Largest reply, unpacked (default 32 MB). */
  replyBytes?: number;
}

/** Limits of an endpoint that one does not wait for, or read from, without end. */
const CLIENT_LIMITS = { longestWaitMs: 900_000, replyBytes: 32e6 };

/** What attempts took that brought nothing: tokens that the endpoint counted, and attempts of which it said nothing. */
export interface Lost {
  input: number;
  output: number;
  unknown: number;
}

/** How a call ended. */
export type Outcome =
  & { attempts: number; latencyMs: number; lost: Lost }
  & ({ reply: UsableReply } | { fault: Fault } | { cancelled: true });

/** Asks a judge over HTTP. */
export interface JudgeClient {
  ask(request: ChatRequest): Promise<Outcome>;
  /** From now on nothing is repeated: what is out comes back, what waits for another attempt ends. */
  wind(): void;
  /** Why requests wait at this moment; empty when none does. */
  waiting(): string;
  /** The client itself, for files and batches. */
  openai: OpenAI;
  /** Gives the connections back. */
  close(): void;
}

/** Waits between attempts that are not the client's own: half a second, doubled each time up to eight, and jitter. */
const FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 8000;

/**
 * The OpenAI client behind a gate: rate cap, timeouts over the whole reply, no redirects. The client repeats by
 * itself, with backoff and Retry-After, what it can tell is temporary; what it does not repeat (cut or stalled
 * bodies, broken JSON, replies without a usable choice) is repeated here. `retries` bounds both together. The openai
 * package is loaded on first use.
 */
export async function judgeClient(
  {
    baseURL,
    key,
    retries,
    timeoutMs,
    perMinute,
    concurrency = Infinity,
    longestWaitMs = CLIENT_LIMITS.longestWaitMs,
    replyBytes = CLIENT_LIMITS.replyBytes,
  }: ClientOptions,
): Promise<JudgeClient> {
  const [{ default: OpenAI }, limiter] = await Promise.all([import("openai"), rateLimiter(perMinute)]);
  const connection = ownConnection();
  const gate: Gate = {
    ...{
      limiter,
      timeoutMs,
      longestWaitMs,
      replyBytes,
      traffic: traffic(concurrency),
      fetch: connection.fetch,
    },
    ...{ pausedUntil: 0, stopping: false, hopeless: null, reached: false },
  };
  const openai = new OpenAI({
    apiKey: key,
    baseURL,
    organization: null,
    project: null,
    logLevel: "off",
    maxRetries: retries,
    // The gate's timeout counts from the start of each attempt; this one would count the waiting at the gate too.
    timeout: 2 ** 31 - 1,
    fetch: gatedFetch(gate),
  });
  const active = new Set<Attempts>();

  const ask = async (request: ChatRequest): Promise<Outcome> => {
    const call: Attempts = {
      ...{ count: 0, unknown: 0, onTheWire: false, sentAt: NaN, cancel: new AbortController() },
    };
    const paid = { input: 0, output: 0 };
    active.add(call);
    try {
      while (true) {
        const ended = () => ({
          attempts: call.count,
          latencyMs: performance.now() - call.sentAt,
          lost: { ...paid, unknown: call.unknown },
        });
        try {
          const completion = await currentCall.run(call, () =>
            openai.chat.completions.create(request, {
              maxRetries: Math.max(0, retries - call.count),
              signal: call.cancel.signal,
            }));
          return { reply: usableReply(completion), ...ended() };
        } catch (error) {
          // A reply that came, in part or as a fault, is one that was made and counted.
          if (call.onTheWire) {
            const usage = error instanceof UnusableReply ? error.usage : null;
            paid.input += usage?.input ?? 0;
            paid.output += usage?.output ?? 0;
            if (!usage) call.unknown++;
          }
          call.onTheWire = false;
          if (gate.hopeless !== null) return { fault: { action: "stop", reason: gate.hopeless }, ...ended() };
          if (gate.stopping && call.cancel.signal.aborted) return { cancelled: true, ...ended() };
          const fault = classifyFault(error);
          if (fault.action !== "again") return { fault, ...ended() };
          if (call.count > retries) return { fault: { ...fault, action: "give up" }, ...ended() };
          if (gate.stopping) return { cancelled: true, ...ended() };
          call.leave?.();
          await pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (call.count - 1)), call.cancel.signal);
          if (gate.stopping) return { cancelled: true, ...ended() };
        }
      }
    } finally {
      clearTimeout(call.timer);
      call.leave?.();
      active.delete(call);
    }
  };

  return {
    ask,
    openai,
    close: connection.close,
    waiting: () => gate.traffic.reason,
    wind() {
      gate.stopping = true;
      gate.traffic.end();
      for (const call of active) if (!call.onTheWire) call.cancel.abort();
    },
  };
}

/**
 * A `fetch` whose requests have a connection each: where one from the pool breaks, Deno's sends the request again by
 * itself, and what it sent first is paid and in no journal.
 */
function ownConnection(): { fetch: typeof fetch; close(): void } {
  if (!("Deno" in globalThis)) return { fetch, close() {} };
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return {
    fetch: (input, init) => {
      const own: object = { ...init, client }; // an option of Deno's fetch that the DOM's types do not know
      return fetch(input, own);
    },
    close: () => client.close(),
  };
}

async function rateLimiter(perMinute: number | undefined) {
  if (perMinute === undefined) return null;
  const { default: PQueue } = await import("p-queue");
  // Spread evenly, as endpoints count in shorter windows too; in groups where one by one would be under 100 ms apart.
  const intervalCap = Math.ceil(perMinute / 600);
  return new PQueue({ intervalCap, interval: Math.ceil(60_000 * intervalCap / perMinute), strict: true });
}

/** Waits with up to a quarter of jitter; ends early when the signal says so. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Unseeded on purpose: clients that were turned away together must not come back together; no result depends on it.
  await wait(ms * (1 - Math.random() / 4), undefined, { signal }).catch(() => {});
}
