import type { ReplyVerdict, Step } from "../protocol.ts";
import { readReply } from "../parse/settle_reply.ts";
import type { KnownCall, Queries } from "../store/queries.ts";
import type { Plan, Task } from "./make_plan.ts";
import { type Call, renderCall } from "./render_call.ts";

export type Pending =
  /** It can be made now; `failed` where it was, and brought nothing. */
  | { kind: "call"; call: Call; failed: boolean }
  | { kind: "known"; call: Call; known: KnownCall }
  /** Its request is in a batch that waits for answers. */
  | { kind: "waits"; call: Call }
  /** It is not asked: a verdict that it needs is not usable. */
  | { kind: "unasked" }
  /** It cannot be asked: an image. */
  | { kind: "impossible"; step: Step<unknown>; reason: string };

/**
 * The calls of a task and where each stands; live runs, dry runs and batch files all ask what this yields. Who stores a reply before
 * asking on gets the steps that build on it too; others get them the next time. A dry run has `assumed` in the place of verdicts.
 */
export async function* pendingCalls(
  plan: Plan,
  store: Pick<Queries, "call" | "said"> | null,
  task: Task,
  { assumed }: { assumed?: ReplyVerdict } = {},
): AsyncGenerator<Pending> {
  const { sample, condition } = task, { steps } = plan.protocol;
  const earlier: Record<string, ReplyVerdict> = {}, open = new Set<string>();
  for (const step of steps) {
    const missing = step.needs?.filter((name) => earlier[name]?.status !== "ok") ?? [];
    if (missing.some((name) => open.has(name))) {
      open.add(step.name);
      continue;
    }
    if (missing.length > 0) {
      yield { kind: "unasked" };
      continue;
    }
    let call: Call;
    try {
      call = await renderCall(plan, task, step, earlier);
    } catch (error) {
      if ((error as Error).name !== "ImageError") throw error;
      open.add(step.name);
      yield { kind: "impossible", step, reason: (error as Error).message };
      continue;
    }
    let known = store?.call(call.key);
    const waits = known?.batch && known.batch !== "done" && !known.failed;
    if (known?.done) yield { kind: "known", call, known };
    else if (waits) yield { kind: "waits", call };
    else yield { kind: "call", call, failed: known?.failed === true };
    if (!steps.some(({ needs }) => needs?.includes(step.name))) continue;
    if (!known?.done) known = store?.call(call.key);
    if (known?.done) {
      earlier[step.name] = readReply(step, store!.said(known.id), sample.value, condition);
    } else if (assumed) earlier[step.name] = assumed;
    else open.add(step.name);
  }
}
