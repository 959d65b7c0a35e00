import { setTimeout as wait } from "node:timers/promises";
import type OpenAI from "openai";
import { classifyFault, connectFault, type Fault, JudgeFault, type JudgeReply } from "./judge.ts";
import type { RunOptions } from "../run/run_options.ts";
import type { ChatRequest } from "./chat_request.ts";
import { reach, repeated, traffic } from "./repeated.ts";
import { UnusableReply, type UsableReply, usableReply } from "./usable_reply.ts";

/** How requests go out; refusals lower `concurrency` for a while. */
type EndpointOptions =
  & { baseURL: string; key: string }
  & Pick<RunOptions, "retries" | "timeout" | "perMinute" | "concurrency" | "longestWait" | "maxReplyBytes">;

interface Attempt {
  signal: AbortSignal;
  /** The endpoint answered with success: a reply that was made, and is counted there, whatever becomes of it. */
  arrived: boolean;
  /** Body of an answer that is no success, and how long it asks to wait. */
  refusal: string;
  pauseMs: number;
}

/**
 * Any OpenAI-compatible endpoint. Every attempt waits for the rate cap, for a pause that the endpoint asked for and for a place
 * among those under way; has a timeout that covers the body too; follows no redirect (they would carry images and keys
 * elsewhere) and reads no more than a limit.
 */
export async function endpointJudge(
  name: string,
  { baseURL, key, retries = 5, timeout = 600, perMinute = Infinity, ...limits }: EndpointOptions,
) {
  const { concurrency = Infinity, longestWait = 900, maxReplyBytes = 32e6 } = limits;
  const { default: Client } = await import("openai");
  const there = reach(baseURL), connection = ownConnection(), lane = traffic(concurrency);
  const interval = 60_000 / perMinute;
  let pausedUntil = 0, nextStart = 0, hopeless: string | null = null;

  const openai: OpenAI = new Client({
    ...{ apiKey: key, baseURL, organization: null, project: null, logLevel: "off", maxRetries: 0 },
    // The attempt's own timeout counts from its start, over the body too.
    timeout: 2 ** 31 - 1,
    async fetch(input: string | URL | Request, init?: RequestInit & { attempt?: Attempt }) {
      const { attempt: given, ...request } = init ?? {}, attempt = given!, { signal } = attempt;
      const response = await connection.fetch(input, { ...request, signal, redirect: "manual" });
      there.reached();
      attempt.arrived = response.ok;
      const limited = limitedResponse(response, maxReplyBytes, signal);
      if (response.ok) return limited;
      attempt.pauseMs = retryAfterMs(response.headers);
      attempt.refusal = await limited.text().catch(() => "");
      const headers = { "content-type": "application/json" };
      return new Response(attempt.refusal, { status: response.status, headers });
    },
  });

  /** Waits until a request may go out; gives its place among those under way back when called. */
  const turn = async (signal?: AbortSignal): Promise<() => void> => {
    const until = (time: number) =>
      wait(Math.max(0, time - performance.now()), undefined, { signal }).catch(() => {});
    if (interval > 0) {
      nextStart = Math.max(nextStart, performance.now()) + interval;
      await until(nextStart - interval);
    }
    const paused = async () => {
      while (pausedUntil > performance.now() && !signal?.aborted) await until(pausedUntil);
    };
    await paused();
    const leave = await lane.enter(signal);
    await paused();
    return leave;
  };

  const examined = (error: unknown, { refusal, pauseMs }: Attempt, attempts: number): Fault => {
    const fault = classifyFault(error, refusal), { status } = error as { status?: number };
    const seconds = Math.ceil(pauseMs / 1000);
    const asked = `${status}: the endpoint asks to wait ${seconds} s, until ${clock(pauseMs)}`;
    if (status === 429) lane.halve();
    if (pauseMs > 1000 * longestWait) hopeless ??= `${asked}; run again then`;
    else if (pauseMs > 0) {
      pausedUntil = Math.max(pausedUntil, performance.now() + pauseMs);
      lane.note(asked, pauseMs);
    }
    hopeless ??= there.hopeless(error, attempts);
    if (hopeless !== null) return { action: "stop", reason: hopeless };
    return fault.action === "again" && attempts > retries ? { ...fault, action: "give up" } : fault;
  };

  return {
    name,
    close: connection.close,
    waiting: () => lane.reason,
    async ask(request: ChatRequest, signal?: AbortSignal): Promise<JudgeReply & UsableReply> {
      const lost = { input: 0, output: 0, unknown: 0 };
      return await repeated(async (attempts) => {
        const leave = await turn(signal);
        if (signal?.aborted) {
          leave();
          throw new JudgeFault({ action: "end", reason: "the run ended" }, attempts - 1, lost);
        }
        const ending = new AbortController();
        const expired = new DOMException(`no whole reply within ${timeout} s`, "TimeoutError");
        // Cleared below: what waits for it stays in memory.
        const timer = setTimeout(() => ending.abort(expired), 1000 * timeout);
        const attempt: Attempt = { signal: ending.signal, arrived: false, refusal: "", pauseMs: 0 };
        const sentAt = performance.now(), fetchOptions: object = { attempt }; // handed on to `fetch` above
        try {
          const reply = usableReply(await openai.chat.completions.create(request, { fetchOptions }));
          return { ...reply, attempts, latencyMs: performance.now() - sentAt, lost };
        } catch (error) {
          const { usage = null } = error instanceof UnusableReply ? error : {};
          const cause = (error as { cause?: unknown }).cause ?? error;
          lost.input += usage?.input ?? 0;
          lost.output += usage?.output ?? 0;
          // Whether a request that broke off on its way was counted nobody says.
          const maySent = attempt.arrived ||
            (error as { status?: number }).status === undefined && connectFault(cause) === null;
          if (maySent && !usage) lost.unknown++;
          throw new JudgeFault(examined(error, attempt, attempts), attempts, lost);
        } finally {
          clearTimeout(timer);
          leave();
        }
      }, { signal });
    },
  };
}

/**
 * The response with a body that ends in an error where it is longer than the limit: a gigabyte of packed zeros is a
 * megabyte on the wire. The signal ends the reading too, which a body that is piped on does not notice by itself.
 */
function limitedResponse(response: Response, bytes: number, signal: AbortSignal): Response {
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

/** A `fetch` with a connection for each request: where one from its pool breaks, Deno sends the request again, paid twice. */
export function ownConnection(): { fetch: typeof fetch; close(): void } {
  if (!("Deno" in globalThis)) return { fetch, close() {} };
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return {
    // An option of Deno's fetch that the DOM's types do not know.
    fetch: (input, init) => fetch(input, { ...init, client } as object),
    close: () => client.close(),
  };
}

function clock(ms: number): string {
  const at = new Date(Math.min(Date.now() + ms, 8.64e15));
  return ms < 43_200_000 ? at.toTimeString().slice(0, 8) : at.toISOString().slice(0, 16);
}

/** Milliseconds that a Retry-After header asks for (seconds or a date); 0 without one. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "0", seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}
