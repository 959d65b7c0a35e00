import { connectFault, JudgeFault } from "./judge.ts";
import { looseJson, textAt } from "./usable_reply.ts";
import { setTimeout as wait } from "node:timers/promises";

const CONNECT_ATTEMPTS = 3;

interface HttpRequest {
  headers: Record<string, string>;
  body?: string | FormData | ReadableStream<Uint8Array>;
  signal: AbortSignal;
  longest?: number;
}

export type Refused = Partial<Record<"status" | "pauseMs", number>>;

/** Speaks to an endpoint: no redirects (keys would go elsewhere), a connection for each request (Deno repeats on a broken one, paid twice). */
export function httpClient(baseURL: string) {
  // An option of Deno's fetch that the DOM's types do not know.
  const client = "Deno" in globalThis ? Deno.createHttpClient({ poolMaxIdlePerHost: 0 }) : undefined;
  let reached = false;
  return {
    close(): void {
      client?.close();
    },
    /** The answer where it is a success; any other is an error with its status, its words and how long it asks to wait. */
    async send(address: string | URL, { headers, body, signal, longest }: HttpRequest): Promise<Response> {
      const type = body && !(body instanceof FormData) ? { "content-type": "application/json" } : {};
      const response = await fetch(address, {
        ...{ redirect: "manual", signal, client, headers: { ...type, ...headers } },
        ...(body ? { method: "POST", body, duplex: "half" } : {}),
      } as RequestInit);
      reached = true;
      const answer = longest === undefined ? response : limited(response, longest, signal);
      if (response.ok) return answer;
      const text = await answer.text().catch(() => ""), said = looseJson(text);
      const words = textAt(said, "error.message") ?? (text.slice(0, 2000) || response.statusText);
      throw Object.assign(new Error(words), {
        ...{ status: response.status, pauseMs: retryAfterMs(response.headers), body: text },
        code: textAt(said, "error.code"),
        type: textAt(said, "error.type") ?? textAt(said, "error.status"),
      });
    },
    /** Why it is hopeless, in words, where nobody was reached in a few attempts; null where it is not, or not yet. */
    hopeless(error: unknown, attempts: number): string | null {
      const unconnected = connectFault(error);
      if (!unconnected || reached || attempts < CONNECT_ATTEMPTS) return null;
      return `nobody answers at ${new URL(baseURL).origin} (${unconnected}); nothing was sent`;
    },
  };
}

/** The response, whose body ends in an error beyond the limit (packed zeros), and when the signal says so. */
function limited(response: Response, bytes: number, signal: AbortSignal): Response {
  if (!response.body) return response;
  let read = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read <= bytes) return controller.enqueue(chunk);
      const message = `a reply of more than ${bytes} bytes (--max-reply-bytes)`;
      throw Object.assign(new Error(message), { name: "ReplyTooLong" });
    },
  });
  return new Response(response.body.pipeThrough(counting, { signal }), response);
}

export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "0", seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}

const FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 8000;

/** Does something again, ever later, as long as its fault is one to try again. Nothing else repeats a request. */
export async function repeated<T>(
  once: (attempts: number) => Promise<T>,
  { firstMs = FIRST_WAIT_MS, signal }: { firstMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  for (let attempts = 1;; attempts++) {
    try {
      return await once(attempts);
    } catch (error) {
      if (!(error instanceof JudgeFault) || error.fault.action !== "again") throw error;
    }
    const longest = Math.min(LONGEST_WAIT_MS, firstMs * 2 ** (attempts - 1));
    // Unseeded on purpose: clients that were turned away together must not come back together; no result depends on it.
    await wait(longest * (1 - Math.random() / 4), undefined, { signal }).catch(() => {});
  }
}

/** Refusals that come within this time are one: they answer requests that went out together. */
const ONE_REFUSAL_MS = 1000;

/** When requests may go out: a refusal (429) halves how many are under way, as many replies as it allows raise it by one again. */
export function traffic(most: number, perMinute = Infinity) {
  const interval = 60_000 / perMinute;
  let allowed = most, underWay = 0, good = 0, halvedAt = -Infinity, nextStart = 0, said = "", pausedUntil = 0;
  const waiting: (() => void)[] = [], signals = new WeakSet<AbortSignal>();
  const wake = () => waiting.splice(0).forEach((resume) => resume());
  const until = (time: number, signal?: AbortSignal) =>
    wait(Math.max(0, time - performance.now()), undefined, { signal }).catch(() => {});
  const paused = async (signal?: AbortSignal) => {
    while (pausedUntil > performance.now() && !signal?.aborted) await until(pausedUntil, signal);
  };
  return {
    async enter(signal?: AbortSignal): Promise<() => void> {
      if (interval > 0) {
        nextStart = Math.max(nextStart, performance.now()) + interval;
        await until(nextStart - interval, signal);
      }
      await paused(signal);
      if (signal && !signals.has(signal)) {
        signals.add(signal);
        signal.addEventListener("abort", wake);
      }
      while (underWay >= allowed && !signal?.aborted) {
        await new Promise<void>((resume) => waiting.push(resume));
      }
      underWay++;
      await paused(signal);
      return () => {
        underWay--;
        if (allowed < most && ++good >= allowed) {
          allowed++;
          good = 0;
        }
        wake();
      };
    },
    halve() {
      good = 0;
      const now = performance.now();
      if (now - halvedAt < ONE_REFUSAL_MS) return;
      halvedAt = now;
      allowed = Math.max(1, Math.floor(allowed / 2));
    },
    pause(reason: string, ms: number) {
      const end = performance.now() + ms;
      if (end > pausedUntil) [said, pausedUntil] = [reason, end];
    },
    /** Why requests wait at this moment, or why fewer go out than might; empty when nothing does. */
    get reason(): string {
      if (performance.now() < pausedUntil) return said;
      return allowed < most ? `${allowed} of ${most} calls at a time (429)` : "";
    },
  };
}
