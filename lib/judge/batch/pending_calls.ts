import { type Plan, type Task, tasksOf } from "../plan/make_plan.ts";
import { prepareCall, type PreparedCall } from "../plan/prepare_call.ts";
import type { Step, Verdict } from "../protocol.ts";

/** A call to make, or one that was made, cannot be made, or need not. */
export type Pending =
  | { kind: "call"; call: PreparedCall }
  | { kind: "done"; call: PreparedCall }
  | { kind: "unasked"; task: Task }
  | { kind: "impossible"; task: Task; step: Step<unknown>; reason: string };

/**
 * Goes through a plan and says of every call where it stands: to make now (all verdicts that it needs are there),
 * done before, or not to be asked. Calls that wait for a verdict come up when it is there, with the next go. A call
 * shared by several conditions comes up once.
 */
export async function* pendingCalls(
  plan: Plan,
  verdicts: ReadonlyMap<string, Verdict>,
): AsyncGenerator<Pending> {
  const seen = new Set<string>();
  for (const task of tasksOf(plan)) {
    const earlier: Record<string, Verdict> = {};
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
      const known = verdicts.get(call.key);
      if (known) earlier[step.name] = known;
      else open.add(step.name);
      if (seen.has(call.key)) continue;
      seen.add(call.key);
      yield { kind: known ? "done" : "call", call };
    }
  }
}
