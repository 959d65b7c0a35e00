import type { Task } from "../plan/make_plan.ts";
import { knownVerdict, prepareCall, type PreparedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict, Step } from "../protocol.ts";
import { inFlight } from "./in_flight.ts";
import { type Ledger, noteKnown } from "./ledger.ts";
import type { RunEnd } from "./run_end.ts";
import type { runProgress } from "./run_progress.ts";
import { settleFailure } from "./settle.ts";

/** What going through a task takes. */
interface Running {
  ledger: Ledger;
  end: RunEnd;
  counts: { skipped: number; unasked: number };
  bar: ReturnType<typeof runProgress>;
  /** Most bytes of images in requests under way. */
  bytes: number;
  ask(call: PreparedCall): Promise<ReplyVerdict | null>;
}

/** Goes through the steps of tasks: what the journal holds is taken from there, the rest is asked. */
export function taskRunner(
  { ledger, end, counts, bar, bytes, ask }: Running,
): (task: Task) => Promise<void> {
  const { plan, journal } = ledger, flight = inFlight(bytes);
  const shared = new Map<string, Promise<ReplyVerdict | null>>(), failedShared = new Set<string>();

  const verdictOf = async (call: PreparedCall, step: Step<unknown>): Promise<ReplyVerdict | null> => {
    const known = knownVerdict(journal.index, call);
    if (known) {
      noteKnown(ledger, call, known.key);
      counts.skipped++;
      bar.skip();
      return known.verdict;
    }
    const underway = shared.get(call.key);
    if (underway) {
      bar.skip();
      return underway;
    }
    // What several conditions share fails for all of them: it is asked again by the next run, not by the next condition.
    if (failedShared.has(call.key)) {
      bar.skip();
      return null;
    }
    const asking = ask(call).then((verdict) => {
      if (verdict === null && step.key) failedShared.add(call.key);
      return verdict;
    }).finally(() => shared.delete(call.key));
    shared.set(call.key, asking);
    const verdict = await asking;
    bar.tick();
    return verdict;
  };

  const runStep = async (task: Task, step: Step<unknown>, verdicts: Record<string, ReplyVerdict>) => {
    let call: PreparedCall;
    try {
      call = await flight.admit(() => prepareCall(plan, task, step, verdicts), imageBytes);
    } catch (error) {
      if ((error as Error).name !== "ImageError") throw error;
      await settleFailure(ledger, { task, step, key: "", reason: (error as Error).message, attempts: 0 });
      return null;
    }
    try {
      return await verdictOf(call, step);
    } finally {
      flight.release(imageBytes(call));
    }
  };

  return async (task) => {
    const verdicts: Record<string, ReplyVerdict> = {};
    for (const step of plan.protocol.steps) {
      if (end.stopped !== null) return;
      if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) {
        counts.unasked++;
        bar.skip();
        continue;
      }
      const verdict = await runStep(task, step, verdicts);
      if (verdict) verdicts[step.name] = verdict;
    }
  };
}

/** Bytes of the images in a call's body. */
function imageBytes({ images }: PreparedCall): number {
  return images.reduce((sum, { url }) => sum + url.length, 0);
}
