import { progress } from "../../progress/progress.ts";
import type { Plan } from "../plan/make_plan.ts";
import { costOf, type Prices } from "./cost.ts";
import type { Store } from "../store/store.ts";
import type { RunNotes } from "./run_notes.ts";

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;

/** How often the note is made anew. */
const NOTE_MS = 200;

/** The progress line of a run: calls, failures, pace, tokens, cost, time left. */
export function runProgress(
  { plan, store, notes, counts, prices, silent, waiting }: {
    plan: Plan;
    store: Pick<Store, "spent">;
    notes: Pick<RunNotes, "brought">;
    counts: { done: number };
    prices?: Prices;
    silent: boolean;
    /** Why requests wait at this moment; empty when none does. */
    waiting(): string;
  },
): { tick(): void; skip(): void; done(): void } {
  const total = plan.tasks * plan.protocol.steps.length;
  const bar = progress({ total, label: `${plan.protocol.name}, ${plan.judge}`, silent });
  const began = performance.now();
  let said = "", saidAt = -Infinity;
  const note = () => {
    // Putting the numbers into words takes longer than passing over a call that is done.
    const now = performance.now();
    if (now - saidAt < NOTE_MS) return said;
    saidAt = now;
    said = words();
    return said;
  };
  const words = () => {
    const { input, output } = store.spent;
    return [
      `${notes.brought.failed} failed`,
      `${(counts.done / (performance.now() - began) * 1000).toFixed(1)} calls/s`,
      `${(input + output).toLocaleString("en", COMPACT)} tokens`,
      ...(prices ? [`cost ${costOf(store.spent, prices).toFixed(2)}`] : []),
      ...(waiting() === "" ? [] : [`waiting: ${waiting()}`]),
    ].join(", ");
  };
  // While all wait nothing ticks: say so all the same.
  const timer = setInterval(() => waiting() === "" || bar.tick(0, note()), 1000);
  return {
    tick: () => bar.tick(1, note()),
    skip: () => bar.skip(1, note()),
    done: () => {
      clearInterval(timer);
      // The last line says how it is now, not how it was when the note was made.
      bar.tick(0, words());
      bar.done();
    },
  };
}
