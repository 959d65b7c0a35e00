import { AsyncLocalStorage } from "node:async_hooks";
import type PQueue from "p-queue";
import { tellsOfQuota } from "./faults.ts";

/** How often one call went out, and a way to end it between two attempts. */
export interface Attempts {
  count: number;
  onTheWire: boolean;
  /** Ends the waiting of the client for its next attempt. */
  cancel: AbortController;
  /** The running attempt's timeout. Whoever has read the reply clears it: what waits for it stays in memory. */
  timer?: ReturnType<typeof setTimeout>;
}

/** The call that a request belongs to: the client's retries happen below it. */
export const currentCall = new AsyncLocalStorage<Attempts>();

/** The client itself heeds a Retry-After of up to a minute; longer ones are waited for here, up to an hour. */
const CLIENT_HEEDS_MS = 60_000, LONGEST_PAUSE_MS = 3_600_000;

/** What all requests of a run share. */
export interface Gate {
  /** Starts of requests per interval, retries included. */
  limiter: PQueue | null;
  timeoutMs: number;
  /** No request starts before this moment (`performance.now()`), as an endpoint asked. */
  pausedUntil: number;
  /** The run is ending: requests that are out may come back, none is repeated. */
  stopping: boolean;
}

/**
 * `fetch` for the client: each attempt waits for the rate cap and for a pause that the endpoint asked for, has its
 * own timeout that covers the body too (the client's ends with the headers), follows no redirect (they would carry
 * images and keys elsewhere), and an exhausted quota is marked as not worth retrying.
 */
export function gatedFetch(gate: Gate): typeof fetch {
  return async (input, init) => {
    const call = currentCall.getStore();
    if (gate.limiter) await gate.limiter.add(() => {}, { signal: init?.signal ?? undefined });
    for (
      let wait = gate.pausedUntil - performance.now();
      wait > 0;
      wait = gate.pausedUntil - performance.now()
    ) {
      if (gate.stopping) break;
      await new Promise((resume) => setTimeout(resume, Math.min(wait, 1000)));
    }
    if (gate.stopping) {
      call?.cancel.abort();
      throw new DOMException("the run is ending", "AbortError");
    }
    if (call) {
      call.count++;
      call.onTheWire = true;
    }
    const timeout = call ? callTimeout(call, gate.timeoutMs) : AbortSignal.timeout(gate.timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await fetch(input, { ...init, signal, redirect: "manual" });
      if (response.ok) return response;
      if (call) call.onTheWire = false;
      return await examined(response, gate);
    } catch (error) {
      if (call) call.onTheWire = false;
      if (gate.stopping) call?.cancel.abort();
      throw error;
    }
  };
}

/** Aborts after the time, unless the call's timer is cleared. */
function callTimeout(call: Attempts, ms: number): AbortSignal {
  clearTimeout(call.timer);
  const controller = new AbortController();
  const expire = () =>
    controller.abort(new DOMException(`no whole reply within ${ms / 1000} s`, "TimeoutError"));
  call.timer = setTimeout(expire, ms);
  return controller.signal;
}

/** A response that is no success: what it asks for is noted, and whether the client may try again. */
async function examined(response: Response, gate: Gate): Promise<Response> {
  const pause = retryAfterMs(response.headers);
  if (pause > CLIENT_HEEDS_MS) {
    gate.pausedUntil = Math.max(gate.pausedUntil, performance.now() + Math.min(pause, LONGEST_PAUSE_MS));
  }
  if (response.status !== 429 && !gate.stopping) return response;
  const text = await response.text().catch(() => "");
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  if (gate.stopping || tellsOfQuota(text)) headers.set("x-should-retry", "false");
  return new Response(text, { status: response.status, headers });
}

/** Milliseconds that a Retry-After header asks for (seconds or a date); 0 without one. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after");
  if (!value) return 0;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}
