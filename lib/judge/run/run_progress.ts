import { progress } from "../../progress/progress.ts";
import type { Judge } from "../transport/judge.ts";
import { costOf, type Prices } from "./cost.ts";
import type { Study } from "./study.ts";

const COMPACT = { notation: "compact", maximumFractionDigits: 1 } as const;

/** How often the note is made anew: putting the numbers into words takes longer than passing over a call that is done. */
const NOTE_MS = 200;

/** The progress line of a run: calls, failures, pace, tokens, cost, why requests wait, time left. */
export function runProgress(
  { plan: { tasks, protocol, judge: name }, store, brought, counts }: Study,
  judge: Judge,
  { prices, silent = false }: { prices?: Prices; silent?: boolean },
) {
  const bar = progress({ total: tasks * protocol.steps.length, label: `${protocol.name}, ${name}`, silent });
  const began = performance.now(), waiting = () => judge.waiting?.() ?? "";
  let said = "", saidAt = -Infinity;
  const note = (atLeast = NOTE_MS) => {
    const now = performance.now();
    if (now - saidAt < atLeast) return said;
    saidAt = now;
    const { input, output } = store.spent;
    return said = [
      `${brought.failed} failed`,
      `${(counts.done / (now - began) * 1000).toFixed(1)} calls/s`,
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
      bar.tick(0, note(0));
      bar.done();
    },
  };
}
