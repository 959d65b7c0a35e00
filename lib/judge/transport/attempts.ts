import { AsyncLocalStorage } from "node:async_hooks";
import type PQueue from "p-queue";
import { connectFault, tellsOfQuota } from "./faults.ts";
import { limitedResponse } from "./limited_response.ts";
import type { Traffic } from "./traffic.ts";

/** How often one call went out, and a way to end it between two attempts. */
export interface Attempts {
  count: number;
  onTheWire: boolean;
  /** Attempts that went out and may have to be paid, of which no token count came back. */
  unknown: number;
  /** When the last attempt went out (`performance.now()`): what it waited for before is no part of a reply's time. */
  sentAt: number;
  /** Ends the waiting of the client for its next attempt. */
  cancel: AbortController;
  /** The running attempt's timeout. Whoever has read the reply clears it: what waits for it stays in memory. */
  timer?: ReturnType<typeof setTimeout>;
  /** Gives the attempt's place among those under way back. */
  leave?: () => void;
}

/** The call that a request belongs to: the client's retries happen below it. */
export const currentCall: AsyncLocalStorage<Attempts> = new AsyncLocalStorage<Attempts>();

/** What all requests of a run share. */
export interface Gate {
  /** Starts of requests per interval, retries included. */
  limiter: PQueue | null;
  timeoutMs: number;
  /** A longer Retry-After ends the run. */
  longestWaitMs: number;
  /** Largest reply, unpacked. */
  replyBytes: number;
  traffic: Traffic;
  /** No request starts before this moment (`performance.now()`), as an endpoint asked. */
  pausedUntil: number;
  /** The run is ending: requests that are out may come back, none is repeated. */
  stopping: boolean;
  /** Why no further request is worth its time: a pause that no run should wait for, an address where nobody answers. */
  hopeless: string | null;
  /** The endpoint has answered once, whatever it said. */
  reached: boolean;
  /** Sends a request; Deno's own would send it again by itself where a connection of the pool breaks. */
  fetch: typeof fetch;
}

/**
 * `fetch` for the client: each attempt waits for the rate cap, for a pause that the endpoint asked for and for a place
 * among those under way, has its own timeout that covers the body too (the client's ends with the headers), follows no
 * redirect (they would carry images and keys elsewhere), reads no more than a limit, and an exhausted quota is marked
 * as not worth retrying.
 */
export function gatedFetch(gate: Gate): typeof fetch {
  return async (input, init) => {
    const call = currentCall.getStore();
    if (gate.limiter) await gate.limiter.add(() => {}, { signal: init?.signal ?? undefined });
    await pauseOver(gate);
    call?.leave?.();
    if (call) call.leave = await gate.traffic.enter();
    await pauseOver(gate);
    if (gate.stopping) {
      call?.cancel.abort();
      throw new DOMException("the run is ending", "AbortError");
    }
    if (call) {
      call.count++;
      call.onTheWire = true;
      call.sentAt = performance.now();
    }
    const timeout = call ? callTimeout(call, gate.timeoutMs) : AbortSignal.timeout(gate.timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      const response = await gate.fetch(input, { ...init, signal, redirect: "manual" });
      gate.reached = true;
      // The batch files of a study are longer than any reply.
      if (response.ok) return call ? limitedResponse(response, gate.replyBytes, signal) : response;
      if (call) call.onTheWire = false;
      call?.leave?.();
      return await examined(limitedResponse(response, gate.replyBytes, signal), gate);
    } catch (error) {
      if (call) {
        call.onTheWire = false;
        const fault = connectFault(error);
        if (fault === null) call.unknown++;
        else if (!gate.reached && call.count >= CONNECT_ATTEMPTS) {
          gate.hopeless ??= `nobody answers at ${new URL(String(input)).origin} (${fault}); nothing was sent`;
          call.cancel.abort();
        }
      }
      if (gate.stopping) call?.cancel.abort();
      throw error;
    }
  };
}

/** Attempts to reach an endpoint that nobody has reached yet: a server may be about to begin. */
const CONNECT_ATTEMPTS = 3;

async function pauseOver(gate: Gate): Promise<void> {
  for (
    let wait = gate.pausedUntil - performance.now();
    wait > 0 && !gate.stopping;
    wait = gate.pausedUntil - performance.now()
  ) {
    await new Promise((resume) => setTimeout(resume, Math.min(wait, 1000)));
  }
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
  const asked = `${response.status}: the endpoint asks to wait ${Math.ceil(pause / 1000)} s`;
  if (pause > gate.longestWaitMs) gate.hopeless ??= `${asked}, until ${clock(pause)}; run again then`;
  else if (pause > 0) gate.pausedUntil = Math.max(gate.pausedUntil, performance.now() + pause);
  if (response.status === 429) gate.traffic.halve();
  if (pause > 0 && gate.hopeless === null) gate.traffic.note(`${asked}, until ${clock(pause)}`, pause);
  if (response.status !== 429 && !gate.stopping && gate.hopeless === null) return response;
  const text = await response.text().catch(() => "");
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length", "transfer-encoding"]) headers.delete(name);
  if (gate.stopping || gate.hopeless !== null || tellsOfQuota(text)) headers.set("x-should-retry", "false");
  return new Response(text, { status: response.status, headers });
}

/** The time of day after so many milliseconds. */
function clock(ms: number): string {
  const at = new Date(Math.min(Date.now() + ms, 8.64e15));
  return ms < 43_200_000 ? at.toTimeString().slice(0, 8) : at.toISOString().slice(0, 16);
}

/** Milliseconds that a Retry-After header asks for (seconds or a date); 0 without one. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after");
  if (!value) return 0;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}
