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

/** Tasks that are put off, at most: each is held with its sample. */
const PUT_OFF = 10_000;

/**
 * Goes through the steps of tasks: what the journal holds is taken from there, the rest is asked. A call that failed in an
 * earlier run is put off until all others had their turn (`later`), so that what cannot be answered stands in nobody's way.
 */
export function taskRunner(
  { ledger, end, counts, bar, bytes, ask }: Running,
): { run(task: Task): Promise<void>; later: (() => Promise<void>)[] } {
  const { plan, journal } = ledger, flight = inFlight(bytes);
  const shared = new Map<string, Promise<ReplyVerdict | null>>(), failedShared = new Set<string>();
  const later: (() => Promise<void>)[] = [];

  const verdictOf = async (
    call: PreparedCall,
    step: Step<unknown>,
    putOff: boolean,
  ): Promise<ReplyVerdict | null | "later"> => {
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
    if (putOff && later.length < PUT_OFF && journal.index.failedBefore(call.key)) return "later";
    const asking = ask(call).then((verdict) => {
      if (verdict === null && step.key) failedShared.add(call.key);
      return verdict;
    }).finally(() => shared.delete(call.key));
    shared.set(call.key, asking);
    const verdict = await asking;
    bar.tick();
    return verdict;
  };

  const runStep = async (
    task: Task,
    step: Step<unknown>,
    verdicts: Record<string, ReplyVerdict>,
    putOff: boolean,
  ) => {
    let call: PreparedCall;
    try {
      call = await flight.admit(() => prepareCall(plan, task, step, verdicts), imageBytes);
    } catch (error) {
      if ((error as Error).name !== "ImageError") throw error;
      await settleFailure(ledger, { task, step, key: "", reason: (error as Error).message, attempts: 0 });
      return null;
    }
    try {
      return await verdictOf(call, step, putOff);
    } finally {
      flight.release(imageBytes(call));
    }
  };

  const runFrom = async (
    task: Task,
    { from, verdicts, putOff }: { from: number; verdicts: Record<string, ReplyVerdict>; putOff: boolean },
  ): Promise<void> => {
    for (const [s, step] of plan.protocol.steps.entries()) {
      if (s < from) continue;
      if (end.stopped !== null) return;
      if (step.needs?.some((name) => verdicts[name]?.status !== "ok")) {
        counts.unasked++;
        bar.skip();
        continue;
      }
      const verdict = await runStep(task, step, verdicts, putOff);
      if (verdict === "later") {
        later.push(() => runFrom(task, { from: s, verdicts, putOff: false }));
        return;
      }
      if (verdict) verdicts[step.name] = verdict;
    }
  };
  return { run: (task) => runFrom(task, { from: 0, verdicts: {}, putOff: true }), later };
}

/** Bytes of the images in a call's body. */
function imageBytes({ images }: PreparedCall): number {
  return images.reduce((sum, { url }) => sum + url.length, 0);
}
