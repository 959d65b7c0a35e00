import { setTimeout as wait } from "node:timers/promises";
import { connectFault } from "./faults.ts";
import { JudgeFault } from "./judge.ts";

/** Waits between attempts: half a second, doubled each time up to eight, and jitter. */
const FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 8000;

/** Attempts to reach an endpoint that nobody has reached yet: a server may be about to begin. */
const CONNECT_ATTEMPTS = 3;

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

/** Whether anybody answers at an address: one that nobody has reached in a few attempts ends everything, in words. */
export function reach(baseURL: string) {
  let reached = false;
  return {
    reached: () => void (reached = true),
    /** Why it is hopeless; null where it is not, or not yet. */
    hopeless(error: unknown, attempts: number): string | null {
      const unconnected = connectFault((error as { cause?: unknown }).cause ?? error);
      if (!unconnected || reached || attempts < CONNECT_ATTEMPTS) return null;
      return `nobody answers at ${new URL(baseURL).origin} (${unconnected}); nothing was sent`;
    },
  };
}
