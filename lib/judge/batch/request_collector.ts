import { progress } from "../../progress/progress.ts";
import { askedCall, type PreparedCall } from "../plan/prepare_call.ts";
import { type CostBudget, costBudget } from "../run/cost_budget.ts";
import { type Ledger, noteKnown } from "../run/ledger.ts";
import type { RunEnd } from "../run/run_end.ts";
import { settleFailure } from "../run/settle.ts";
import type { BatchOptions } from "./batch_options.ts";
import type { BatchState } from "./batch_state.ts";
import type { BatchFormat, BatchLimits } from "./formats/index.ts";
import { type Pending, pendingCalls } from "./pending_calls.ts";
import { type ShardWriter, shardWriter } from "./shard_writer.ts";

/** What collecting takes. */
interface Collecting extends Pick<BatchOptions, "prices" | "maxCost" | "silent"> {
  ledger: Ledger;
  folder: string;
  state: BatchState;
  format: BatchFormat;
  limits: BatchLimits;
  end: RunEnd;
  counts: { skipped: number; unasked: number };
  /** Keys of calls that were given up in this run. */
  failed: ReadonlySet<string>;
}

/**
 * Goes through the plan, as often as it is called: how many calls are waited for, those in files without an answer and,
 * with `write`, those that can be asked now, which are written to new files.
 */
export function requestCollector(
  { ledger, folder, state, format, limits, end, counts, failed, prices, maxCost, silent = false }: Collecting,
): (options: { write: boolean }) => Promise<number> {
  const { plan, journal: { index } } = ledger, impossible = new Set<string>();
  let round = 0;

  /** Whether an answer to the call is waited for, once it is in a file. */
  const waits = (call: PreparedCall, writer: ShardWriter | null, budget: CostBudget | null): boolean => {
    if (failed.has(call.key)) return false;
    const request = index.requestOf(call.key);
    const written = request && !request.failed && state.shards[request.shard]?.status !== "done";
    if (!written && (!writer || end.stopped !== null)) return false;
    if (end.stopped === null && budget && !budget.reserve(askedCall(call))) {
      end.stop(`cost cap of ${maxCost} reached`);
      if (!written) return false;
    }
    if (!written) writer!.add(call);
    return true;
  };

  const giveUp = async ({ task, step, reason }: Pending & { kind: "impossible" }) => {
    const { sample: { dataSet, id }, condition } = task;
    const name = JSON.stringify([dataSet, id, condition, step.name]);
    if (impossible.has(name)) return;
    impossible.add(name);
    await settleFailure(ledger, { task, step, key: "", reason, attempts: 0 });
  };

  return async ({ write }) => {
    round++;
    const budget = prices && maxCost !== undefined ? costBudget(index.spent, prices, maxCost) : null;
    const writer = shardWriter(folder, state, {
      ...{ format, limits },
      noted: (shard, keys) => keys.forEach((key) => index.noteRequest(key, shard)),
    });
    const total = plan.tasks * plan.protocol.steps.length;
    const bar = progress({ total, label: `${plan.protocol.name}, ${plan.judge}, requests`, silent });
    let waiting = 0;
    counts.unasked = 0;
    for await (const pending of pendingCalls(plan, index)) {
      bar.tick();
      if (pending.kind === "unasked") counts.unasked++;
      else if (pending.kind === "done") {
        noteKnown(ledger, pending.call, pending.key);
        if (round === 1) counts.skipped++;
      } else if (pending.kind === "impossible") await giveUp(pending);
      else if (waits(pending.call, write ? writer : null, budget)) waiting++;
    }
    writer.end();
    bar.done();
    return waiting;
  };
}
