import type OpenAI from "openai";
import { type Attempts, currentCall, type Gate, gatedFetch } from "./attempts.ts";
import { classifyFault, type Fault } from "./faults.ts";
import type { ChatRequest } from "./chat_request.ts";
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
}

/** How a call ended. */
export type Outcome =
  & { attempts: number; latencyMs: number }
  & ({ reply: UsableReply } | { fault: Fault } | { cancelled: true });

/** Asks a judge over HTTP. */
export interface JudgeClient {
  ask(request: ChatRequest): Promise<Outcome>;
  /** From now on nothing is repeated: what is out comes back, what waits for another attempt ends. */
  wind(): void;
  /** The client itself, for files and batches. */
  openai: OpenAI;
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
  { baseURL, key, retries, timeoutMs, perMinute }: ClientOptions,
): Promise<JudgeClient> {
  const [{ default: OpenAI }, limiter] = await Promise.all([import("openai"), rateLimiter(perMinute)]);
  const gate: Gate = { limiter, timeoutMs, pausedUntil: 0, stopping: false };
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
    const call: Attempts = { count: 0, onTheWire: false, cancel: new AbortController() };
    active.add(call);
    try {
      while (true) {
        const began = performance.now();
        try {
          const completion = await currentCall.run(call, () =>
            openai.chat.completions.create(request, {
              maxRetries: Math.max(0, retries - call.count),
              signal: call.cancel.signal,
            }));
          const reply = usableReply(completion);
          return { reply, attempts: call.count, latencyMs: performance.now() - began };
        } catch (error) {
          const latencyMs = performance.now() - began;
          if (gate.stopping && call.cancel.signal.aborted) {
            return { cancelled: true, attempts: call.count, latencyMs };
          }
          const fault = classifyFault(error);
          if (fault.action !== "again") return { fault, attempts: call.count, latencyMs };
          if (call.count > retries) {
            return { fault: { ...fault, action: "give up" }, attempts: call.count, latencyMs };
          }
          call.onTheWire = false;
          if (gate.stopping) return { cancelled: true, attempts: call.count, latencyMs };
          await pause(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (call.count - 1)), call.cancel.signal);
          if (gate.stopping) return { cancelled: true, attempts: call.count, latencyMs };
        }
      }
    } finally {
      clearTimeout(call.timer);
      active.delete(call);
    }
  };

  return {
    ask,
    openai,
    wind() {
      gate.stopping = true;
      for (const call of active) if (!call.onTheWire) call.cancel.abort();
    },
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
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resume) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resume();
    };
    // Unseeded on purpose: clients that were turned away together must not come back together; no result depends on it.
    const timer = setTimeout(end, ms * (1 - Math.random() / 4));
    signal.addEventListener("abort", end);
  });
}
