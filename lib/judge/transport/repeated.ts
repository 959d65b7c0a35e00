import { setTimeout as wait } from "node:timers/promises";
import { JudgeFault } from "./judge.ts";

/** Waits between attempts: half a second, doubled each time up to eight, and jitter. */
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

/** A limit on requests under way: each refusal (429) halves it, and as many replies as it allows raise it by one again. */
export function traffic(most: number) {
  let allowed = most, underWay = 0, good = 0, halvedAt = -Infinity, said = "", saidUntil = 0;
  const waiting: (() => void)[] = [], signals = new WeakSet<AbortSignal>();
  const wake = () => waiting.splice(0).forEach((resume) => resume());
  return {
    /** Waits for a place, or for the end that the signal tells of; the function gives it back, once. */
    async enter(signal?: AbortSignal): Promise<() => void> {
      // Once for all calls of a run, which share it.
      if (signal && !signals.has(signal)) {
        signals.add(signal);
        signal.addEventListener("abort", wake);
      }
      while (underWay >= allowed && !signal?.aborted) {
        await new Promise<void>((resume) => waiting.push(resume));
      }
      underWay++;
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
    /** Says why everything waits, and for how long; of several waits the one that ends last counts. */
    note(reason: string, ms: number) {
      const until = performance.now() + ms;
      if (until > saidUntil) [said, saidUntil] = [reason, until];
    },
    /** Why requests wait at this moment, or why fewer go out than might; empty when nothing does. */
    get reason(): string {
      if (performance.now() < saidUntil) return said;
      return allowed < most ? `${allowed} of ${most} calls at a time (429)` : "";
    },
  };
}
