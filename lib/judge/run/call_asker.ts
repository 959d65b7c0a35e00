import type { PreparedCall } from "../plan/prepare_call.ts";
import type { ReplyVerdict } from "../protocol.ts";
import type { JudgeClient } from "../transport/judge_client.ts";
import type { Secret } from "../transport/secrets.ts";
import type { CostBudget } from "./cost_budget.ts";
import type { Ledger } from "./ledger.ts";
import type { RunEnd } from "./run_end.ts";
import { keepReply, noteAttempts, settleFailure } from "./settle.ts";

/** As many calls failed one after the other: the endpoint is gone, more would fail too. */
const FAILURES_IN_A_ROW = 20;

/** What asking takes. */
interface Asking {
  client: JudgeClient;
  ledger: Ledger;
  secret: Pick<Secret, "scrubMessage">;
  end: RunEnd;
  counts: { done: number };
  budget: CostBudget | null;
  maxCost: number | undefined;
  concurrency: number;
  giveUpAfter: number;
}

/** Sends calls, and writes down what came of each. */
export function callAsker(
  { client, ledger, secret, end, counts, budget, maxCost, concurrency, giveUpAfter }: Asking,
): {
  /** Sends one call; null when it brought no verdict. */
  ask(call: PreparedCall): Promise<ReplyVerdict | null>;
  /** Waits until the disk has all verdicts. */
  synced(): Promise<unknown>;
} {
  const unsynced = new Set<Promise<void>>();
  let failedInARow = 0, answered = false;

  /** A verdict counts as done when the disk has it; the next call waits for that when as many as run at a time are behind. */
  const inTime = async (kept: Promise<void>) => {
    const counted = kept.then(() => void counts.done++, end.fail).finally(() => unsynced.delete(counted));
    unsynced.add(counted);
    // The disk is full: what is under way still finds room, nothing further is asked.
    if (ledger.journal.trouble !== null) end.fail(ledger.journal.trouble);
    if (unsynced.size > concurrency) await counted;
  };

  /** Ends a run whose replies cannot be read: the rest would be paid for nothing. */
  const stopWithoutVerdicts = () => {
    const { ok = 0, abstained = 0, ...others } = ledger.statuses;
    const without = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (ok + abstained > 0 || without < giveUpAfter || giveUpAfter === 0) return;
    end.stop(`the first ${without} replies brought no verdict (see below; --give-up 0 goes on all the same)`);
  };

  const send = async (call: PreparedCall): Promise<ReplyVerdict | null> => {
    const outcome = await client.ask(call.request);
    if ("cancelled" in outcome) {
      const { lost, attempts } = outcome;
      if (lost.input + lost.output + lost.unknown > 0) {
        await noteAttempts(ledger, { ...call, reason: "the run ended", attempts, lost });
      }
      return null;
    }
    if ("reply" in outcome) {
      failedInARow = 0;
      answered = true;
      const { verdict, kept } = keepReply(ledger, call, outcome.reply, outcome);
      stopWithoutVerdicts();
      await inTime(kept);
      return verdict;
    }
    const { fault: { reason, action, refused = false }, attempts, lost } = outcome;
    const before = ledger.journal.index.failedBefore(call.key);
    await settleFailure(ledger, { ...call, reason, attempts, lost });
    // What an endpoint says that answers others is about this call alone; and one it refused before tells nothing new.
    if (action === "stop" && !(refused && (answered || before))) end.stop(secret.scrubMessage(reason));
    else if (!(refused && before) && ++failedInARow >= FAILURES_IN_A_ROW) {
      end.stop(`${FAILURES_IN_A_ROW} calls in a row failed, the last with ${secret.scrubMessage(reason)}`);
    }
    return null;
  };

  return {
    async ask(call) {
      if (end.stopped === null && budget && !await budget.reserveInTime(call)) {
        end.stop(`cost cap of ${maxCost} reached`);
      }
      try {
        return end.stopped === null ? await send(call) : null;
      } finally {
        budget?.release(call);
      }
    },
    synced: () => Promise.all(unsynced),
  };
}
