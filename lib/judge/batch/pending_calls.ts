import type { JournalIndex } from "../journal/journal_index.ts";
import { type Plan, type Task, tasksOf } from "../plan/make_plan.ts";
import { knownVerdict, prepareCall, type PreparedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict, Step } from "../protocol.ts";

/** A call to make, or one that was made, cannot be made, or need not. */
export type Pending =
  | { kind: "call"; call: PreparedCall }
  | { kind: "done"; call: PreparedCall; key: string }
  | { kind: "unasked"; task: Task }
  | { kind: "impossible"; task: Task; step: Step<unknown>; reason: string };

/**
 * Goes through a plan, or the samples from one place to before another, and says of every call where it stands: to make
 * now (all verdicts that it needs are there), done before, or not to be asked. Calls that wait for a verdict come up when
 * it is there, with the next go. A call shared by several conditions comes up once.
 */
export async function* pendingCalls(
  plan: Plan,
  index: JournalIndex,
  range?: { from?: number; to?: number },
): AsyncGenerator<Pending> {
  let seen = new Set<string>(), sample = -1;
  for (const task of tasksOf(plan, range)) {
    // Conditions share calls of their own sample alone.
    if (task.sample.index !== sample) seen = new Set();
    sample = task.sample.index;
    const earlier: Record<string, ReplyVerdict> = {};
    const open = new Set<string>();
    for (const step of plan.protocol.steps) {
      if (step.needs?.some((name) => earlier[name]?.status !== "ok")) {
        if (step.needs.some((name) => open.has(name))) open.add(step.name);
        else yield { kind: "unasked", task };
        continue;
      }
      let call: PreparedCall;
      try {
        call = await prepareCall(plan, task, step, earlier);
      } catch (error) {
        if ((error as Error).name !== "ImageError") throw error;
        yield { kind: "impossible", task, step, reason: (error as Error).message };
        continue;
      }
      const known = knownVerdict(index, call);
      if (known) earlier[step.name] = known.verdict;
      else open.add(step.name);
      if (seen.has(call.key)) continue;
      seen.add(call.key);
      yield known ? { kind: "done", call, key: known.key } : { kind: "call", call };
    }
  }
}
